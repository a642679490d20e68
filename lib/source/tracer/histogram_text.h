/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parses timerlat_hist, the file in which the kernel keeps histograms, counts and worst samples of
 * one CPU's kernel thread since they were last cleared.
 */
#ifndef LIB_SOURCE_TRACER_HISTOGRAM_TEXT_H
#define LIB_SOURCE_TRACER_HISTOGRAM_TEXT_H

#include "lib/stats/recorder.h"

/*
 * Fills an initialised recorder from `text`, which is modified. The worst samples are in no order;
 * the recorder has room for TIMERLAT_HIST_WORST. -EBADMSG: the text is no such file, contradicts
 * itself, or has a linear histogram other than the recorder's layout.
 */
int kernel_histogram_parse(char *text, struct rtlat_recorder *recorder);

/*
 * Returns the time from which on the kernel counted. `from` is the time right before the histograms
 * were cleared; activations may have come in between.
 */
uint64_t kernel_histogram_from(const struct rtlat_recorder *recorder, uint64_t from,
			       uint64_t period);

/*
 * Returns how many periods since `from` had no activation. The kernel also counts missed periods
 * before `from`, of an activation that was late at that moment, and does not count those before the
 * very first activation.
 */
uint64_t kernel_histogram_missed(const struct rtlat_recorder *recorder, uint64_t from,
				 uint64_t period);

#endif /* LIB_SOURCE_TRACER_HISTOGRAM_TEXT_H */
