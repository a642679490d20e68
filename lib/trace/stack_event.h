/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The stacks that a tracer adds to its trace: of the task that the timer's interrupt met. */
#ifndef LIB_TRACE_STACK_EVENT_H
#define LIB_TRACE_STACK_EVENT_H

#include "lib/trace/reader.h"

struct stack_format {
	struct trace_event event;
	struct trace_field size;
	struct trace_text callers;
};

struct kernel_stack {
	unsigned int nr;
	uint64_t address[RTLAT_STACK_MAX]; /* innermost first */
};

int stack_format_load(struct stack_format *format, struct tep_handle *tep);
/* Reads a stack from a record of `size` bytes. False: the record is of another event. */
bool stack_read(const struct stack_format *format, const void *record, size_t size,
		struct kernel_stack *stack);

#endif /* LIB_TRACE_STACK_EVENT_H */
