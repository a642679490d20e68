/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The osnoise events of a tracing instance: enabled, and read. */
#ifndef LIB_TRACE_NOISE_EVENT_H
#define LIB_TRACE_NOISE_EVENT_H

#include "lib/trace/blame.h"
#include "lib/trace/reader.h"

struct noise_format {
	struct trace_event event;
	struct trace_field duration;
	struct trace_field id;
	struct trace_text name;
	bool has_name; /* else the id has one, or none */
};

struct noise_formats {
	struct noise_format of[RTLAT_INTERFERERS];
};

int noise_formats_load(struct noise_formats *formats, struct tep_handle *tep);
/* Have the instance trace them, from now to its end. */
int noise_enable(struct tracefs_instance *instance);
/* Reads the record of `size` bytes. False: it is of another event. */
bool noise_read(const struct noise_formats *formats, const void *record, size_t size,
		struct noise_event *event);

#endif /* LIB_TRACE_NOISE_EVENT_H */
