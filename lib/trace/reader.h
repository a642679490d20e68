/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads one CPU's ring buffer of a tracing instance, page by page. */
#ifndef LIB_TRACE_READER_H
#define LIB_TRACE_READER_H

#include <event-parse.h>
#include <tracefs.h>

#include "rtlat.h"
#include "lib/trace/page.h"

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

int trace_formats_text(struct tep_handle *tep, const struct trace_event *event, const char *name,
		       struct trace_text *text);

struct trace_reader;

int trace_reader_open(struct trace_reader **reader, struct tep_handle *tep,
		      struct tracefs_instance *instance, int cpu);
void trace_reader_close(struct trace_reader *reader);

/*
 * The next page of records, in order of time; valid until the next call. 1: there is one, 0: all
 * that is there now was read; or a negative errno. Does not wait.
 */
int trace_reader_next(struct trace_reader *reader, struct trace_page *page);

#endif /* LIB_TRACE_READER_H */
