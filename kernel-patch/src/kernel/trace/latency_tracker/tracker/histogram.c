// SPDX-License-Identifier: GPL-2.0-only
/*
 * The delays of a tracker, counted in log-linear buckets for the current minute, the last five, the
 * last hour and all the time.
 *
 * Each CPU counts in one of two parts of its own. Who wants the counts has all CPUs change to their
 * other part, waits until nobody is in the one they left, and takes what is there into the current
 * minute: nothing is missed or counted twice, and no CPU ever waits for a reader.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "clock.h"
#include "histogram.h"

#define MINUTE_NS	(60ULL * NSEC_PER_SEC)

static void part_clear(struct part *part)
{
	memset(part, 0, sizeof(*part));
	part->min = U64_MAX;
}

/**
 * tracker_histogram_record - count a delay
 * @histogram: where
 * @delay: in ns
 *
 * In any context but NMI.
 */
void tracker_histogram_record(struct tracker_histogram *histogram, u64 delay)
{
	unsigned long flags;

	local_irq_save(flags);
	histogram_count(histogram, delay);
	local_irq_restore(flags);
}
EXPORT_SYMBOL_GPL(tracker_histogram_record);

/* --- windows ------------------------------------------------------------------ */

static void add_buckets(struct latency_histogram_window *window, u64 count, u64 sum, u64 min,
			u64 max)
{
	if (!window->count || min < window->min)
		window->min = min;
	if (max > window->max)
		window->max = max;
	window->count += count;
	window->sum += sum;
}

static void add_part(struct latency_histogram_window *window, const struct part *part)
{
	unsigned int first = timerlat_hist_index(part->min);
	unsigned int last = timerlat_hist_index(part->max);
	u64 count = 0;
	unsigned int i;

	for (i = first; i <= last; i++) {
		window->bucket[i] += part->bucket[i];
		count += part->bucket[i];
	}
	add_buckets(window, count, part->sum, part->min, part->max);
}

void window_add(struct latency_histogram_window *window,
		const struct latency_histogram_window *other)
{
	unsigned int i;

	if (!other->count)
		return;
	for (i = timerlat_hist_index(other->min); i <= timerlat_hist_index(other->max); i++)
		window->bucket[i] += other->bucket[i];
	add_buckets(window, other->count, other->sum, other->min, other->max);
}

void window_add_minute(struct latency_histogram_window *window, const struct minute *minute)
{
	unsigned int first, last, i;

	if (!minute->count)
		return;
	first = timerlat_hist_index(minute->min);
	last = timerlat_hist_index(minute->max);
	for (i = first; i <= last; i++)
		window->bucket[i] += minute->bucket[i - first];
	add_buckets(window, minute->count, minute->sum, minute->min, minute->max);
}

void window_clear(struct latency_histogram_window *window, u64 begin)
{
	memset(window, 0, WINDOW_SIZE);
	window->begin = begin;
}

/* Collects the CPUs' counts into the current minute. */
void histogram_collect(struct tracker_histogram *histogram)
{
	unsigned int left = histogram->active, cpu;
	struct parts *parts;
	struct part *part;

	histogram->active = !left;
	for_each_possible_cpu(cpu) {
		parts = per_cpu_ptr(histogram->parts, cpu);
		WRITE_ONCE(parts->active, parts->part[!left]);
	}
	/* Waits for all CPUs to leave their old part: counting cannot be preempted. */
	synchronize_rcu();
	for_each_possible_cpu(cpu) {
		part = per_cpu_ptr(histogram->parts, cpu)->part[left];
		if (part->min == U64_MAX)
			continue;
		add_part(histogram->current_minute, part);
		part_clear(part);
	}
}

static void minute_forget(struct minute *minute)
{
	kvfree(minute->bucket);
	memset(minute, 0, sizeof(*minute));
}

static void minute_keep(struct minute *minute, const struct latency_histogram_window *window)
{
	unsigned int first = timerlat_hist_index(window->min);
	unsigned int last = timerlat_hist_index(window->max);

	minute_forget(minute);
	minute->begin = window->begin;
	if (!window->count)
		return;
	minute->bucket = kvmalloc_array(last - first + 1, sizeof(u64), GFP_KERNEL);
	/* Without memory the minute counts in the total only. */
	if (!minute->bucket)
		return;
	memcpy(minute->bucket, &window->bucket[first], (last - first + 1) * sizeof(u64));
	minute->count = window->count;
	minute->min = window->min;
	minute->max = window->max;
	minute->sum = window->sum;
}

static void finish_minute(struct tracker_histogram *histogram)
{
	histogram_collect(histogram);
	window_add(histogram->total, histogram->current_minute);
	histogram->newest = (histogram->newest + 1) % MINUTES_KEPT;
	minute_keep(&histogram->minute[histogram->newest], histogram->current_minute);
	window_clear(histogram->current_minute, histogram->turns);
	histogram->turns += MINUTE_NS;
}

static void turn(struct work_struct *work)
{
	struct tracker_histogram *histogram =
		container_of(to_delayed_work(work), struct tracker_histogram, turn);
	u64 now = ktime_get_mono_fast_ns();

	tracker_clock_refresh();
	mutex_lock(&histogram->mutex);
	/* Minutes that have passed without a look become empty ones. */
	while (now >= histogram->turns)
		finish_minute(histogram);
	queue_delayed_work(system_dfl_wq, &histogram->turn,
			   nsecs_to_jiffies(histogram->turns - now) + 1);
	mutex_unlock(&histogram->mutex);
}

void histogram_start(struct tracker_histogram *histogram)
{
	u64 now = ktime_get_mono_fast_ns();
	unsigned int i;

	window_clear(histogram->current_minute, now);
	window_clear(histogram->total, now);
	for (i = 0; i < MINUTES_KEPT; i++)
		minute_forget(&histogram->minute[i]);
	histogram->turns = now + MINUTE_NS;
	mod_delayed_work(system_dfl_wq, &histogram->turn, nsecs_to_jiffies(MINUTE_NS) + 1);
}

/* --- from its creation to its end ------------------------------------------------ */

static int parts_create(struct tracker_histogram *histogram)
{
	struct parts *parts;
	unsigned int cpu, i;

	histogram->parts = alloc_percpu(struct parts);
	if (!histogram->parts)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		parts = per_cpu_ptr(histogram->parts, cpu);
		for (i = 0; i < ARRAY_SIZE(parts->part); i++) {
			parts->part[i] = kvmalloc_node(sizeof(*parts->part[i]), GFP_KERNEL,
						       cpu_to_node(cpu));
			if (!parts->part[i])
				return -ENOMEM;
			part_clear(parts->part[i]);
		}
		parts->active = parts->part[0];
	}
	return 0;
}

static void parts_destroy(struct tracker_histogram *histogram)
{
	unsigned int cpu;

	if (!histogram->parts)
		return;
	for_each_possible_cpu(cpu) {
		kvfree(per_cpu_ptr(histogram->parts, cpu)->part[0]);
		kvfree(per_cpu_ptr(histogram->parts, cpu)->part[1]);
	}
	free_percpu(histogram->parts);
}

/**
 * tracker_histogram_create - what counts the delays of a tracker
 * @number: LATENCY_TRACKER_*
 *
 * Return: the histogram, or NULL without memory.
 */
struct tracker_histogram *tracker_histogram_create(u16 number)
{
	struct tracker_histogram *histogram = kzalloc_obj(*histogram);

	if (!histogram)
		return NULL;
	histogram->number = number;
	mutex_init(&histogram->mutex);
	INIT_DELAYED_WORK(&histogram->turn, turn);
	histogram->current_minute = kvmalloc(WINDOW_SIZE, GFP_KERNEL);
	histogram->total = kvmalloc(WINDOW_SIZE, GFP_KERNEL);
	if (!histogram->current_minute || !histogram->total || parts_create(histogram)) {
		tracker_histogram_destroy(histogram);
		return NULL;
	}
	histogram_start(histogram);
	return histogram;
}

/**
 * tracker_histogram_destroy - free a histogram that nobody counts in any more
 * @histogram: it, or NULL
 */
void tracker_histogram_destroy(struct tracker_histogram *histogram)
{
	unsigned int i;

	if (!histogram)
		return;
	cancel_delayed_work_sync(&histogram->turn);
	parts_destroy(histogram);
	for (i = 0; i < MINUTES_KEPT; i++)
		minute_forget(&histogram->minute[i]);
	kvfree(histogram->current_minute);
	kvfree(histogram->total);
	kfree(histogram);
}
