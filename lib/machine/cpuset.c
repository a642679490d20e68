// SPDX-License-Identifier: LGPL-2.1-or-later
/* Sets of CPUs and their list form. */
#include <errno.h>
#include <string.h>

#include "lib/util/parse.h"
#include "rtlat.h"
#include "lib/util/text.h"

#define WORDS (RTLAT_MAX_CPUS / 64)

static bool valid(int cpu)
{
	return cpu >= 0 && cpu < RTLAT_MAX_CPUS;
}

void rtlat_cpuset_zero(struct rtlat_cpuset *set)
{
	memset(set, 0, sizeof(*set));
}

void rtlat_cpuset_add(struct rtlat_cpuset *set, int cpu)
{
	if (valid(cpu))
		set->bits[cpu / 64] |= 1ULL << (cpu % 64);
}

void rtlat_cpuset_remove(struct rtlat_cpuset *set, int cpu)
{
	if (valid(cpu))
		set->bits[cpu / 64] &= ~(1ULL << (cpu % 64));
}

bool rtlat_cpuset_has(const struct rtlat_cpuset *set, int cpu)
{
	return valid(cpu) && (set->bits[cpu / 64] >> (cpu % 64) & 1);
}

bool rtlat_cpuset_empty(const struct rtlat_cpuset *set)
{
	return rtlat_cpuset_next(set, -1) < 0;
}

bool rtlat_cpuset_equal(const struct rtlat_cpuset *a, const struct rtlat_cpuset *b)
{
	return !memcmp(a, b, sizeof(*a));
}

bool rtlat_cpuset_intersects(const struct rtlat_cpuset *a, const struct rtlat_cpuset *b)
{
	int word;

	for (word = 0; word < WORDS; word++)
		if (a->bits[word] & b->bits[word])
			return true;
	return false;
}

unsigned int rtlat_cpuset_count(const struct rtlat_cpuset *set)
{
	unsigned int count = 0;
	int word;

	for (word = 0; word < WORDS; word++)
		count += __builtin_popcountll(set->bits[word]);
	return count;
}

int rtlat_cpuset_next(const struct rtlat_cpuset *set, int after)
{
	uint64_t bits;
	int cpu, word;

	if (after >= RTLAT_MAX_CPUS - 1)
		return -1;
	cpu = after < 0 ? 0 : after + 1;
	word = cpu / 64;
	bits = set->bits[word] & (~0ULL << (cpu % 64));
	while (!bits) {
		if (++word == WORDS)
			return -1;
		bits = set->bits[word];
	}
	return word * 64 + __builtin_ctzll(bits);
}

void rtlat_cpuset_or(struct rtlat_cpuset *to, const struct rtlat_cpuset *from)
{
	int word;

	for (word = 0; word < WORDS; word++)
		to->bits[word] |= from->bits[word];
}

void rtlat_cpuset_and(struct rtlat_cpuset *to, const struct rtlat_cpuset *from)
{
	int word;

	for (word = 0; word < WORDS; word++)
		to->bits[word] &= from->bits[word];
}

void rtlat_cpuset_andnot(struct rtlat_cpuset *to, const struct rtlat_cpuset *from)
{
	int word;

	for (word = 0; word < WORDS; word++)
		to->bits[word] &= ~from->bits[word];
}

/* One item, "N" or "N-M"; a number that does not fit in 64 bits counts as UINT64_MAX. */
static int parse_item(const char **cursor, uint64_t *first, uint64_t *last)
{
	if (parse_digits(cursor, first) == -EINVAL)
		return -EINVAL;
	*last = *first;
	if (**cursor == '-') {
		(*cursor)++;
		if (parse_digits(cursor, last) == -EINVAL || *last < *first)
			return -EINVAL;
	}
	return **cursor && **cursor != ',' ? -EINVAL : 0;
}

int rtlat_cpuset_parse(const char *list, struct rtlat_cpuset *set)
{
	struct rtlat_cpuset parsed = { 0 };
	uint64_t first, last;
	bool range_error = false;

	for (;;) {
		if (parse_item(&list, &first, &last))
			return -EINVAL;
		if (last >= RTLAT_MAX_CPUS)
			range_error = true;
		else
			for (; first <= last; first++)
				rtlat_cpuset_add(&parsed, (int)first);
		if (!*list || !*++list)
			break;
	}
	if (range_error)
		return -ERANGE;
	*set = parsed;
	return 0;
}

static int last_of_range(const struct rtlat_cpuset *set, int first)
{
	while (rtlat_cpuset_has(set, first + 1))
		first++;
	return first;
}

int rtlat_cpuset_format(const struct rtlat_cpuset *set, char *buffer, size_t size)
{
	const char *separator = "";
	struct text text;
	int first, last;

	text_init(&text, buffer, size);
	for (first = rtlat_cpuset_next(set, -1); first >= 0; first = rtlat_cpuset_next(set, last)) {
		last = last_of_range(set, first);
		if (first == last)
			text_add(&text, "%s%d", separator, first);
		else
			text_add(&text, "%s%d-%d", separator, first, last);
		separator = ",";
	}
	return text_length(&text);
}
