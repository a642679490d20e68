/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The file format of trace-cmd and kernelshark. */
#ifndef LIB_TRACE_DAT_FILE_H
#define LIB_TRACE_DAT_FILE_H

#include <tracefs.h>

/* The largest size of an event whose length is in its first word. */
#define TRACE_ENTRY_SIZE (28 * 4)

/* An entry that is not in the instance's buffers, but is to be last of its CPU's. */
struct trace_entry {
	const char *system;
	const char *event;
	int cpu;
	uint64_t time; /* by the instance's clock */
	unsigned char record[TRACE_ENTRY_SIZE];
	size_t size; /* a multiple of 4; 0: there is none */
};

/*
 * Consumes the instance's buffers and writes them to `fd`, an empty regular file, with everything
 * needed to read them on another machine, followed by `last`. Tracing should be off. Returns 0 or a
 * negative errno.
 */
int trace_dat_write(struct tracefs_instance *instance, const struct trace_entry *last, int fd);

#endif /* LIB_TRACE_DAT_FILE_H */
