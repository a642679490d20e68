/* SPDX-License-Identifier: GPL-2.0-only */
/* Refuses options that do not go together. */
#ifndef RTLAT_OPTION_CHECK_H
#define RTLAT_OPTION_CHECK_H

#include "rtlat/option/options.h"

/* OPTIONS_GO_ON, or the exit status once it was said what is wrong. */
int options_check(struct options *options);
/* noise.c and track.c: the same of what is for noise, or for delays, alone. */
int options_check_noise(struct options *options);
int options_check_track(struct options *options);

#endif /* RTLAT_OPTION_CHECK_H */
