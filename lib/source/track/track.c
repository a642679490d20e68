// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Delays from pairs of events: the filters, the samples made of a begin and its end, and which of
 * them are kept with a name and a stack.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/namespaces.h"
#include "lib/util/sysfs.h"
#include "lib/source/track/track.h"

bool track_comm_is_plain(const char *comm)
{
	size_t i;

	for (i = 0; comm[i]; i++) {
		if (i == RTLAT_NAME_SIZE - 1 || comm[i] == 0x7f || (unsigned char)comm[i] < ' ' ||
		    strchr("\"\\'", comm[i]))
			return false;
	}
	return true;
}

int track_init(struct track *track, const struct rtlat_track *config, unsigned int nr_cpus,
	       unsigned int capacity)
{
	int err;

	memset(track, 0, sizeof(*track));
	track->config = *config;
	track->self = RTLAT_PID_ANY;
	track->nr_cpus = nr_cpus;
	track->cpus = calloc(nr_cpus, sizeof(*track->cpus));
	if (!track->cpus)
		return -ENOMEM;
	err = track_pairs_create(&track->pairs, capacity);
	if (err)
		track_free(track);
	return err;
}

void track_free(struct track *track)
{
	track_pairs_free(track->pairs);
	free(track->cpus);
	track->pairs = NULL;
	track->cpus = NULL;
}

bool track_wants(const struct track *track, const struct track_task *task)
{
	const struct rtlat_track *config = &track->config;

	if (track->self != RTLAT_PID_ANY && task->pid == track->self)
		return false;
	if (config->pid != RTLAT_PID_ANY && task->pid != config->pid)
		return false;
	if (config->priority != RTLAT_PRIORITY_ANY && task->priority > config->priority)
		return false;
	/* An event without a name has passed the kernel's filter. */
	return !config->comm[0] || !task->named || !strcmp(task->comm, config->comm);
}

struct track_start *track_begin(struct track *track, const struct track_key *key,
				const struct track_event *event, const struct track_task *task)
{
	struct track_start *start = track_pairs_begin(track->pairs, key, event->time);
	struct rtlat_recorder *recorder;

	if (start) {
		start->cpu = event->cpu;
		start->delay.pid = task->pid;
		start->delay.priority = task->priority;
		memcpy(start->delay.comm, task->comm, sizeof(task->comm));
		return start;
	}
	recorder = track->recorder(track->data, event->cpu, event->time);
	if (recorder)
		rtlat_recorder_add_dropped(recorder, 1);
	return NULL;
}

struct rtlat_recorder *track_sample(struct track *track, const struct track_start *start, int cpu,
				    uint64_t time, struct rtlat_sample *sample)
{
	struct rtlat_recorder *recorder = track->recorder(track->data, cpu, time);

	if (!recorder)
		return NULL;
	memset(sample, 0, sizeof(*sample));
	sample->cpu = cpu;
	sample->expiry = start->time;
	sample->has = RTLAT_HAS(RTLAT_DELAY);
	sample->latency[RTLAT_DELAY] = rtlat_recorder_between(recorder, start->time, time);
	sample->delay = start->delay;
	return recorder;
}

bool track_keeps(const struct track *track, const struct rtlat_recorder *recorder,
		 const struct rtlat_sample *sample)
{
	return sample->latency[RTLAT_DELAY] >= track->config.threshold_ns &&
	       sample_is_worst(recorder, sample);
}

/*
 * Finds the name of the delayed task, unless the event told it. The task may have ended; one that
 * the kernel's filter has let pass has the filter's name; and in a pid namespace another task may
 * have the pid.
 */
static void find_name(const struct track *track, struct rtlat_delay *delay)
{
	char name[64];

	if (delay->comm[0] || delay->pid < 0)
		return;
	if (track->config.comm[0])
		memcpy(delay->comm, track->config.comm, sizeof(delay->comm));
	else if (!delay->pid)
		snprintf(delay->comm, sizeof(delay->comm), "swapper");
	else if (has_kernel_pids() &&
		 sysfs_read(name, sizeof(name), "/proc/%d/comm", delay->pid) > 0)
		snprintf(delay->comm, sizeof(delay->comm), "%.15s", name);
}

void track_record(struct track *track, struct rtlat_recorder *recorder, struct rtlat_sample *sample)
{
	sample->seq = ++track->cpus[sample->cpu].seq;
	if (track_keeps(track, recorder, sample))
		find_name(track, &sample->delay);
	rtlat_recorder_add_delay(recorder, sample,
				 sample->latency[RTLAT_DELAY] >= track->config.threshold_ns);
}

void track_lost(struct track *track)
{
	unsigned int i;

	track_pairs_clear(track->pairs);
	for (i = 0; i < track->nr_cpus; i++) {
		track->cpus[i].known = false;
		track->cpus[i].nr_ran = 0;
	}
}

void track_timeouts(struct track *track, uint64_t now)
{
	uint64_t timeout = track->config.timeout_ns;
	struct rtlat_recorder *recorder;
	struct rtlat_sample sample;
	struct track_start *start;

	if (!timeout || now < timeout)
		return;
	while ((start = track_pairs_overdue(track->pairs, now - timeout))) {
		if (start->doubtful)
			continue;
		recorder = track_sample(track, start, start->cpu, start->time + timeout, &sample);
		if (!recorder)
			continue;
		sample.delay.flags |= RTLAT_DELAY_TIMEOUT;
		sample.seq = ++track->cpus[sample.cpu].seq;
		find_name(track, &sample.delay);
		rtlat_recorder_add_timeout(recorder, &sample);
	}
}
