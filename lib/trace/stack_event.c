// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reads the event in which timerlat saves the stack of the interrupted thread. */
#include "lib/trace/stack_event.h"

int stack_format_load(struct stack_format *format, struct tep_handle *tep)
{
	const struct trace_member members[] = {
		{ "size", &format->size, NULL },
		{ "caller", NULL, &format->callers },
	};

	return trace_formats_load(tep, "ftrace", "kernel_stack", &format->event, members, 2);
}

bool stack_read(const struct stack_format *format, const void *record, size_t size,
		struct kernel_stack *stack)
{
	size_t at = format->callers.offset, nr;
	unsigned long address;
	size_t i;

	if (trace_field_read(&format->event.type, record) != (uint64_t)format->event.id)
		return false;
	nr = size > at ? (size - at) / sizeof(address) : 0;
	if (nr > trace_field_read(&format->size, record))
		nr = trace_field_read(&format->size, record);
	if (nr > RTLAT_STACK_MAX)
		nr = RTLAT_STACK_MAX;
	for (i = 0; i < nr; i++) {
		memcpy(&address, (const char *)record + at + i * sizeof(address), sizeof(address));
		stack->address[i] = address;
	}
	stack->nr = nr;
	return true;
}
