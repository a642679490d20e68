// SPDX-License-Identifier: GPL-2.0-only
/* Holds a run's messages while a live screen is on, and prints them when it has ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/util/printable.h"
#include "rtlat/util/sink.h"

#define HELD_MAX (64 * 1024)
#define CLEAR_LINE "\r\033[K"

static const char *const level_names[] = {
	[RTLAT_ERROR] = "error: ",
	[RTLAT_WARNING] = "warning: ",
	[RTLAT_INFO] = "",
	[RTLAT_DEBUG] = "debug: ",
};

static bool hold_line(struct sink *sink, const char *line, size_t length)
{
	char *grown;

	if (sink->length + length > HELD_MAX)
		return false;
	grown = realloc(sink->held, sink->length + length);
	if (!grown)
		return false;
	memcpy(grown + sink->length, line, length);
	sink->held = grown;
	sink->length += length;
	return true;
}

static void emit(void *data, enum rtlat_level level, const char *text)
{
	struct sink *sink = data;
	char line[1024];
	size_t length;

	if (level == RTLAT_DEBUG && !sink->debug)
		return;
	snprintf(line, sizeof(line) - 1, "rtlat: %s%s", level_names[level], text);
	printable(line);
	length = strlen(line);
	line[length++] = '\n';
	sink_write(sink, line, length);
}

void sink_write(struct sink *sink, const char *line, size_t length)
{
	pthread_mutex_lock(&sink->lock);
	if (sink->progress)
		fputs(CLEAR_LINE, stderr);
	if (!sink->hold)
		fwrite(line, 1, length, stderr);
	else if (!hold_line(sink, line, length))
		sink->dropped++;
	sink->progress = false;
	pthread_mutex_unlock(&sink->lock);
}

int sink_open_output(struct sink *sink)
{
	if (sink->hold)
		return memfd_create("output", MFD_CLOEXEC);
	sink_progress(sink, "");
	return -1;
}

static void take_lines(struct sink *sink, char *text, size_t length)
{
	char *end;

	/* The text has room for one more character. */
	if (length && text[length - 1] != '\n')
		text[length++] = '\n';
	for (; length; length -= end - text, text = end) {
		end = (char *)memchr(text, '\n', length) + 1;
		sink_write(sink, text, end - text);
	}
}

/* A file, not a pipe: a command's background processes may print for ever, or never end. */
void sink_take_output(struct sink *sink, int fd)
{
	off_t size;
	ssize_t got;
	char *text;

	if (fd < 0)
		return;
	size = lseek(fd, 0, SEEK_END);
	text = malloc(size + 1);
	got = text ? pread(fd, text, size, 0) : -1;
	if (got > 0)
		take_lines(sink, text, got);
	free(text);
	close(fd);
}

void sink_init(struct sink *sink, bool debug)
{
	memset(sink, 0, sizeof(*sink));
	pthread_mutex_init(&sink->lock, NULL);
	sink->debug = debug;
}

struct rtlat_log sink_log(struct sink *sink)
{
	return (struct rtlat_log){ .emit = emit, .data = sink };
}

void sink_hold(struct sink *sink, bool hold)
{
	pthread_mutex_lock(&sink->lock);
	sink->hold = hold;
	if (!hold) {
		if (sink->length)
			fwrite(sink->held, 1, sink->length, stderr);
		if (sink->dropped)
			fprintf(stderr, "rtlat: %u more messages were dropped\n", sink->dropped);
		free(sink->held);
		sink->held = NULL;
		sink->length = 0;
		sink->dropped = 0;
	}
	pthread_mutex_unlock(&sink->lock);
}

void sink_progress(struct sink *sink, const char *line)
{
	pthread_mutex_lock(&sink->lock);
	if (*line || sink->progress)
		fprintf(stderr, CLEAR_LINE "%s", line);
	sink->progress = *line;
	pthread_mutex_unlock(&sink->lock);
}

void sink_destroy(struct sink *sink)
{
	sink_hold(sink, false);
	pthread_mutex_destroy(&sink->lock);
}
