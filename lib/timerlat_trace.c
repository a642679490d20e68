// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A trace to be kept, in a tracing instance of its own: nobody takes from it what there is to see
 * of a latency, and it may have events that samples are not made of.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "timerlat.h"
#include "trace_dat.h"
#include "trace_instance.h"

/* And what the kernel says about it, which may point into the text that it was given. */
static int failed(const struct timerlat *timerlat, const char *what, const char *name, int err)
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
		return failed(timerlat, "set the filter of", event->name, errno ? -errno : -EIO);
	if (event->trigger &&
	    tracefs_event_file_append(kept, system, name, "trigger", event->trigger) < 0)
		return failed(timerlat, "set the trigger of", event->name, errno ? -errno : -EIO);
	if (tracefs_event_enable(kept, system, name) < 0)
		return failed(timerlat, "trace", event->name, errno ? -errno : -ENOENT);
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
		return failed(timerlat, "trace", "osnoise", err);
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
		return failed(timerlat, "set", "the size of the trace", -errno);
	return 0;
}

int timerlat_trace_create(struct timerlat *timerlat)
{
	int err = trace_instance_create(timerlat->run, "-trace", &timerlat->kept);

	if (!err)
		err = set_size(timerlat);
	return err ? err : add_events(timerlat);
}

void timerlat_trace_end(struct timerlat *timerlat)
{
	if (timerlat->kept)
		tracefs_trace_off(timerlat->kept);
}

static int copy(int from, int to)
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
	err = copy(trace, fd);
	close(trace);
	return err;
}

int timerlat_save_trace(struct rtlat_run *run, enum rtlat_trace_format format, int fd)
{
	struct timerlat *timerlat = run->source_data;
	int err;

	tracefs_trace_off(timerlat->kept);
	err = format == RTLAT_TRACE_DAT ? trace_dat_write(timerlat->kept, fd)
					: save_text(timerlat->kept, fd);
	if (run->config.go_on && !run->ended)
		tracefs_trace_on(timerlat->kept);
	return err;
}
