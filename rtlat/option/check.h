/* SPDX-License-Identifier: GPL-2.0-only */
/* Refuses options that do not go together. */
#ifndef RTLAT_OPTION_CHECK_H
#define RTLAT_OPTION_CHECK_H

#include "rtlat/option/options.h"

/* Returns OPTIONS_GO_ON, or the exit status after a message. */
int options_check(struct options *options);
/* noise.c and track.c: check the options for noise, and for delays, in the same way. */
int options_check_noise(struct options *options);
int options_check_track(struct options *options);

#endif /* RTLAT_OPTION_CHECK_H */
