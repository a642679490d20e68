// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A trace to be kept, in a tracing instance of its own: no reader consumes it, and it may have
 * events that samples do not need.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/session/limit.h"
#include "lib/source/tracer/tracer.h"
#include "lib/trace/dat_file.h"
#include "lib/trace/instance.h"
#include "lib/trace/hist_text.h"

/* Logs a failure with the kernel's explanation, which may quote the text that was written. */
static int trace_failed(const struct timerlat *timerlat, const char *what, const char *name,
			int err)
{
	const struct rtlat_log *log = &timerlat->run->config.log;
	char *text = tracefs_error_last(timerlat->kept), *rest = text, *line;

	rtlat_log(log, RTLAT_ERROR, "cannot %s %s: %s", what, name, strerror(-err));
	while (rest && (line = strsep(&rest, "\n"))) {
		if (*line)
			rtlat_log(log, RTLAT_ERROR, "%s", line);
	}
	free(text);
	return err;
}

/* "system:event" or "system", in two; both in `copy`. */
static void split(char *copy, const char **system, const char **event)
{
	char *colon = strchr(copy, ':');

	*system = copy;
	*event = NULL;
	if (!colon)
		return;
	*colon = '\0';
	*event = colon + 1;
}

static int write_event(struct timerlat *timerlat, const struct rtlat_event *event,
		       const char *system, const char *name)
{
	struct tracefs_instance *kept = timerlat->kept;

	tracefs_error_clear(kept);
	if (event->filter &&
	    tracefs_event_file_write(kept, system, name, "filter", event->filter) < 0)
		return trace_failed(timerlat, "set the filter of", event->name,
				    errno ? -errno : -EIO);
	if (event->trigger &&
	    tracefs_event_file_append(kept, system, name, "trigger", event->trigger) < 0)
		return trace_failed(timerlat, "set the trigger of", event->name,
				    errno ? -errno : -EIO);
	if (tracefs_event_enable(kept, system, name) < 0)
		return trace_failed(timerlat, "trace", event->name, errno ? -errno : -ENOENT);
	return 0;
}

static int add_event(struct timerlat *timerlat, const struct rtlat_event *event)
{
	const char *system, *name;
	char *copy = strdup(event->name);
	int err;

	if (!copy)
		return -ENOMEM;
	split(copy, &system, &name);
	errno = 0;
	err = write_event(timerlat, event, system, name);
	free(copy);
	return err;
}

static int add_events(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	unsigned int i;
	int err;

	err = noise_enable(timerlat->kept);
	if (err)
		return trace_failed(timerlat, "trace", "osnoise", err);
	for (i = 0; i < config->nr_events && !err; i++)
		err = add_event(timerlat, &config->events[i]);
	return err;
}

/* The kernel's default, unless there is one of the user's choice. */
static int set_size(struct timerlat *timerlat)
{
	uint32_t kb = timerlat->run->config.trace_buffer_kb;
	char text[24];

	if (!kb)
		return 0;
	snprintf(text, sizeof(text), "%u", kb);
	if (tracefs_instance_file_write(timerlat->kept, "buffer_size_kb", text) < 0)
		return trace_failed(timerlat, "set", "the size of the trace", -errno);
	return 0;
}

/*
 * Sets the clock of the stamps to the local clock, in which osnoise events tell when something
 * began: only with one clock for both can a reader place them.
 */
static int set_clock(struct timerlat *timerlat)
{
	if (tracefs_instance_file_write(timerlat->kept, "trace_clock", "local") < 0)
		return trace_failed(timerlat, "set", "the clock of the trace",
				    errno ? -errno : -EIO);
	return 0;
}

int timerlat_trace_create(struct timerlat *timerlat)
{
	int err = trace_instance_create(timerlat->run, "-trace", &timerlat->kept);

	if (!err)
		err = set_clock(timerlat);
	if (!err)
		err = set_size(timerlat);
	return err ? err : add_events(timerlat);
}

static bool is_kept(const struct session *run, const char *name)
{
	unsigned int i;

	for (i = 0; i < run->nr_histograms; i++) {
		if (!strcmp(run->histograms[i].event, name))
			return true;
	}
	return false;
}

/* Keeps the event's file `hist`, which has the counts of all its triggers. */
static void keep_histogram(struct timerlat *timerlat, const char *name)
{
	struct session *run = timerlat->run;
	const char *system, *event;
	char *copy = strdup(name), *text = NULL;
	uint64_t dropped;

	if (copy) {
		split(copy, &system, &event);
		text = tracefs_event_file_read(timerlat->kept, system, event, "hist", NULL);
	}
	free(copy);
	if (!text) {
		run_note(run, RTLAT_WARNING, "cannot read the histogram of %s", name);
		return;
	}
	dropped = hist_text_dropped(text);
	if (dropped)
		run_note(run, RTLAT_WARNING,
			 "the histogram of %s lacks %llu hits, for which the kernel had no room: "
			 "give it more with :size=",
			 name, (unsigned long long)dropped);
	run->histograms[run->nr_histograms++] =
		(struct rtlat_event_histogram){ .event = name, .text = text };
}

static void keep_histograms(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	unsigned int i;

	for (i = 0; i < config->nr_events; i++) {
		if (rtlat_event_counts(&config->events[i]) &&
		    !is_kept(timerlat->run, config->events[i].name))
			keep_histogram(timerlat, config->events[i].name);
	}
}

/*
 * Ends the trace. With tracing off, triggers would go on by another clock, so their counts are read
 * before.
 */
void timerlat_trace_end(struct timerlat *timerlat)
{
	if (!timerlat->kept)
		return;
	/* A run that never began has none. */
	if (run_measured_from(timerlat->run))
		keep_histograms(timerlat);
	tracefs_trace_off(timerlat->kept);
}

static int trace_copy(int from, int to)
{
	char buffer[16384];
	ssize_t got, put, done;

	while ((got = read(from, buffer, sizeof(buffer))) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		for (done = 0; done < got; done += put) {
			put = write(to, buffer + done, got - done);
			if (put < 0 && errno == EINTR)
				put = 0;
			if (put < 0)
				return -errno;
		}
	}
	return 0;
}

static int save_text(struct tracefs_instance *kept, int fd)
{
	int trace = tracefs_instance_file_open(kept, "trace", O_RDONLY | O_CLOEXEC);
	int err;

	if (trace < 0)
		return -errno;
	err = trace_copy(trace, fd);
	close(trace);
	return err;
}

/* save_noise() writes the noise in the words of the kernel, so that scripts find it. */
static int save_noise(const struct timerlat *timerlat, const struct trace_entry *entry, int fd)
{
	const struct osnoise_formats *formats = &timerlat->osnoise;
	uint64_t start = trace_field_read(&formats->start, entry->record);
	char name[16];

	snprintf(name, sizeof(name), "osnoise/%d", entry->cpu);
	if (dprintf(fd,
		    "%16s-%-7d [%03d] ..... %5llu.%06llu: sample_threshold: start %llu.%09llu "
		    "duration %llu ns interference %llu\n",
		    name, (int)trace_field_read(&formats->pid, entry->record), entry->cpu,
		    (unsigned long long)(entry->time / RTLAT_NSEC_PER_SEC),
		    (unsigned long long)(entry->time % RTLAT_NSEC_PER_SEC / RTLAT_NSEC_PER_USEC),
		    (unsigned long long)(start / RTLAT_NSEC_PER_SEC),
		    (unsigned long long)(start % RTLAT_NSEC_PER_SEC),
		    (unsigned long long)trace_field_read(&formats->duration, entry->record),
		    (unsigned long long)trace_field_read(&formats->interference, entry->record)) <
	    0)
		return errno ? -errno : -EIO;
	return 0;
}

/* True if the user asked for the event, so that the trace has it anyway. */
static bool is_traced(const struct timerlat *timerlat, const struct trace_entry *entry)
{
	char *on = tracefs_event_file_read(timerlat->kept, entry->system, entry->event, "enable",
					   NULL);
	bool traced = on && *on != '0';

	free(on);
	return traced;
}

/* The noise that reached the limit, where there is one that the trace does not have. */
static void find_noise(const struct timerlat *timerlat, struct trace_entry *noise)
{
	const struct limit_reached *first = limit_first(timerlat->run);
	unsigned int i;

	noise->size = 0;
	for (i = 0; first && i < timerlat->run->nr_cpus; i++) {
		if (timerlat->run->cpus[i].cpu == (int)first->sample.cpu)
			*noise = timerlat->cpus[i].exceeding;
	}
	if (noise->size && is_traced(timerlat, noise))
		noise->size = 0;
}

int timerlat_save_trace(struct session *run, enum rtlat_trace_format format, int fd)
{
	struct timerlat *timerlat = run->source_data;
	struct trace_entry noise;
	int err;

	tracefs_trace_off(timerlat->kept);
	find_noise(timerlat, &noise);
	err = format == RTLAT_TRACE_DAT ? trace_dat_write(timerlat->kept, &noise, fd)
					: save_text(timerlat->kept, fd);
	if (!err && noise.size && format != RTLAT_TRACE_DAT)
		err = save_noise(timerlat, &noise, fd);
	if (run->config.go_on && !atomic_load(&run->stopping))
		tracefs_trace_on(timerlat->kept);
	return err;
}
