/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The geometry of the log-linear histograms of timerlat: values up to
 * 2^(BITS + 1) - 1 have a bucket each; above, each power of two is split into
 * 2^BITS buckets, up to 2^TOP - 1. Larger values are in the last bucket.
 */
#ifndef _UAPI_LINUX_TIMERLAT_HIST_H
#define _UAPI_LINUX_TIMERLAT_HIST_H

#include <linux/types.h>

#define TIMERLAT_HIST_BITS	7
#define TIMERLAT_HIST_TOP	42
#define TIMERLAT_HIST_BUCKETS	\
	((TIMERLAT_HIST_TOP - TIMERLAT_HIST_BITS + 1) << TIMERLAT_HIST_BITS)
#define TIMERLAT_HIST_MAX	((1ULL << TIMERLAT_HIST_TOP) - 1)

/* The worst activations that are kept, and the entries that a linear histogram may have. */
#define TIMERLAT_HIST_WORST	16
#define TIMERLAT_HIST_ENTRIES	2048

static inline unsigned int timerlat_hist_index(__u64 value)
{
	unsigned int shift;

	if (!(value >> (TIMERLAT_HIST_BITS + 1)))
		return (unsigned int)value;
	if (value > TIMERLAT_HIST_MAX)
		return TIMERLAT_HIST_BUCKETS - 1;
	shift = 63 - __builtin_clzll(value) - TIMERLAT_HIST_BITS;
	return (shift << TIMERLAT_HIST_BITS) + (unsigned int)(value >> shift);
}

#endif /* _UAPI_LINUX_TIMERLAT_HIST_H */
