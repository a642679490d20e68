// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Percentiles: parsing and printing them, and the list that a result shows. They are kept in
 * millionths of a percent, so that 99.9999 is exact.
 */
#include <errno.h>
#include <stdint.h>

#include "lib/util/parse.h"
#include "rtlat.h"
#include "lib/util/text.h"

#define DECIMALS 6

/* The digits after the point, as millionths. */
static int parse_fraction(const char **cursor, uint64_t *millionths)
{
	const char *text = *cursor;
	uint64_t value = 0;
	int digits;

	for (digits = 0; *text >= '0' && *text <= '9'; digits++) {
		if (digits == DECIMALS)
			return -EINVAL;
		value = value * 10 + (*text++ - '0');
	}
	if (!digits)
		return -EINVAL;
	for (; digits < DECIMALS; digits++)
		value *= 10;
	*cursor = text;
	*millionths = value;
	return 0;
}

int parse_percent(const char **cursor, uint64_t *value)
{
	uint64_t whole, fraction = 0;
	int ret = parse_digits(cursor, &whole);

	if (ret == -EINVAL)
		return ret;
	if (**cursor == '.') {
		(*cursor)++;
		if (parse_fraction(cursor, &fraction))
			return -EINVAL;
	}
	if (ret || whole > 100 || (whole == 100 && fraction))
		return -ERANGE;
	*value = whole * RTLAT_PERCENT + fraction;
	return 0;
}

static int percentile_parse_percentile(const char **cursor, uint32_t *percentile)
{
	uint64_t value = 0;
	int ret = parse_percent(cursor, &value);

	if (ret == -EINVAL || (**cursor && **cursor != ','))
		return -EINVAL;
	if (ret || !value)
		return -ERANGE;
	*percentile = value;
	return 0;
}

/* Keep them in order; one that is there already stays once. */
static void insert(struct rtlat_percentiles *percentiles, uint32_t value)
{
	unsigned int at = percentiles->nr, i;

	while (at > 0 && percentiles->value[at - 1] > value)
		at--;
	if (at > 0 && percentiles->value[at - 1] == value)
		return;
	for (i = percentiles->nr; i > at; i--)
		percentiles->value[i] = percentiles->value[i - 1];
	percentiles->value[at] = value;
	percentiles->nr++;
}

int rtlat_parse_percentiles(const char *list, struct rtlat_percentiles *percentiles)
{
	struct rtlat_percentiles parsed = { 0 };
	unsigned int given = 0;
	uint32_t value;
	int ret;

	for (;;) {
		ret = percentile_parse_percentile(&list, &value);
		if (ret)
			return ret;
		if (++given > RTLAT_PERCENTILES_MAX)
			return -E2BIG;
		insert(&parsed, value);
		if (!*list)
			break;
		list++;
	}
	*percentiles = parsed;
	return 0;
}

int rtlat_percentile_format(uint32_t percentile, char *buffer, size_t size)
{
	uint32_t fraction = percentile % RTLAT_PERCENT;
	int digits = DECIMALS;
	struct text text;

	text_init(&text, buffer, size);
	text_add(&text, "%u", percentile / RTLAT_PERCENT);
	if (fraction) {
		for (; fraction % 10 == 0; fraction /= 10)
			digits--;
		text_add(&text, ".%0*u", digits, fraction);
	}
	return text_length(&text);
}
