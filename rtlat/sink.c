// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sink.h"

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
	int length;

	if (level == RTLAT_DEBUG && !sink->debug)
		return;
	length = snprintf(line, sizeof(line), "rtlat: %s%s\n", level_names[level], text);
	if ((size_t)length >= sizeof(line)) {
		length = sizeof(line) - 1;
		line[length - 1] = '\n';
	}
	pthread_mutex_lock(&sink->lock);
	if (!sink->hold)
		fprintf(stderr, "%s%s", sink->progress ? CLEAR_LINE : "", line);
	else if (!hold_line(sink, line, length))
		sink->dropped++;
	sink->progress = false;
	pthread_mutex_unlock(&sink->lock);
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
