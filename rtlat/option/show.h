/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of what becomes of the result: for the table, see table.h. */
#ifndef RTLAT_OPTION_SHOW_H
#define RTLAT_OPTION_SHOW_H

#include "rtlat/option/table.h"

#define ITERATIONS_MAX 1000

int option_set_output(struct option_setting *setting);
int option_set_interval(struct option_setting *setting);
int option_set_gate(struct option_setting *setting);
int option_set_iterations(struct option_setting *setting);
int option_set_gate_quorum(struct option_setting *setting);

#endif /* RTLAT_OPTION_SHOW_H */
