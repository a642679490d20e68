// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Measures delays from the kernel's own events, traced in an instance of their own and paired here.
 * One thread reads the buffers of all CPUs, since a delay that begins on one CPU may end on
 * another.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/thread.h"
#include "lib/util/rights.h"
#include "lib/util/namespaces.h"
#include "lib/session/source.h"
#include "lib/util/text.h"
#include "lib/trace/instance.h"
#include "lib/source/track/formats.h"
#include "lib/source/track/streams.h"

/* Per CPU: some 100,000 events. */
#define BUFFER_KB 8192
#define PAGE_KB 4
#define INTERVAL (50 * RTLAT_NSEC_PER_MSEC)
/* The longest time for which an event may be unfinished while other CPUs have later events. */
#define MARGIN (20 * RTLAT_NSEC_PER_MSEC)
#define ONLINE_CHECK (RTLAT_NSEC_PER_SEC / 2)
/* Requests, packets and tasks that wait at once; 3 MB. */
#define CAPACITY 16384

struct events {
	struct session *run;
	struct tracefs_instance *instance;
	struct track_formats formats;
	struct track_merge *merge;
	struct track track;
	unsigned int nr_numbers;    /* of CPUs, from 0 */
	struct run_cpu **by_number; /* NULL: not measured */
	uint64_t next_check;
	struct rtlat_cpuset traced;
	unsigned int buffer_pages; /* per CPU */
	sem_t ready;               /* the thread is there */
	sem_t go;
	int32_t reader_id; /* of its thread */
	struct run_reader reader;
};

static bool is_of_tasks(enum rtlat_tracker tracker)
{
	return tracker == RTLAT_TRACK_WAKEUP || tracker == RTLAT_TRACK_OFFCPU;
}

static bool is_filtered(const struct rtlat_track *track)
{
	return track->pid != RTLAT_PID_ANY || track->comm[0];
}

static int probe_event(const struct track_format_spec *spec, char *why, size_t size)
{
	char *path = tracefs_event_get_file(NULL, spec->system, spec->event, "format");
	int err = path ? file_usable(path, O_RDONLY, why, size) : -EOPNOTSUPP;

	tracefs_put_tracing_file(path);
	if (err == -EOPNOTSUPP)
		snprintf(why, size, "the kernel has no event %s:%s", spec->system, spec->event);
	return err;
}

static int events_probe(const struct rtlat_config *config, char *why, size_t size)
{
	const struct rtlat_track *track = &config->track;
	const struct track_format_spec *spec;
	unsigned int i;
	int err = trace_probe(why, size);

	if (!err)
		err = namespaces_probe(config, why, size);
	if (err)
		return err;
	if (track->priority != RTLAT_PRIORITY_ANY && !is_of_tasks(track->tracker)) {
		snprintf(why, size, "these events do not tell a task's priority");
		return -EOPNOTSUPP;
	}
	/*
	 * The future reader of a packet is not known, so packets that nobody has read cannot be
	 * filtered.
	 */
	if (track->tracker == RTLAT_TRACK_NET && track->timeout_ns && is_filtered(track)) {
		snprintf(why, size,
			 "these events do not tell who is to read a packet: with --timeout "
			 "there is no --pid and no --comm");
		return -EOPNOTSUPP;
	}
	for (i = 0; (spec = track_format_spec(track->tracker, i)); i++) {
		err = probe_event(spec, why, size);
		if (err)
			return err;
	}
	snprintf(why, size, "the kernel has the events, from %s:%s on",
		 track_format_spec(track->tracker, 0)->system,
		 track_format_spec(track->tracker, 0)->event);
	return 0;
}

/* A delay is of the run if it ends in it. */
static struct rtlat_recorder *find_recorder(void *data, int cpu, uint64_t time)
{
	const struct events *events = data;
	const struct session *run = events->run;
	struct run_cpu *measured = events->by_number[cpu];

	if (!measured || atomic_load(&measured->state) != RTLAT_CPU_MEASURED ||
	    time < run_measured_from(run) || time > run_measured_to(run))
		return NULL;
	return run_recorder(measured);
}

/* Counts events as lost on a CPU that is measured, or on the first. */
static void add_lost(struct events *events, int cpu, uint64_t lost)
{
	struct run_cpu *measured = events->by_number[cpu];

	rtlat_recorder_add_lost(run_recorder(measured ? measured : events->run->cpus), lost);
}

static void take_until(struct events *events, uint64_t until)
{
	struct track_merged next;
	struct track_event event;

	while (track_merge_next(events->merge, until, &next)) {
		/*
		 * Events of the warm-up are taken too: a delay that began in it may end after it.
		 */
		if (next.gap)
			track_lost(&events->track);
		if (next.lost && next.time >= run_measured_from(events->run))
			add_lost(events, next.cpu, next.lost);
		if (!track_decode(&events->formats, next.cpu, next.time, next.record, next.size,
				  &event))
			continue;
		track_timeouts(&events->track, next.time);
		track_take(&events->track, &event);
	}
}

/* Notes CPUs that came online after the buffers were opened, whose events are not seen. */
static void events_check_online(struct events *events)
{
	struct session *run = events->run;
	struct rtlat_cpuset online;
	int cpu;

	if (run_now() < events->next_check || run_check_online(run, &online))
		return;
	events->next_check = run_now() + ONLINE_CHECK;
	rtlat_for_each_cpu(cpu, &online) {
		if (rtlat_cpuset_has(&events->traced, cpu))
			continue;
		rtlat_cpuset_add(&events->traced, cpu);
		run_note(run, RTLAT_WARNING, "CPU %d came online: what happens on it is not seen",
			 cpu);
		add_lost(events, run->cpus->cpu, 1);
	}
}

/* Sleep to the next look at the buffers, unless there was much in them. */
static void pause_reading(struct events *events, unsigned int pages)
{
	struct pollfd poll_fd = { .fd = events->reader.stop_fd, .events = POLLIN };
	uint64_t interval = pages > events->buffer_pages / 8 ? 0 : INTERVAL;
	const struct timespec timeout = { .tv_nsec = (long)interval };

	ppoll(&poll_fd, 1, &timeout, NULL);
}

static void *events_reader_main(void *data)
{
	struct events *events = data;
	unsigned int pages;
	uint64_t until;

	events->reader_id = trace_instance_own_pid(events->instance);
	sem_post(&events->ready);
	sem_wait(&events->go);
	while (!atomic_load(&events->run->stopping)) {
		until = run_now() - MARGIN;
		pages = track_merge_refill(events->merge);
		take_until(events, until);
		track_timeouts(&events->track, until);
		events_check_online(events);
		pause_reading(events, pages);
	}
	return NULL;
}

static int failed(struct events *events, const char *what, int err)
{
	char hint[RIGHTS_HINT_SIZE];

	rtlat_log(&events->run->config.log, RTLAT_ERROR, "cannot %s: %s%s", what, strerror(-err),
		  rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return err;
}

/* Writes a filter against events that need not be traced at all. Returns whether there are any. */
static bool make_filter(const struct events *events, char *buffer, size_t size)
{
	const struct rtlat_track *config = &events->run->config.track;
	struct text text;

	text_init(&text, buffer, size);
	/* Reading the trace makes system calls. */
	text_add(&text, "common_pid != %d", events->reader_id);
	if (config->pid != RTLAT_PID_ANY)
		text_add(&text, " && common_pid == %d", config->pid);
	if (config->comm[0])
		text_add(&text, " && COMM == \"%s\"", config->comm);
	return is_filtered(config) || config->tracker == RTLAT_TRACK_SYSCALL;
}

static int events_enable(struct events *events)
{
	const struct rtlat_track *config = &events->run->config.track;
	const struct track_format_spec *spec;
	char filter[128];
	unsigned int i;
	bool filtered = make_filter(events, filter, sizeof(filter));

	for (i = 0; (spec = track_format_spec(config->tracker, i)); i++) {
		if (filtered && spec->by_task &&
		    tracefs_event_file_write(events->instance, spec->system, spec->event, "filter",
					     filter) < 0)
			return failed(events, "set the filter of an event", errno ? -errno : -EIO);
		if (tracefs_event_enable(events->instance, spec->system, spec->event) < 0)
			return failed(events, "trace an event", errno ? -errno : -EIO);
	}
	return 0;
}

static int events_set_buffer(struct events *events)
{
	uint32_t kb = events->run->config.trace_buffer_kb;
	char text[24];

	if (!kb)
		kb = BUFFER_KB;
	events->buffer_pages = kb / PAGE_KB;
	snprintf(text, sizeof(text), "%u", kb);
	if (tracefs_instance_file_write(events->instance, "buffer_size_kb", text) < 0)
		return failed(events, "set the size of the trace buffer", -errno);
	return 0;
}

static int events_open_buffers(struct events *events)
{
	enum rtlat_tracker tracker = events->run->config.track.tracker;
	const char *lack = track_formats_lack(tracker);
	const struct track_format_spec *missing;
	int err;

	if (lack)
		run_note(events->run, RTLAT_WARNING, "%s", lack);
	err = track_formats_load(&events->formats, tracker, &missing);
	if (err) {
		rtlat_log(&events->run->config.log, RTLAT_ERROR,
			  "cannot read the format of %s:%s: %s", missing->system, missing->event,
			  strerror(-err));
		return err;
	}
	err = rtlat_cpuset_online(&events->traced);
	if (!err)
		err = track_merge_create(&events->merge, events->formats.tep, events->instance,
					 &events->traced);
	return err ? failed(events, "open the trace buffers", err) : 0;
}

static int prepare_track(struct events *events)
{
	struct session *run = events->run;
	struct rtlat_cpuset possible;
	unsigned int i;
	int cpu, err;

	err = rtlat_cpuset_possible(&possible);
	if (err)
		return failed(events, "tell which CPUs there may be", err);
	rtlat_for_each_cpu(cpu, &possible)
		events->nr_numbers = cpu + 1;
	events->by_number = calloc(events->nr_numbers, sizeof(struct run_cpu *));
	if (!events->by_number)
		return -ENOMEM;
	for (i = 0; i < run->nr_cpus; i++)
		events->by_number[run->cpus[i].cpu] = &run->cpus[i];
	err = track_init(&events->track, &run->config.track, events->nr_numbers, CAPACITY);
	if (err)
		return failed(events, "follow the events", err);
	events->track.recorder = find_recorder;
	events->track.data = events;
	return 0;
}

static int start_thread(struct events *events)
{
	int err = run_reader_start(&events->reader, events_reader_main, events);

	while (!err && sem_wait(&events->ready) && errno == EINTR)
		;
	return err ? failed(events, "start a thread that reads the trace", err) : 0;
}

static int events_start(struct session *run)
{
	struct events *events = calloc(1, sizeof(*events));
	int err;

	if (!events)
		return -ENOMEM;
	run->source_data = events;
	events->run = run;
	sem_init(&events->ready, 0, 0);
	sem_init(&events->go, 0, 0);
	err = run_reader_open(&events->reader);
	if (err)
		return failed(events, "get an eventfd", err);
	err = trace_instance_create(run, "", &events->instance);
	if (!err)
		err = events_set_buffer(events);
	if (!err)
		err = events_open_buffers(events);
	if (!err)
		err = prepare_track(events);
	if (!err)
		err = start_thread(events);
	if (!err)
		err = events_enable(events);
	if (err)
		return err;
	run_begin(run, run_now());
	sem_post(&events->go);
	return 0;
}

/* Takes the rest of the buffers, once nothing more is written. */
static void take_rest(struct events *events)
{
	track_merge_refill(events->merge);
	take_until(events, UINT64_MAX);
	add_lost(events, events->run->cpus->cpu, track_merge_unread(events->merge));
	track_timeouts(&events->track, events->run->measured_to);
}

static void events_end(struct session *run)
{
	struct events *events = run->source_data;

	if (!events || !events->instance)
		return;
	tracefs_trace_off(events->instance);
	/* After an error the thread may still wait to begin. */
	sem_post(&events->go);
	if (run_reader_join(&events->reader))
		take_rest(events);
}

static void events_stop(struct session *run)
{
	struct events *events = run->source_data;

	if (!events)
		return;
	track_merge_free(events->merge);
	track_free(&events->track);
	track_formats_free(&events->formats);
	free(events->by_number);
	if (events->instance)
		tracefs_instance_free(events->instance);
	run_reader_close(&events->reader);
	free(events);
	run->source_data = NULL;
}

const struct rtlat_source source_events = {
	.name = "events",
	.contexts = RTLAT_HAS(RTLAT_DELAY),
	.threads = 0,
	.traced = true,
	.probe = events_probe,
	.start = events_start,
	.end = events_end,
	.stop = events_stop,
};
