/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decodes the records of a trace buffer into the events that a tracker takes. */
#ifndef LIB_SOURCE_TRACK_FORMATS_H
#define LIB_SOURCE_TRACK_FORMATS_H

#include "lib/trace/reader.h"
#include "lib/source/track/track.h"

#define TRACK_FORMATS_MAX 5
#define TRACK_NUMBERS_MAX 4
#define TRACK_TEXTS_MAX 2

struct track_format;

/* An event of the kernel, and the fields of it that are read. */
struct track_format_spec {
	const char *system;
	const char *event;
	const char *number[TRACK_NUMBERS_MAX];
	const char *text[TRACK_TEXTS_MAX];
	void (*decode)(const struct track_format *format, const void *record, size_t size,
		       struct track_event *event);
	bool by_task; /* the kernel is to filter it by the task that it is in */
};

struct track_format {
	const struct track_format_spec *spec;
	struct trace_event event;
	struct trace_field pid;   /* of the task that it is in */
	struct trace_field flags; /* of the context */
	struct trace_field number[TRACK_NUMBERS_MAX];
	struct trace_text text[TRACK_TEXTS_MAX];
};

struct track_formats {
	struct tep_handle *tep;
	struct track_format format[TRACK_FORMATS_MAX];
	unsigned int nr;
};

/* Returns a format of the tracker; NULL past the last. */
const struct track_format_spec *track_format_spec(enum rtlat_tracker tracker, unsigned int index);
/* Returns which delays the kernel's events do not tell of, in words; NULL: there are none. */
const char *track_formats_lack(enum rtlat_tracker tracker);
/* -ENOENT: the kernel lacks the event `*missing`. */
int track_formats_load(struct track_formats *formats, enum rtlat_tracker tracker,
		       const struct track_format_spec **missing);
void track_formats_free(struct track_formats *formats);
/* False: it is none of the tracker's. */
bool track_decode(const struct track_formats *formats, int cpu, uint64_t time, const void *record,
		  size_t size, struct track_event *event);

#endif /* LIB_SOURCE_TRACK_FORMATS_H */
