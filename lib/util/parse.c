// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Strict parsing of numbers and times: the whole text has to be the value, and one that does not
 * fit is an error.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>

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

/* Seconds per unit; 0: no such unit. */
static uint64_t duration_unit(const char *suffix)
{
	if (!suffix[0])
		return 1;
	if (suffix[1])
		return 0;
	switch (tolower((unsigned char)suffix[0])) {
	case 's':
		return 1;
	case 'm':
		return 60;
	case 'h':
		return 3600;
	case 'd':
		return 86400;
	default:
		return 0;
	}
}

int rtlat_parse_duration(const char *text, uint64_t *ns)
{
	uint64_t number, unit;
	int ret = parse_digits(&text, &number);

	if (ret == -EINVAL)
		return ret;
	unit = duration_unit(text);
	if (!unit)
		return -EINVAL;
	if (ret || !number || number > RTLAT_DURATION_MAX / RTLAT_NSEC_PER_SEC / unit)
		return -ERANGE;
	*ns = number * unit * RTLAT_NSEC_PER_SEC;
	return 0;
}

static const struct {
	const char *suffix;
	uint64_t ns;
} units[] = {
	{ "s", RTLAT_NSEC_PER_SEC },
	{ "ms", RTLAT_NSEC_PER_MSEC },
	{ "us", RTLAT_NSEC_PER_USEC },
	{ "ns", 1 },
};

#define NR_UNITS (sizeof(units) / sizeof(units[0]))

int unit_parse_time(const char **cursor, uint64_t *ns)
{
	uint64_t number;
	size_t i, length = 0;
	int ret = parse_digits(cursor, &number);

	if (ret == -EINVAL)
		return ret;
	for (i = 0; i < NR_UNITS; i++) {
		length = strlen(units[i].suffix);
		if (!strncmp(*cursor, units[i].suffix, length))
			break;
	}
	if (i == NR_UNITS)
		return -EINVAL;
	*cursor += length;
	if (ret || __builtin_mul_overflow(number, units[i].ns, ns))
		*ns = UINT64_MAX;
	return 0;
}

void unit_add_time(struct text *text, uint64_t ns)
{
	size_t i = 0;

	while (i < NR_UNITS - 1 && (!ns || ns % units[i].ns))
		i++;
	text_add(text, "%llu%s", (unsigned long long)(ns / units[i].ns), units[i].suffix);
}
