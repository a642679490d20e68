/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * librtlat: measure the latency of a Linux machine.
 *
 * This header includes all parts, each of which can also be included by itself.
 *
 * Conventions of every function in them, unless its comment says otherwise:
 *  - time is in nanoseconds, as uint64_t, of CLOCK_MONOTONIC;
 *  - the return value is 0 or a negative errno; nothing is printed, texts for people go to the
 *    rtlat_log of the configuration;
 *  - pointers passed in are borrowed for the call and never freed;
 *  - functions that take different objects may run in different threads at the same time,
 *    functions that take the same object may not.
 */
#ifndef RTLAT_H
#define RTLAT_H

#define RTLAT_VERSION "0.1.0"

#include "rtlat/base.h"
#include "rtlat/config.h"
#include "rtlat/cpuset.h"
#include "rtlat/gate.h"
#include "rtlat/histogram.h"
#include "rtlat/machine.h"
#include "rtlat/noise.h"
#include "rtlat/result.h"
#include "rtlat/run.h"
#include "rtlat/sample.h"
#include "rtlat/series.h"
#include "rtlat/track.h"

#endif /* RTLAT_H */
