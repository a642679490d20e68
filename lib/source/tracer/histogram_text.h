/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The text of timerlat_hist: what the kernel keeps of one CPU's kernel thread. Histograms, counts
 * and worst samples since they were last cleared.
 */
#ifndef LIB_SOURCE_TRACER_HISTOGRAM_TEXT_H
#define LIB_SOURCE_TRACER_HISTOGRAM_TEXT_H

#include "lib/stats/recorder.h"

/*
 * Fill an initialised recorder from `text`, which is taken apart. The worst samples come in no
 * order; the recorder has room for TIMERLAT_HIST_WORST. -EBADMSG: it is not such a text, it
 * contradicts itself, or its linear histogram is not the one of the recorder's layout.
 */
int kernel_histogram_parse(char *text, struct rtlat_recorder *recorder);

/*
 * From when on what was parsed is counted, given the time `from` right before the histograms were
 * cleared: activations may have come in between.
 */
uint64_t kernel_histogram_from(const struct rtlat_recorder *recorder, uint64_t from,
			       uint64_t period);

/*
 * How many of the periods that passed since `from` had no activation, given what was parsed. The
 * kernel counts those before `from` too, of an activation that was late just then, and does not
 * count those before the first activation of all.
 */
uint64_t kernel_histogram_missed(const struct rtlat_recorder *recorder, uint64_t from,
				 uint64_t period);

#endif /* LIB_SOURCE_TRACER_HISTOGRAM_TEXT_H */
