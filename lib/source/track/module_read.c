// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Reads the binary files of the latency tracker's modules: totals with their histograms, and
 * single delays.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uapi/linux/timerlat_hist.h>

#include "lib/source/track/module_read.h"

_Static_assert(TIMERLAT_HIST_BITS == RTLAT_HISTOGRAM_BITS &&
		       TIMERLAT_HIST_TOP == RTLAT_HISTOGRAM_TOP,
	       "the kernel's histograms have the library's buckets");
_Static_assert(LATENCY_ALERT_TIMEOUT == RTLAT_DELAY_TIMEOUT &&
		       LATENCY_ALERT_INTERRUPT == RTLAT_DELAY_INTERRUPT &&
		       LATENCY_ALERT_PREEMPTED == RTLAT_DELAY_PREEMPTED &&
		       LATENCY_ALERT_SOFTIRQ == RTLAT_DELAY_SOFTIRQ &&
		       LATENCY_ALERT_THREADED == RTLAT_DELAY_THREADED &&
		       LATENCY_ALERT_WRITE == RTLAT_DELAY_WRITE &&
		       LATENCY_ALERT_FAILED == RTLAT_DELAY_FAILED,
	       "the kernel's flags are the library's");
_Static_assert(LATENCY_ALERT_STACK <= RTLAT_STACK_MAX, "a stack has room");

const char *track_module_name(enum rtlat_tracker tracker)
{
	return tracker == RTLAT_TRACK_SYSCALL ? "syscalls" : rtlat_tracker_name(tracker);
}

/* True for a header that this version can read. Later versions may append to each part. */
static bool is_known(const struct latency_histogram_header *header, size_t size)
{
	size_t windows = (size_t)header->windows * header->window_size;

	return header->size >= sizeof(*header) && header->windows > LATENCY_WINDOW_TOTAL &&
	       header->buckets == RTLAT_HISTOGRAM_BUCKETS && header->bits == RTLAT_HISTOGRAM_BITS &&
	       header->top == RTLAT_HISTOGRAM_TOP &&
	       header->window_size >= sizeof(struct latency_histogram_window) +
					      RTLAT_HISTOGRAM_BUCKETS * sizeof(uint64_t) &&
	       header->size <= size && windows <= size - header->size;
}

int track_module_total(const void *bytes, size_t size, struct track_module_total *total)
{
	struct latency_histogram_header header;
	struct latency_histogram_window window;
	const char *at;

	if (size < sizeof(header))
		return -EBADMSG;
	memcpy(&header, bytes, sizeof(header));
	if (!is_known(&header, size))
		return -EBADMSG;
	at = (const char *)bytes + header.size + LATENCY_WINDOW_TOTAL * (size_t)header.window_size;
	memcpy(&window, at, sizeof(window));
	total->count = window.count;
	total->min = window.min;
	total->max = window.max;
	total->sum = window.sum;
	memcpy(total->bucket, at + sizeof(window), sizeof(total->bucket));
	return 0;
}

static uint64_t value_of(unsigned int index, const struct track_module_total *total)
{
	uint64_t middle = rtlat_histogram_low(index) / 2 + rtlat_histogram_high(index) / 2;

	if (middle > total->max)
		return total->max;
	return middle < total->min ? total->min : middle;
}

/* The sum of squares is not known: it is taken from the buckets, as the others would be. */
static void make_exact(struct rtlat_histogram *histogram, const struct track_module_total *total)
{
	if (!histogram->count)
		return;
	histogram->min = total->min;
	histogram->max = total->max;
	histogram->sum = total->sum;
}

void track_module_add(struct rtlat_recorder *recorder, const struct track_module_total *total,
		      const struct track_module_total *before)
{
	unsigned int i;

	for (i = 0; i < RTLAT_HISTOGRAM_BUCKETS; i++) {
		if (total->bucket[i] > before->bucket[i])
			rtlat_recorder_add_counted(recorder, value_of(i, total),
						   total->bucket[i] - before->bucket[i]);
	}
	if (!before->count)
		make_exact(&recorder->histogram[recorder_slot(RTLAT_DELAY)], total);
	else
		recorder->histogram[recorder_slot(RTLAT_DELAY)].sum = total->sum - before->sum;
}

static uint16_t module_read_number_of(enum rtlat_tracker tracker)
{
	static const uint16_t numbers[RTLAT_TRACKERS] = {
		[RTLAT_TRACK_WAKEUP] = LATENCY_TRACKER_WAKEUP,
		[RTLAT_TRACK_OFFCPU] = LATENCY_TRACKER_OFFCPU,
		[RTLAT_TRACK_BLOCK] = LATENCY_TRACKER_BLOCK,
		[RTLAT_TRACK_SYSCALL] = LATENCY_TRACKER_SYSCALLS,
		[RTLAT_TRACK_IRQ] = LATENCY_TRACKER_IRQ,
		[RTLAT_TRACK_NET] = LATENCY_TRACKER_NET,
	};

	return numbers[tracker];
}

ssize_t track_module_alert(const void *bytes, size_t size, enum rtlat_tracker tracker,
			   struct latency_alert *alert)
{
	if (size < sizeof(*alert))
		return -EBADMSG;
	memcpy(alert, bytes, sizeof(*alert));
	if (alert->size < sizeof(*alert) || alert->size > size ||
	    alert->tracker != module_read_number_of(tracker))
		return -EBADMSG;
	if (alert->stack_size > LATENCY_ALERT_STACK)
		alert->stack_size = LATENCY_ALERT_STACK;
	if (alert->other_stack_size > LATENCY_ALERT_STACK)
		alert->other_stack_size = LATENCY_ALERT_STACK;
	return alert->size;
}

static uint64_t count_of(const char *text, const char *name)
{
	size_t length = strlen(name);

	while (strncmp(text, name, length) || text[length] != ' ') {
		text = strchr(text, '\n');
		if (!text)
			return 0;
		text++;
	}
	return strtoull(text + length, NULL, 10);
}

void track_module_lost(const char *text, struct track_module_lost *lost)
{
	lost->full = count_of(text, "full");
	lost->refused = count_of(text, "refused") + count_of(text, "missed");
}

/* Copies a text of the kernel's, which ends with a NUL if all is well. */
static void copy_text(char *to, size_t size, const char *from)
{
	memcpy(to, from, size);
	to[size - 1] = '\0';
}

static void set_other(const struct latency_alert *alert, struct rtlat_delay *delay)
{
	delay->other_pid = alert->other_pid >= 0 ? alert->other_pid : RTLAT_PID_ANY;
	delay->other_priority = alert->other_prio;
	delay->other_time = alert->other_time;
	copy_text(delay->other_comm, sizeof(delay->other_comm), alert->other_comm);
	/* The kernel tells here when the task was woken. */
	if (alert->tracker == LATENCY_TRACKER_OFFCPU && alert->other_time)
		delay->other_time =
			alert->time > alert->other_time ? alert->time - alert->other_time : 0;
}

void track_module_sample(const struct latency_alert *alert, struct rtlat_sample *sample)
{
	struct rtlat_delay *delay = &sample->delay;

	memset(sample, 0, sizeof(*sample));
	sample->cpu = alert->cpu;
	sample->expiry = alert->time > alert->delay ? alert->time - alert->delay : 0;
	sample->has = RTLAT_HAS(RTLAT_DELAY);
	sample->latency[RTLAT_DELAY] = alert->delay;
	delay->pid = alert->pid;
	delay->priority = alert->prio;
	delay->flags = alert->flags;
	copy_text(delay->comm, sizeof(delay->comm), alert->comm);
	copy_text(delay->name, sizeof(delay->name), alert->name);
	memcpy(delay->key, alert->key, sizeof(delay->key));
	set_other(alert, delay);
}
