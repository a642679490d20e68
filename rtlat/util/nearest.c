// SPDX-License-Identifier: GPL-2.0-only
/*
 * The distance of two words is the number of letters to add, remove, replace or swap with the next
 * one, that make one of the other.
 */
#include <stdio.h>
#include <string.h>

#include "rtlat/util/nearest.h"

/* Longer words are compared up to here. */
#define LENGTH_MAX 32

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

static unsigned int distance_between(const char *a, const char *b)
{
	unsigned int rows[3][LENGTH_MAX + 1];
	unsigned int *before = rows[0], *last = rows[1], *row = rows[2], *oldest;
	size_t i, j, length_a = strnlen(a, LENGTH_MAX), length_b = strnlen(b, LENGTH_MAX);

	for (j = 0; j <= length_b; j++)
		last[j] = j;
	for (i = 1; i <= length_a; i++) {
		row[0] = i;
		for (j = 1; j <= length_b; j++) {
			row[j] = last[j - 1] + (a[i - 1] != b[j - 1]);
			row[j] = least(row[j], least(last[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
		oldest = before;
		before = last;
		last = row;
		row = oldest;
	}
	return last[length_b];
}

void nearest_try(struct nearest *nearest, const char *candidate)
{
	unsigned int distance = distance_between(nearest->word, candidate);

	/* Two letters that differ make any other word of a short one. */
	if (distance > (strlen(nearest->word) > 4 ? 2u : 1u))
		return;
	if (nearest->best && distance >= nearest->distance)
		return;
	nearest->best = candidate;
	nearest->distance = distance;
}

const char *nearest_hint(const struct nearest *nearest, const char *prefix,
			 char hint[NEAREST_HINT_SIZE])
{
	hint[0] = '\0';
	if (nearest->best)
		snprintf(hint, NEAREST_HINT_SIZE, "; did you mean %s%s?", prefix, nearest->best);
	return hint;
}
