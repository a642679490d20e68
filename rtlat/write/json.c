// SPDX-License-Identifier: GPL-2.0-only
/*
 * JSON, as Documentation/rtlat-result.schema.json describes it. One line per top-level member and
 * per CPU, written as it is built, so that no more than one CPU is held in memory.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"
#include "rtlat/write/write.h"

/* The most lines of a histogram of events: more than the kernel's default size has entries. */
#define HISTOGRAM_LINES 4096
#define DUMP_FLAGS (JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15))

struct document {
	FILE *file;
	const char *separator;
	char *text;
	size_t size;
	int err;
};

/* The text of `value` in document->text, its length, or 0 where there is no memory for it. */
static size_t make_text(struct document *document, const json_t *value)
{
	size_t length = json_dumpb(value, document->text, document->size, DUMP_FLAGS);
	char *text;

	if (length <= document->size)
		return length;
	/* The next one will be about as long. */
	text = realloc(document->text, 2 * length);
	if (!text)
		return 0;
	document->text = text;
	document->size = 2 * length;
	return json_dumpb(value, document->text, document->size, DUMP_FLAGS);
}

/* Writes a value by way of memory: jansson writes to a file in pieces of a few bytes. */
static void dump(struct document *document, json_t *value)
{
	size_t length = value ? make_text(document, value) : 0;

	/* An error of the file shows in its error flag. */
	if (!length)
		document->err = -ENOMEM;
	else
		fwrite(document->text, 1, length, document->file);
	json_decref(value);
}

/* Takes the value; NULL means that there was no memory for it. */
static void put(struct document *document, const char *key, json_t *value)
{
	fprintf(document->file, "%s\n\"%s\":", document->separator, key);
	document->separator = ",";
	dump(document, value);
}

static json_t *json_time_json(const struct timespec *time)
{
	char text[64];
	size_t length;
	struct tm utc;

	if (!gmtime_r(&time->tv_sec, &utc))
		return json_null();
	length = strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(text + length, sizeof(text) - length, ".%06ldZ", time->tv_nsec / 1000);
	return json_string(text);
}

static json_t *json_command_json(const struct rtlat_result *result)
{
	json_t *words = json_array();
	int i;

	for (i = 0; i < result->argc; i++) {
		/* An empty word is a word, not an absent one. */
		if (result->argv[i][0])
			json_add(&words, json_text(result->argv[i]));
		else
			json_add(&words, json_string(""));
	}
	return words;
}

static void put_head(struct document *document, const struct rtlat_result *result)
{
	put(document, "schema", json_string("rtlat-result/1"));
	put(document, "version", json_string(RTLAT_VERSION));
	put(document, "command", json_command_json(result));
	put(document, "system", json_system(result->system));
	put(document, "config", json_config(result));
	put(document, "source", json_text(result->source));
	put(document, "source_reason", json_text(result->source_reason));
	put(document, "start", json_time_json(&result->start));
	if (result->start_monotonic_ns)
		put(document, "start_monotonic_ns", json_number(result->start_monotonic_ns));
	put(document, "end", json_time_json(&result->end));
	put(document, "duration_ns", json_number(result->duration_ns));
	put(document, "complete", json_boolean(result->complete && !result->running));
	put(document, "verdict", json_verdict(result));
	put(document, "stop", json_text(result->stop));
	put(document, "exceeded", json_exceeded(result));
	put(document, "notes", json_lines(result->notes));
	if (result->series)
		put(document, "series", json_series(result));
}

/* Lines, so that people can read them; the file beside the trace has all. */
static json_t *histogram_lines(const char *text, bool *whole)
{
	json_t *lines = json_array();
	char *copy = strdup(text), *rest = copy, *line;
	unsigned int nr = 0;

	if (!copy)
		json_add(&lines, NULL);
	while ((line = strsep(&rest, "\n")) && nr < HISTOGRAM_LINES) {
		if (!*line)
			continue;
		json_add(&lines, json_text(line));
		nr++;
	}
	*whole = !line;
	free(copy);
	return lines;
}

static json_t *histograms_json(const struct rtlat_result *result)
{
	json_t *list = json_array(), *one;
	unsigned int i;
	bool whole;

	for (i = 0; i < result->nr_histograms; i++) {
		one = json_object();
		json_put(&one, "event", json_text(result->histograms[i].event));
		json_put(&one, "lines", histogram_lines(result->histograms[i].text, &whole));
		json_put(&one, "whole", json_boolean(whole));
		json_add(&list, one);
	}
	return list;
}

static void put_cpus(struct document *document, const struct rtlat_result *result)
{
	unsigned int i;

	fprintf(document->file, "%s\n\"cpus\":[", document->separator);
	for (i = 0; i < result->nr_cpus; i++) {
		fputs(i ? ",\n" : "\n", document->file);
		dump(document, json_cpu(result, &result->cpus[i]));
	}
	fprintf(document->file, "\n]");
}

int write_json(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct document document = { .file = file, .separator = "" };

	(void)view;
	fputc('{', file);
	put_head(&document, result);
	if (result->nr_histograms)
		put(&document, "histograms", histograms_json(result));
	put_cpus(&document, result);
	put(&document, "total", json_cpu(result, &result->total));
	fputs("\n}\n", file);
	free(document.text);
	return document.err;
}
