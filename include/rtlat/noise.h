/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise: the time that a CPU lost to others while a thread on it always wanted to run. */
#ifndef RTLAT_NOISE_H
#define RTLAT_NOISE_H

#include "rtlat/sample.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RTLAT_NOISE_PERIOD_MAX (10000 * RTLAT_NSEC_PER_MSEC)
#define RTLAT_NOISE_RUNTIME_MIN (100 * RTLAT_NSEC_PER_USEC)

/*
 * The most sources of noise of a CPU. All have names, but for one of each kind, which adds up those
 * without room.
 */
#define RTLAT_NOISE_SOURCES 128

/* Somebody who interfered, with the sums of the whole run. */
struct rtlat_noise_source {
	uint64_t count;
	uint64_t time; /* net */
	uint64_t max;  /* the longest */
	enum rtlat_interferer by;
	int32_t id;                 /* pid, softirq, or vector or IRQ number */
	char name[RTLAT_NAME_SIZE]; /* "": all others of that kind, or a kind that has no names */
};

/*
 * The noise of a CPU, or of all. Runtime and noise are those of whole periods, and of the last
 * period as far as it was seen.
 */
struct rtlat_noise {
	uint64_t periods;    /* that ended */
	uint64_t runtime;    /* ns for which the thread would have run */
	uint64_t time;       /* ns of that which it did not */
	uint64_t max_period; /* ns, the most in one period */
	uint64_t hardware;   /* how many were without any interference, with RTLAT_HAS_COUNTS */
	uint64_t count
		[RTLAT_INTERFERERS]; /* how often each kind interfered, with RTLAT_HAS_COUNTS */
	/* With RTLAT_HAS_INTERFERENCE: by time, largest first. */
	const struct rtlat_noise_source *source;
	unsigned int nr_sources;
};

/*
 * Sets the share of the runtime that was not noise, in RTLAT_PERCENT; -ENODATA: there was no
 * runtime.
 */
int rtlat_noise_available(const struct rtlat_noise *noise, double *available);
/* "thread hog:75", "irq local_timer:236", "softirq RCU:9", "nmi", "thread, others" */
int rtlat_noise_source_format(const struct rtlat_noise_source *source, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_NOISE_H */
