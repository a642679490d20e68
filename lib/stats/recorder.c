// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The recorder, in which a thread counts its samples: histograms, sums, extremes and gaps. It is
 * one block of memory without pointers, so that processes can share it.
 */
#include <errno.h>

#include "lib/stats/recorder.h"

/* A context that stands for all that are latencies. */
#define ALL_LATENCIES RTLAT_CONTEXTS
#define SNAPSHOT_TRIES 64
/* A writer that is at work for longer was preempted, perhaps by the reader itself. */
#define SNAPSHOT_BUSY_TRIES 16
#define SNAPSHOT_PAUSE_NS 100000

size_t rtlat_recorder_size(const struct rtlat_recorder_layout *layout)
{
	return sizeof(struct rtlat_recorder) + layout->worst * sizeof(struct rtlat_sample) +
	       layout->sources * sizeof(struct rtlat_noise_source) +
	       (size_t)RECORDER_SLOTS * layout->entries * sizeof(uint64_t);
}

struct rtlat_recorder *rtlat_recorder_init(void *memory, int cpu,
					   const struct rtlat_recorder_layout *layout)
{
	struct rtlat_recorder *recorder = memory;
	unsigned int slot;

	memset(memory, 0, rtlat_recorder_size(layout));
	recorder->cpu = cpu;
	recorder->layout = *layout;
	recorder->linear_at =
		(char *)(recorder_sources(recorder) + layout->sources) - (char *)recorder;
	for (slot = 0; slot < RECORDER_SLOTS; slot++)
		rtlat_histogram_init(&recorder->histogram[slot]);
	return recorder;
}

static void linear_add(struct rtlat_recorder *recorder, unsigned int slot, uint64_t latency)
{
	recorder_add_linear(recorder, slot, latency, 1);
}

static inline void add_latency(struct rtlat_recorder *recorder, const struct rtlat_sample *sample,
			       enum rtlat_context context)
{
	if (!(sample->has & RTLAT_HAS(context)))
		return;
	histogram_add(&recorder->histogram[recorder_slot(context)], sample->latency[context]);
	if (recorder->layout.entries)
		linear_add(recorder, recorder_slot(context), sample->latency[context]);
}

/* Inlined in each, so that a latency does not pay for noise. */
static inline __attribute__((always_inline)) void add_sample(struct rtlat_recorder *recorder,
							     const struct rtlat_sample *sample,
							     enum rtlat_context context, bool kept)
{
	recorder_write_begin(recorder);
	recorder->count++;
	recorder->missed += sample->missed;
	if (context == RTLAT_DELAY)
		recorder->delays.alerts += kept;
	if (context == RTLAT_NOISE)
		recorder->noise.time += sample->latency[RTLAT_NOISE];
	if (context != ALL_LATENCIES) {
		add_latency(recorder, sample, context);
	} else {
		if (sample->has & RTLAT_HAS_MET_IDLE &&
		    sample->latency[RTLAT_IRQ] > recorder->idle_irq_max)
			recorder->idle_irq_max = sample->latency[RTLAT_IRQ];
		add_latency(recorder, sample, RTLAT_IRQ);
		add_latency(recorder, sample, RTLAT_THREAD);
		add_latency(recorder, sample, RTLAT_RETURN);
	}
	memcpy(&recorder->latest, sample, offsetof(struct rtlat_sample, interference));
	if (kept && sample_is_worst(recorder, sample))
		recorder_add_worst(recorder, sample);
	recorder_write_end(recorder);
}

void rtlat_recorder_add(struct rtlat_recorder *recorder, const struct rtlat_sample *sample)
{
	add_sample(recorder, sample, ALL_LATENCIES, true);
}

void rtlat_recorder_add_gap(struct rtlat_recorder *recorder, const struct rtlat_sample *sample)
{
	add_sample(recorder, sample, RTLAT_NOISE, true);
}

void rtlat_recorder_add_lost_gap(struct rtlat_recorder *recorder, uint64_t duration)
{
	recorder_write_begin(recorder);
	recorder->count++;
	histogram_add(&recorder->histogram[recorder_slot(RTLAT_NOISE)], duration);
	if (recorder->layout.entries)
		linear_add(recorder, recorder_slot(RTLAT_NOISE), duration);
	recorder_write_end(recorder);
}

void rtlat_recorder_add_delay(struct rtlat_recorder *recorder, const struct rtlat_sample *sample,
			      bool alert)
{
	add_sample(recorder, sample, RTLAT_DELAY, alert);
}

void rtlat_recorder_add_missed(struct rtlat_recorder *recorder, uint64_t missed)
{
	recorder_write_begin(recorder);
	recorder->missed += missed;
	recorder_write_end(recorder);
}

void rtlat_recorder_add_lost(struct rtlat_recorder *recorder, uint64_t lost)
{
	recorder_write_begin(recorder);
	recorder->lost += lost;
	recorder_write_end(recorder);
}

void rtlat_recorder_add_clamped(struct rtlat_recorder *recorder)
{
	recorder_write_begin(recorder);
	recorder->clamped++;
	recorder_write_end(recorder);
}

static void clear_copy(struct rtlat_recorder *copy)
{
	unsigned int slot;

	for (slot = 0; slot < RECORDER_SLOTS; slot++)
		rtlat_histogram_clear(&copy->histogram[slot]);
}

static void fill_copy(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	uint32_t room = to->layout.worst;
	unsigned int slot;

	memcpy(to, from, offsetof(struct rtlat_recorder, histogram));
	to->layout.worst = room;
	if (to->nr_worst > room)
		to->nr_worst = 0;
	memcpy(to->worst, from->worst, to->nr_worst * sizeof(to->worst[0]));
	recorder_copy_sources(to, from);
	for (slot = 0; slot < RECORDER_SLOTS; slot++)
		rtlat_histogram_fill(&to->histogram[slot], &from->histogram[slot]);
	to->layout.entries = 0;
}

int rtlat_recorder_snapshot(const struct rtlat_recorder *recorder, struct rtlat_recorder *copy)
{
	const struct timespec pause = { .tv_nsec = SNAPSHOT_PAUSE_NS };
	uint32_t before;
	int tries;

	for (tries = 0; tries < SNAPSHOT_TRIES; tries++) {
		if (tries >= SNAPSHOT_BUSY_TRIES)
			nanosleep(&pause, NULL);
		clear_copy(copy);
		/* The copy is valid only if it ends before the writer's next sample. */
		before = __atomic_load_n(&recorder->sequence, __ATOMIC_ACQUIRE);
		if (before & 1)
			continue;
		fill_copy(copy, recorder);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (__atomic_load_n(&recorder->sequence, __ATOMIC_RELAXED) == before)
			return 0;
	}
	return -EAGAIN;
}

static void merge_worst(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	uint32_t i;

	for (i = 0; i < from->nr_worst; i++) {
		if (sample_is_worst(to, &from->worst[i]))
			recorder_add_worst(to, &from->worst[i]);
	}
}

static void merge_linear(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	size_t nr = (size_t)RECORDER_SLOTS * to->layout.entries, i;
	const uint64_t *added = recorder_linear((struct rtlat_recorder *)from, 0);
	uint64_t *linear = recorder_linear(to, 0);

	if (to->layout.entries != from->layout.entries)
		return;
	for (i = 0; i < nr; i++)
		linear[i] += added[i];
}

void rtlat_recorder_merge(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	unsigned int slot;

	to->count += from->count;
	to->missed += from->missed;
	to->lost += from->lost;
	to->clamped += from->clamped;
	for (slot = 0; slot < RECORDER_SLOTS; slot++) {
		rtlat_histogram_merge(&to->histogram[slot], &from->histogram[slot]);
		to->linear_over[slot] += from->linear_over[slot];
	}
	merge_linear(to, from);
	merge_worst(to, from);
	recorder_merge_noise(to, from);
	recorder_merge_delays(to, from);
}

static void clear(struct rtlat_recorder *recorder)
{
	unsigned int slot;

	recorder->count = recorder->missed = recorder->lost = recorder->clamped = 0;
	recorder->idle_irq_max = 0;
	memset(&recorder->latest, 0, sizeof(recorder->latest));
	memset(recorder->worst, 0, recorder->nr_worst * sizeof(recorder->worst[0]));
	recorder->nr_worst = 0;
	recorder->worst_floor = 0;
	for (slot = 0; slot < RECORDER_SLOTS; slot++) {
		rtlat_histogram_clear(&recorder->histogram[slot]);
		recorder->linear_over[slot] = 0;
	}
	memset(&recorder->noise, 0, sizeof(recorder->noise));
	memset(&recorder->delays, 0, sizeof(recorder->delays));
	memset(recorder_linear(recorder, 0), 0,
	       (size_t)RECORDER_SLOTS * recorder->layout.entries * sizeof(uint64_t));
}

void rtlat_recorder_clear(struct rtlat_recorder *recorder)
{
	recorder_write_begin(recorder);
	clear(recorder);
	recorder_write_end(recorder);
}

void rtlat_recorder_replace(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	recorder_write_begin(to);
	clear(to);
	rtlat_recorder_merge(to, from);
	to->latest = from->latest;
	recorder_write_end(to);
}
