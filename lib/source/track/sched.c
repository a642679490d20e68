// SPDX-License-Identifier: LGPL-2.1-or-later
/* Tasks that wait for a CPU, or are off it. */
#include <string.h>

#include "lib/source/track/track.h"

static struct track_key key_of(const struct track_task *task)
{
	return (struct track_key){ { (uint32_t)task->pid, 0 } };
}

/* The latest, in place of the oldest. */
static void add_ran(struct track_cpu *cpu, const struct track_task *task, uint64_t to)
{
	struct track_ran *ran = &cpu->ran[cpu->nr_ran++ % TRACK_RAN];

	ran->task = *task;
	ran->from = cpu->since;
	ran->to = to;
}

static const struct track_ran *ran_before(const struct track_cpu *cpu, unsigned int back)
{
	if (back >= TRACK_RAN || back >= cpu->nr_ran)
		return NULL;
	return &cpu->ran[(cpu->nr_ran - 1 - back) % TRACK_RAN];
}

static uint64_t ran_since(const struct track_ran *ran, uint64_t since)
{
	return ran->to - (ran->from > since ? ran->from : since);
}

/* Returns how long the task has run since then, as far as is known. */
static uint64_t task_ran_since(const struct track_cpu *cpu, int32_t pid, uint64_t since)
{
	const struct track_ran *ran;
	uint64_t time = 0;
	unsigned int i;

	for (i = 0; (ran = ran_before(cpu, i)) && ran->to > since; i++) {
		if (ran->task.pid == pid)
			time += ran_since(ran, since);
	}
	return time;
}

/* Finds the task that ran longest while the task waited. An idle CPU is nobody. */
static void find_ahead(const struct track_cpu *cpu, uint64_t since, struct rtlat_delay *delay)
{
	const struct track_ran *ran;
	uint64_t time;
	unsigned int i;

	for (i = 0; (ran = ran_before(cpu, i)) && ran->to > since; i++) {
		time = ran->task.pid ? task_ran_since(cpu, ran->task.pid, since) : 0;
		if (time <= delay->other_time)
			continue;
		delay->other_time = time;
		delay->other_pid = ran->task.pid;
		delay->other_priority = ran->task.priority;
		memcpy(delay->other_comm, ran->task.comm, sizeof(delay->other_comm));
	}
}

static void sched_finish(struct track *track, const struct track_event *event,
			 struct track_start *start)
{
	bool wakeup = track->config.tracker == RTLAT_TRACK_WAKEUP;
	struct rtlat_recorder *recorder;
	struct rtlat_sample sample;

	recorder = track_sample(track, start, event->cpu, event->time, &sample);
	if (recorder) {
		if (wakeup && track_keeps(track, recorder, &sample))
			find_ahead(&track->cpus[event->cpu], start->time, &sample.delay);
		/* The time, so far, is when the task was woken. */
		if (!wakeup && sample.delay.other_time)
			sample.delay.other_time = rtlat_recorder_between(
				recorder, sample.delay.other_time, event->time);
		track_record(track, recorder, &sample);
	}
	track_pairs_end(track->pairs, start);
}

/*
 * A wakeup that comes while the task still runs has no effect, unless the task was about to sleep:
 * then its switch comes later, in the trace. It is forgotten when the task is preempted, and the
 * next one takes its place when it sleeps.
 */
static void leave(struct track *track, const struct track_event *event)
{
	const struct track_key key = key_of(&event->task);
	struct track_start *start;

	if (!event->task.pid || !track_wants(track, &event->task))
		return;
	if (event->gone) {
		start = track_pairs_find(track->pairs, &key);
		if (start)
			track_pairs_end(track->pairs, start);
		return;
	}
	if (event->blocked && track->config.tracker == RTLAT_TRACK_WAKEUP) {
		start = track_pairs_find(track->pairs, &key);
		if (start)
			start->doubtful = true;
		return;
	}
	start = track_begin(track, &key, event, &event->task);
	if (!start)
		return;
	if (!event->blocked)
		start->delay.flags = RTLAT_DELAY_PREEMPTED;
	if (track->config.tracker == RTLAT_TRACK_OFFCPU)
		start->delay.key[0] = event->state;
}

static void take_switch(struct track *track, const struct track_event *event)
{
	struct track_cpu *cpu = &track->cpus[event->cpu];
	const struct track_key key = key_of(&event->other);
	struct track_start *start;

	if (cpu->known)
		add_ran(cpu, &event->task, event->time);
	cpu->running = event->other;
	cpu->since = event->time;
	cpu->known = true;
	leave(track, event);
	start = track_pairs_find(track->pairs, &key);
	if (start)
		sched_finish(track, event, start);
}

/* The task that is woken is off its CPU: by whom? */
static void note_waker(struct track *track, const struct track_event *event)
{
	const struct track_key key = key_of(&event->other);
	struct track_start *start = track_pairs_find(track->pairs, &key);
	const struct track_cpu *cpu = &track->cpus[event->cpu];

	if (!start)
		return;
	start->delay.other_pid = event->task.pid;
	start->delay.other_time = event->time;
	if (!cpu->known || cpu->running.pid != event->task.pid)
		return;
	start->delay.other_priority = cpu->running.priority;
	memcpy(start->delay.other_comm, cpu->running.comm, sizeof(start->delay.other_comm));
}

static void take_waking(struct track *track, const struct track_event *event)
{
	const struct track_key key = key_of(&event->other);

	if (track->config.tracker == RTLAT_TRACK_OFFCPU)
		note_waker(track, event);
	else if (track_wants(track, &event->other))
		track_begin(track, &key, event, &event->other);
}

void track_take_sched(struct track *track, const struct track_event *event)
{
	if (event->kind == TRACK_SWITCH)
		take_switch(track, event);
	else
		take_waking(track, event);
}
