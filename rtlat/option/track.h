/* SPDX-License-Identifier: GPL-2.0-only */
/* Setters of the option table for delays, as in struct option_spec. */
#ifndef RTLAT_OPTION_TRACK_H
#define RTLAT_OPTION_TRACK_H

#include "rtlat/option/table.h"

/* The most threads that a kernel has. */
#define TRACK_PID_MAX 4194304

int option_set_track_threshold(struct option_setting *setting);
int option_set_track_timeout(struct option_setting *setting);
int option_set_track_pid(struct option_setting *setting);
int option_set_track_comm(struct option_setting *setting);
int option_set_track_priority(struct option_setting *setting);

/* Checks the options that are for delays. Returns OPTIONS_GO_ON, or an exit status. */
int options_check_track(struct options *options);

#endif /* RTLAT_OPTION_TRACK_H */
