/* SPDX-License-Identifier: GPL-2.0-only */
/* The line of progress of a run without a live screen. */
#ifndef RTLAT_MEASURE_PROGRESS_H
#define RTLAT_MEASURE_PROGRESS_H

#include "rtlat/util/sink.h"

/* Shows one line on standard error: how far the run is, and the worst so far. */
void progress_show(struct sink *sink, struct rtlat_run *run, bool nanoseconds);

#endif /* RTLAT_MEASURE_PROGRESS_H */
