/* SPDX-License-Identifier: GPL-2.0-only */
/* Setters of the option table for noise, as in struct option_spec. */
#ifndef RTLAT_OPTION_NOISE_H
#define RTLAT_OPTION_NOISE_H

#include "rtlat/option/table.h"

int option_set_noise_period(struct option_setting *setting);
int option_set_runtime(struct option_setting *setting);
int option_set_threshold(struct option_setting *setting);
int option_set_source_or_total(struct option_setting *setting);
int option_set_stop_noise(struct option_setting *setting);
int option_set_noise_automatic(struct option_setting *setting);
int option_set_stop_total(struct option_setting *setting);

/* Checks the options that are for noise. Returns OPTIONS_GO_ON, or an exit status. */
int options_check_noise(struct options *options);

#endif /* RTLAT_OPTION_NOISE_H */
