/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A CPU's recorder: what one writer measured, in one block of memory without pointers, so that it
 * can be shared with another process. One writer; any number of readers take consistent
 * snapshots without a lock and without ever making the writer wait.
 */
#ifndef LIB_STATS_RECORDER_H
#define LIB_STATS_RECORDER_H

#include <string.h>

#include "lib/stats/histogram.h"
#include "rtlat.h"

/* Noise, or delays, are never measured together with latencies, and take the place of one. */
#define RECORDER_SLOTS RTLAT_LATENCIES

static inline unsigned int recorder_slot(unsigned int context)
{
	return context >= RTLAT_LATENCIES ? 0 : context;
}

struct rtlat_recorder_layout {
	uint64_t bucket_ns; /* linear histogram; with entries 0 there is none */
	uint32_t entries;
	uint32_t worst;
	uint32_t sources;      /* of noise */
	unsigned int contexts; /* RTLAT_HAS() mask */
};

struct rtlat_recorder {
	uint32_t sequence; /* odd while the writer is at work */
	uint32_t cpu;
	struct rtlat_recorder_layout layout;
	uint64_t count;
	uint64_t missed;
	uint64_t lost;
	uint64_t clamped;
	uint64_t idle_irq_max; /* of the samples whose interrupt met the idle task */
	struct rtlat_sample latest;
	uint32_t nr_worst;
	uint64_t worst_floor; /* a sample must exceed it to be among the worst */
	uint64_t linear_over[RECORDER_SLOTS];
	size_t linear_at; /* where in the recorder the linear histograms begin, in bytes */
	/* Sums of noise. The sources of noise are behind the worst samples. */
	struct rtlat_noise noise;
	struct rtlat_delays delays;
	struct rtlat_histogram histogram[RECORDER_SLOTS];
	struct rtlat_sample worst[]; /* layout.worst, a heap: the mildest first */
	/* then layout.sources, then RECORDER_SLOTS times layout.entries of the linear histograms */
};

static inline struct rtlat_noise_source *recorder_sources(struct rtlat_recorder *recorder)
{
	return (struct rtlat_noise_source *)(recorder->worst + recorder->layout.worst);
}

/* The linear histogram of a slot. */
static inline uint64_t *recorder_linear(struct rtlat_recorder *recorder, unsigned int slot)
{
	return (uint64_t *)((char *)recorder + recorder->linear_at) +
	       (size_t)slot * recorder->layout.entries;
}

static inline void recorder_add_linear(struct rtlat_recorder *recorder, unsigned int slot,
				       uint64_t latency, uint64_t count)
{
	uint64_t index = latency / recorder->layout.bucket_ns;

	if (index < recorder->layout.entries)
		recorder_linear(recorder, slot)[index] += count;
	else
		recorder->linear_over[slot] += count;
}

size_t rtlat_recorder_size(const struct rtlat_recorder_layout *layout);
/* `memory` has rtlat_recorder_size() bytes, aligned to 64; every page of it is touched. */
struct rtlat_recorder *rtlat_recorder_init(void *memory, int cpu,
					   const struct rtlat_recorder_layout *layout);

/* Writer's side. */
void rtlat_recorder_add(struct rtlat_recorder *recorder, const struct rtlat_sample *sample);
/* Adds a sample that is a noise, and adds its length to the time of noise. */
void rtlat_recorder_add_gap(struct rtlat_recorder *recorder, const struct rtlat_sample *sample);
/* Adds a noise of which only the duration is known, and whose time has been added already. */
void rtlat_recorder_add_lost_gap(struct rtlat_recorder *recorder, uint64_t duration);
/*
 * Adds a sample that is a delay; `alert`: it is kept, if it is among the worst. One that has not
 * ended is kept, but not counted as a delay.
 */
void rtlat_recorder_add_delay(struct rtlat_recorder *recorder, const struct rtlat_sample *sample,
			      bool alert);
void rtlat_recorder_add_timeout(struct rtlat_recorder *recorder, const struct rtlat_sample *sample);
/*
 * For delays that are counted elsewhere: keeps one of them that is an alert, or counts `count` of
 * them.
 */
void rtlat_recorder_add_alert(struct rtlat_recorder *recorder, const struct rtlat_sample *sample);
void rtlat_recorder_add_counted(struct rtlat_recorder *recorder, uint64_t delay, uint64_t count);
/* Counts delays that were not followed to their end. */
void rtlat_recorder_add_dropped(struct rtlat_recorder *recorder, uint64_t dropped);
void rtlat_recorder_add_missed(struct rtlat_recorder *recorder, uint64_t missed);
void rtlat_recorder_add_lost(struct rtlat_recorder *recorder, uint64_t lost);
void rtlat_recorder_add_clamped(struct rtlat_recorder *recorder);

/* A difference that the kernel took; 0, which is counted, where it is negative. */
static inline uint64_t rtlat_recorder_difference(struct rtlat_recorder *recorder,
						 uint64_t difference)
{
	if (difference <= INT64_MAX)
		return difference;
	rtlat_recorder_add_clamped(recorder);
	return 0;
}

/* to - from, of one clock; 0, which is counted, where a fault of the clock has `to` come first. */
static inline uint64_t rtlat_recorder_between(struct rtlat_recorder *recorder, uint64_t from,
					      uint64_t to)
{
	if (to >= from)
		return to - from;
	rtlat_recorder_add_clamped(recorder);
	return 0;
}

/*
 * Increments of the noise's sums. They are added modulo 2^64: a sum that was too large before is
 * corrected by a negative increment.
 */
struct noise_seen {
	uint64_t runtime;
	uint64_t time; /* of noise, beside that of gaps */
	uint64_t periods;
	uint64_t max_period; /* the most noise in one period, as far as it is known */
	uint64_t hardware;
	uint64_t count[RTLAT_INTERFERERS];
};

void rtlat_recorder_add_noise(struct rtlat_recorder *recorder, const struct noise_seen *seen);
/*
 * Adds `duration` to the time of somebody who had the CPU. If the table is full, the one with the
 * least time loses its name.
 */
void rtlat_recorder_add_source(struct rtlat_recorder *recorder, enum rtlat_interferer by,
			       int32_t id, const char name[RTLAT_NAME_SIZE], uint64_t duration);
/* The sources by time, largest first; once the writer has ended. */
void rtlat_recorder_sort_sources(struct rtlat_recorder *recorder);

/* Empties the recorder as rtlat_recorder_init() does, but touches only the parts in use. */
void rtlat_recorder_clear(struct rtlat_recorder *recorder);
/* Replaces the content of `to` by that of `from`; `to` keeps its layout. */
void rtlat_recorder_replace(struct rtlat_recorder *to, const struct rtlat_recorder *from);

/*
 * Reader's side: a consistent copy of all but the linear histograms. `copy` was once initialised
 * with a layout without entries, and with as many of the worst. -EAGAIN: the writer was at work in
 * every one of many tries.
 */
int rtlat_recorder_snapshot(const struct rtlat_recorder *recorder, struct rtlat_recorder *copy);

/* The worst samples, largest thread latency first; sorts in place, once the writer has ended. */
void rtlat_recorder_sort_worst(struct rtlat_recorder *recorder);
/*
 * to += from; of linear histograms, where both have them, and of the worst as many as `to` keeps.
 */
void rtlat_recorder_merge(struct rtlat_recorder *to, const struct rtlat_recorder *from);

/* The latency by which samples are ranked. */
static inline uint64_t sample_rank(const struct rtlat_sample *sample)
{
	if (sample->has & RTLAT_HAS(RTLAT_THREAD))
		return sample->latency[RTLAT_THREAD];
	if (sample->has & RTLAT_HAS(RTLAT_DELAY))
		return sample->latency[RTLAT_DELAY];
	return sample->latency[sample->has & RTLAT_HAS(RTLAT_NOISE) ? RTLAT_NOISE : RTLAT_IRQ];
}

/* The activation's sample among the worst, which is whole, or NULL. */
const struct rtlat_sample *rtlat_recorder_find_worst(const struct rtlat_recorder *recorder,
						     uint64_t seq);

/*
 * The writer's half of the sequence counter. The fences order the counter against the plain
 * stores between them; the writer never waits.
 */
static inline void recorder_write_begin(struct rtlat_recorder *recorder)
{
	__atomic_store_n(&recorder->sequence, recorder->sequence + 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

static inline void recorder_write_end(struct rtlat_recorder *recorder)
{
	__atomic_store_n(&recorder->sequence, recorder->sequence + 1, __ATOMIC_RELEASE);
}

/* recorder_noise.c: parts of a merge and of a snapshot, whose source may change meanwhile */
void recorder_merge_noise(struct rtlat_recorder *to, const struct rtlat_recorder *from);
void recorder_copy_sources(struct rtlat_recorder *to, const struct rtlat_recorder *from);

/* recorder_delay.c: a part of a merge */
void recorder_merge_delays(struct rtlat_recorder *to, const struct rtlat_recorder *from);
/*
 * recorder_result.c: fills in the statistics of the contexts of a mask. They borrow from the
 * recorder, whose writer has ended: its worst samples and its sources of noise are sorted.
 */
void recorder_view(struct rtlat_recorder *recorder, unsigned int contexts,
		   struct rtlat_cpu_result *cpu);
/* Copies a CPU's statistics to an empty recorder, whose layout has room for all of them. */
void recorder_load(struct rtlat_recorder *recorder, const struct rtlat_cpu_result *cpu);
/* worst.c: within a write, a sample that is among the worst */
void recorder_add_worst(struct rtlat_recorder *recorder, const struct rtlat_sample *sample);

/* interference.c: adds who interfered with a noise, for a whole period. */
void interference_add(struct rtlat_interference *to, const struct rtlat_interference *from);

/* True if the sample will be kept whole. Only such a sample needs its interference filled in. */
static inline bool sample_is_worst(const struct rtlat_recorder *recorder,
				   const struct rtlat_sample *sample)
{
	return recorder->nr_worst < recorder->layout.worst ||
	       (recorder->layout.worst && sample_rank(sample) > recorder->worst_floor);
}

#endif /* LIB_STATS_RECORDER_H */
