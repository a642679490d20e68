// SPDX-License-Identifier: GPL-2.0-only
/* A page of a ring buffer: every record lies in it, behind the one before, and so do its texts. */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "lib/trace/page.h"

/* The bytes behind the last record that trace_field_read() may touch: see trace_reader_open(). */
#define BEHIND sizeof(uint64_t)

static void check_text(const uint8_t *record, size_t size, bool dynamic)
{
	/* At each place where a format may have it. */
	struct trace_text text = { .dynamic = dynamic, .size = 16 };
	char buffer[16];

	for (text.offset = 0; text.offset + sizeof(uint32_t) <= size; text.offset += 4) {
		memset(buffer, 'x', sizeof(buffer));
		trace_text_read(&text, record, size, buffer, sizeof(buffer));
		require(memchr(buffer, '\0', sizeof(buffer)));
	}
}

static void check_fields(const uint8_t *record, size_t size)
{
	static const unsigned int sizes[] = { 1, 2, 4, 8 };
	struct trace_field field;
	unsigned int i;

	for (i = 0; i < 4 && sizes[i] <= size; i++) {
		field = trace_field(size - sizes[i], sizes[i]);
		require(sizes[i] == 8 || trace_field_read(&field, record) >> 8 * sizes[i] == 0);
	}
}

static void check_page(const uint8_t *memory, size_t size, unsigned int length_size)
{
	const uint8_t *record, *before = memory;
	struct trace_page page;

	if (trace_page_open(&page, memory, size, length_size))
		return;
	require(page.at == memory + 8 + length_size && page.end <= memory + size);
	while ((record = trace_page_next(&page))) {
		require(record > before && record <= page.at && page.at <= page.end);
		before = record;
		check_fields(record, page.at - record);
		check_text(record, page.at - record, false);
		check_text(record, page.at - record, true);
	}
	require(page.at <= page.end);
	require(trace_page_next(&page) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *memory = calloc(1, size + BEHIND);

	require(memory);
	memcpy(memory, data, size);
	check_page(memory, size, 8);
	check_page(memory, size, 4);
	free(memory);
	return 0;
}
