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

/* A member of an event, and where to say at which place of a record it is: a number, or a text. */
struct trace_member {
	const char *name;
	struct trace_field *field;
	struct trace_text *text; /* instead of a number */
};

/* Makes a handle for the formats of just the events that are used. Free it with tep_free(). */
int trace_formats_open(struct tep_handle **tep);
/* Finds an event and these members of it. */
int trace_formats_load(struct tep_handle *tep, const char *system, const char *event,
		       struct trace_event *found, const struct trace_member *members,
		       unsigned int nr);

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
