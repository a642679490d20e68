/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The events in one page of a ring buffer, as the kernel's events/header_page and header_event
 * describe it. Inline: at short periods, finding an event must not cost more than recording it.
 */
#ifndef LIB_TRACE_PAGE_H
#define LIB_TRACE_PAGE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The bits of the word with the page's length that are not flags for lost events. */
#define TRACE_PAGE_LENGTH ((1UL << 27) - 1)
/* Events were lost before the first of this page; how many, a long behind the last one says. */
#define TRACE_PAGE_MISSED (1UL << 31)
#define TRACE_PAGE_COUNTED (1UL << 30)

/* The first word of an event: 5 bits of type or length, 27 of time since the event before. */
#define TRACE_EVENT_BITS 5
#define TRACE_TIME_BITS 27
/*
 * Record types. A smaller type is the length of the data in words; 0: the next word has the length
 * in bytes.
 */
#define TRACE_EVENT_PADDING 29
#define TRACE_EVENT_TIME_EXTEND 30
#define TRACE_EVENT_TIME_STAMP 31

/* An absolute time has 59 bits; the others are as in the time before. */
#define TRACE_STAMP_BITS 59

struct trace_page {
	const unsigned char *at;
	const unsigned char *end;
	uint64_t time; /* of the event before */
	uint64_t lost; /* events before the first; 1 where it is not known how many */
};

static inline uint32_t trace_page_word(const unsigned char *at)
{
	uint32_t word;

	memcpy(&word, at, sizeof(word));
	return word;
}

static inline uint64_t trace_page_lost(const unsigned char *end, size_t left, uint64_t flags)
{
	unsigned long lost = 0;

	if (!(flags & TRACE_PAGE_MISSED))
		return 0;
	if (flags & TRACE_PAGE_COUNTED && left >= sizeof(lost))
		memcpy(&lost, end, sizeof(lost));
	return lost ? lost : 1;
}

/* `length_size`: of the page's length, 4 or 8 bytes. -EPROTO: not a page of a ring buffer. */
static inline int trace_page_open(struct trace_page *page, const void *memory, size_t size,
				  unsigned int length_size)
{
	const unsigned char *bytes = memory;
	size_t header = sizeof(page->time) + length_size;
	uint64_t length = 0, flags;

	if (size < header)
		return -EPROTO;
	memcpy(&page->time, bytes, sizeof(page->time));
	if (length_size == sizeof(length))
		memcpy(&length, bytes + sizeof(page->time), sizeof(length));
	else
		length = trace_page_word(bytes + sizeof(page->time));
	flags = length;
	length &= TRACE_PAGE_LENGTH;
	if (length > size - header)
		return -EPROTO;
	page->at = bytes + header;
	page->end = page->at + length;
	page->lost = trace_page_lost(page->end, size - header - length, flags);
	return 0;
}

static inline uint64_t trace_page_stamp(uint64_t before, uint64_t stamp)
{
	stamp |= before >> TRACE_STAMP_BITS << TRACE_STAMP_BITS;
	return stamp < before ? stamp + (1ULL << TRACE_STAMP_BITS) : stamp;
}

/*
 * The next event with data, its time in page->time. NULL at the end of the page, and where an
 * event would not end within it.
 */
static inline const void *trace_page_next(struct trace_page *page)
{
	while (page->end - page->at >= 8) {
		const unsigned char *data = page->at + 4;
		uint32_t word = trace_page_word(page->at), type, delta, next, size;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		type = word & ((1U << TRACE_EVENT_BITS) - 1);
		delta = word >> TRACE_EVENT_BITS;
#else
		type = word >> TRACE_TIME_BITS;
		delta = word & ((1U << TRACE_TIME_BITS) - 1);
#endif
		if (type && type < TRACE_EVENT_PADDING) {
			size = type * 4;
			if (size > (size_t)(page->end - data))
				return NULL;
			page->at = data + size;
			page->time += delta;
			return data;
		}
		next = trace_page_word(data);
		if (type == TRACE_EVENT_TIME_EXTEND || type == TRACE_EVENT_TIME_STAMP) {
			uint64_t time = ((uint64_t)next << TRACE_TIME_BITS) + delta;

			page->time = type == TRACE_EVENT_TIME_EXTEND
					     ? page->time + time
					     : trace_page_stamp(page->time, time);
			page->at += 8;
			continue;
		}
		/* Padding without a time fills the rest; a length includes itself. */
		if ((type == TRACE_EVENT_PADDING && !delta) || next < sizeof(next) ||
		    next > (size_t)(page->end - data))
			return NULL;
		page->at = data + next;
		page->time += delta;
		if (type != TRACE_EVENT_PADDING)
			return data + 4;
	}
	return NULL;
}

/*
 * The position of a number in an event's record, looked up by name once. Reading it takes no
 * branch: it is a part of 8 bytes that may begin before the record or end behind it.
 */
struct trace_field {
	int offset; /* of the 8 bytes */
	uint64_t mask;
};

/* `size`: 1, 2, 4 or 8 */
static inline struct trace_field trace_field(unsigned int offset, unsigned int size)
{
	bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	return (struct trace_field){
		.offset = big_endian ? (int)(offset + size) - 8 : (int)offset,
		.mask = UINT64_MAX >> (64 - 8 * size),
	};
}

static inline uint64_t trace_field_read(const struct trace_field *field, const void *record)
{
	uint64_t word;

	memcpy(&word, (const char *)record + field->offset, sizeof(word));
	return word & field->mask;
}

/*
 * The position of a text in a record: an array, or a place behind the fields whose offset a field
 * tells.
 */
struct trace_text {
	unsigned int offset;
	unsigned int size;
	bool dynamic; /* the number at `offset` has the offset in its lower half */
};

/* Copies as much of the text as fits, always with a NUL, from a record of `record_size` bytes. */
static inline void trace_text_read(const struct trace_text *text, const void *record,
				   size_t record_size, char *buffer, size_t size)
{
	size_t offset = text->offset, length = text->size;

	if (text->dynamic) {
		uint32_t location = trace_page_word((const unsigned char *)record + offset);

		offset = location & 0xffff;
		length = location >> 16;
	}
	if (offset >= record_size)
		length = 0;
	else if (length > record_size - offset)
		length = record_size - offset;
	if (length > size - 1)
		length = size - 1;
	memcpy(buffer, (const char *)record + offset, length);
	buffer[length] = '\0';
}

#endif /* LIB_TRACE_PAGE_H */
