// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Strict parsing of numbers and times: the whole text has to be the value, and one that does not
 * fit is an error.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "lib/util/parse.h"
#include "rtlat.h"

int parse_digits(const char **cursor, uint64_t *value)
{
	const char *text = *cursor;
	uint64_t number = 0;
	int ret = 0;

	if (*text < '0' || *text > '9')
		return -EINVAL;
	for (; *text >= '0' && *text <= '9'; text++) {
		if (__builtin_mul_overflow(number, 10, &number) ||
		    __builtin_add_overflow(number, *text - '0', &number))
			ret = -ERANGE;
	}
	*cursor = text;
	*value = ret ? UINT64_MAX : number;
	return ret;
}

int rtlat_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t number;
	int ret = parse_digits(&text, &number);

	if (ret == -EINVAL || *text)
		return -EINVAL;
	if (ret || number < min || number > max)
		return -ERANGE;
	*value = number;
	return 0;
}

int rtlat_parse_s64(const char *text, int64_t min, int64_t max, int64_t *value)
{
	bool negative = *text == '-';
	uint64_t magnitude;
	int64_t number;
	int ret;

	if (negative)
		text++;
	ret = parse_digits(&text, &magnitude);
	if (ret == -EINVAL || *text)
		return -EINVAL;
	if (ret || magnitude > (uint64_t)INT64_MAX + negative)
		return -ERANGE;
	/* Negated in unsigned arithmetic, since INT64_MIN has no positive counterpart. */
	number = (int64_t)(negative ? 0 - magnitude : magnitude);
	if (number < min || number > max)
		return -ERANGE;
	*value = number;
	return 0;
}

/* From long to short. */
static const struct {
	const char *suffix;
	uint64_t ns;
} units[] = {
	{ "d", 86400 * RTLAT_NSEC_PER_SEC },
	{ "h", 3600 * RTLAT_NSEC_PER_SEC },
	{ "m", 60 * RTLAT_NSEC_PER_SEC },
	{ "s", RTLAT_NSEC_PER_SEC },
	{ "ms", RTLAT_NSEC_PER_MSEC },
	{ "us", RTLAT_NSEC_PER_USEC },
	{ "ns", 1 },
};

#define NR_UNITS (sizeof(units) / sizeof(units[0]))
/* Latencies have none of the longer ones. */
#define SECONDS 3

/*
 * Returns the index of the unit at *cursor, of those from `first` on, and steps over it; or
 * NR_UNITS. Of an upper-case letter, too: "10M" is ten minutes.
 */
static size_t take_unit(const char **cursor, size_t first)
{
	size_t i, length = 0;

	while (isalpha((unsigned char)(*cursor)[length]))
		length++;
	for (i = first; i < NR_UNITS; i++) {
		if (strlen(units[i].suffix) == length &&
		    !strncasecmp(*cursor, units[i].suffix, length)) {
			*cursor += length;
			break;
		}
	}
	return i;
}

int parse_time(const char *text, uint64_t unit, uint64_t *ns)
{
	uint64_t number, part, sum = 0;
	size_t i, next = 0;
	bool large = false;
	int ret;

	do {
		ret = parse_digits(&text, &number);
		if (ret == -EINVAL)
			return ret;
		/* A bare number is alone. */
		if (!*text && !next) {
			large = ret || __builtin_mul_overflow(number, unit, &sum);
			break;
		}
		i = take_unit(&text, next);
		if (i == NR_UNITS)
			return -EINVAL;
		next = i + 1;
		large |= ret || __builtin_mul_overflow(number, units[i].ns, &part) ||
			 __builtin_add_overflow(sum, part, &sum);
	} while (*text);
	if (large)
		return -ERANGE;
	*ns = sum;
	return 0;
}

int rtlat_parse_duration(const char *text, uint64_t *ns)
{
	uint64_t time;
	int ret = parse_time(text, RTLAT_NSEC_PER_SEC, &time);

	if (ret)
		return ret;
	if (time < RTLAT_NSEC_PER_SEC || time > RTLAT_DURATION_MAX)
		return -ERANGE;
	*ns = time;
	return 0;
}

int unit_parse_time(const char **cursor, uint64_t *ns)
{
	uint64_t number;
	size_t i;
	int ret = parse_digits(cursor, &number);

	if (ret == -EINVAL)
		return ret;
	i = take_unit(cursor, SECONDS);
	if (i == NR_UNITS)
		return -EINVAL;
	if (ret || __builtin_mul_overflow(number, units[i].ns, ns))
		*ns = UINT64_MAX;
	return 0;
}

void unit_add_time(struct text *text, uint64_t ns)
{
	size_t i = SECONDS;

	while (i < NR_UNITS - 1 && (!ns || ns % units[i].ns))
		i++;
	text_add(text, "%llu%s", (unsigned long long)(ns / units[i].ns), units[i].suffix);
}
