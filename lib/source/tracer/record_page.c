// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Makes samples of one CPU's records from timerlat_fd. A sample waits for the next record, which
 * has its return latency.
 */
#include "lib/source/tracer/record_page.h"

_Static_assert((int)RTLAT_BY_THREAD == (int)TIMERLAT_THREAD &&
		       (int)RTLAT_BY_SOFTIRQ == (int)TIMERLAT_SOFTIRQ &&
		       (int)RTLAT_BY_IRQ == (int)TIMERLAT_IRQ &&
		       (int)RTLAT_BY_NMI == (int)TIMERLAT_NMI &&
		       RTLAT_NAME_SIZE == TIMERLAT_NAME_LEN,
	       "the library's interferers are the kernel's levels");

void record_samples_init(struct record_samples *samples, int cpu, uint64_t period)
{
	memset(samples, 0, sizeof(*samples));
	samples->pending.cpu = cpu;
	samples->period = period;
}

/* The size of records of older kernels, which do not tell whom the interrupt met. */
#define RECORD_WITHOUT_MET offsetof(struct timerlat_record, met_name)
/* The size of those that do not tell who sent it. */
#define RECORD_WITHOUT_SENDER offsetof(struct timerlat_record, sender_name)

/* Takes `time` from `part`, or all that there is; returns how much was taken. */
static uint64_t take_from(uint64_t *part, uint64_t time)
{
	if (time > *part)
		time = *part;
	*part -= time;
	return time;
}

/*
 * Copies the task that was met and the other timers. In the record, the time of other timers'
 * functions is a part of `late` and `handler`.
 */
static void copy_met(struct rtlat_interference *to, const struct timerlat_record *record)
{
	struct rtlat_hrtimers *hrtimers = &to->hrtimers;

	to->met.known = true;
	to->met.pid = record->met_pid;
	memcpy(to->met.name, record->met_name, RTLAT_NAME_SIZE);
	hrtimers->time = take_from(&to->late, record->timer_time - record->timer_after) +
			 take_from(&to->handler, record->timer_after);
	hrtimers->count = record->timer_count;
	hrtimers->longest = record->timer_duration;
	hrtimers->function = record->timer_function;
	hrtimers->name[0] = '\0';
}

static void copy_sender(struct rtlat_sender *to, const struct timerlat_record *record)
{
	to->known = record->flags & TIMERLAT_SENDER;
	if (!to->known)
		return;
	to->cpu = record->sender_cpu;
	to->pid = record->sender_pid;
	memcpy(to->name, record->sender_name, RTLAT_NAME_SIZE);
}

static void copy_interference(struct rtlat_interference *to, const struct timerlat_record *record)
{
	unsigned int i;

	to->late = record->late;
	to->handler = record->handler;
	to->dispatch = record->dispatch;
	memcpy(to->time, record->time, sizeof(to->time));
	memcpy(to->count, record->count, sizeof(to->count));
	for (i = 0; i < RTLAT_BY_NMI; i++) {
		to->worst[i].duration = record->worst[i].duration;
		to->worst[i].id = record->worst[i].id;
		memcpy(to->worst[i].name, record->worst[i].name, RTLAT_NAME_SIZE);
	}
	if (record->size >= RECORD_WITHOUT_SENDER)
		copy_met(to, record);
	if (record->size >= sizeof(*record))
		copy_sender(&to->sender, record);
}

/*
 * Returns the periods missed before the first recorded sample: a thread that was kept from arming
 * its first timer, one period ahead, missed them.
 */
static uint64_t first_missed(const struct record_samples *samples, uint64_t from)
{
	uint64_t periods = (samples->pending.expiry - from) / samples->period;

	return periods > 1 ? periods - 1 : 0;
}

static void flush(struct record_samples *samples, struct rtlat_recorder *recorder, uint64_t from)
{
	struct rtlat_sample *pending = &samples->pending;

	if (pending->has && pending->expiry >= from &&
	    !pause_crosses_sample(samples->pause, pending)) {
		if (!samples->recording)
			pending->missed = first_missed(samples, from);
		else if (pending->seq > samples->last_seq + 1)
			rtlat_recorder_add_lost(recorder, pending->seq - samples->last_seq - 1);
		samples->recording = true;
		if (pending->has & RTLAT_HAS_INTERFERENCE && sample_is_worst(recorder, pending))
			copy_interference(&pending->interference, samples->record);
		rtlat_recorder_add(recorder, pending);
	}
	samples->last_seq = pending->seq;
	pending->has = 0;
}

void record_samples_feed(struct record_samples *samples, struct rtlat_recorder *recorder,
			 const struct timerlat_record *record, size_t size, uint64_t from)
{
	struct rtlat_sample *pending = &samples->pending;

	if (pending->has && record->return_latency) {
		pending->latency[RTLAT_RETURN] =
			rtlat_recorder_difference(recorder, record->return_latency);
		pending->has |= RTLAT_HAS(RTLAT_RETURN);
	}
	flush(samples, recorder, from);
	pending->seq = record->seq;
	pending->expiry = record->expiry;
	pending->missed = record->missed;
	pending->latency[RTLAT_IRQ] = rtlat_recorder_difference(recorder, record->irq_latency);
	pending->latency[RTLAT_THREAD] =
		rtlat_recorder_difference(recorder, record->thread_latency);
	pending->has = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD);
	if (size >= RECORD_WITHOUT_MET && !(record->flags & TIMERLAT_INCOMPLETE))
		pending->has |= RTLAT_HAS_INTERFERENCE;
	if (size >= RECORD_WITHOUT_SENDER && !record->met_pid)
		pending->has |= RTLAT_HAS_MET_IDLE;
	samples->record = record;
}

void record_samples_latest(const struct record_samples *samples, struct rtlat_sample *sample)
{
	*sample = samples->pending;
	if (sample->has & RTLAT_HAS_INTERFERENCE)
		copy_interference(&sample->interference, samples->record);
}

void record_samples_finish(struct record_samples *samples, struct rtlat_recorder *recorder,
			   uint64_t from, uint64_t to)
{
	const struct rtlat_sample *pending = &samples->pending;
	uint64_t last;

	if (!pending->has)
		return;
	last = pending->expiry;
	if (last <= to) {
		flush(samples, recorder, from);
		if (last >= from)
			rtlat_recorder_add_missed(recorder, (to - last) / samples->period);
		return;
	}
	/*
	 * The sample came after the end of the run: the periods before it that were within the run
	 * are missed.
	 */
	last -= (pending->missed + 1) * samples->period;
	if (pending->missed && to > last && last >= from)
		rtlat_recorder_add_missed(recorder, (to - last) / samples->period);
}
