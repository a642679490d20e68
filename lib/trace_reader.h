/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads one CPU's ring buffer of a tracing instance, page by page. */
#ifndef RTLAT_TRACE_READER_H
#define RTLAT_TRACE_READER_H

#include <event-parse.h>
#include <tracefs.h>

#include "rtlat.h"

/* Where a number lies in an event's record: looked up by name once. */
struct trace_field {
	unsigned int offset;
	unsigned int size; /* 1, 2, 4 or 8 */
};

struct trace_event {
	int id;
	struct trace_field type; /* the id, in each record */
};

/*
 * The formats of just the events that are used. Free with tep_free().
 */
int trace_formats_open(struct tep_handle **tep);
int trace_formats_load(struct tep_handle *tep, const char *system, const char *event,
		       struct trace_event *found);
int trace_formats_field(struct tep_handle *tep, const struct trace_event *event, const char *name,
			struct trace_field *field);

static inline uint64_t trace_field_read(const struct trace_field *field, const void *record)
{
	const void *at = (const char *)record + field->offset;

	switch (field->size) {
	case 1:
		return *(const uint8_t *)at;
	case 2:
		return *(const uint16_t *)at;
	case 4:
		return *(const uint32_t *)at;
	default:
		return *(const uint64_t *)at;
	}
}

struct trace_reader;

int trace_reader_open(struct trace_reader **reader, struct tep_handle *tep,
		      struct tracefs_instance *instance, int cpu);
void trace_reader_close(struct trace_reader *reader);

/*
 * Give every record that is there now to `record`, in order of time. Returns how many pages were
 * read, or a negative errno. Does not wait.
 */
int trace_reader_drain(struct trace_reader *reader,
		       void (*record)(void *data, const void *record, uint64_t time), void *data);

#endif /* RTLAT_TRACE_READER_H */
