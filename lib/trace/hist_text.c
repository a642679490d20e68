// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Parses the text of a histogram trigger, which is meant for people: lines such as { common_cpu:
 * 1, lat: ~ 12288-12415 } hitcount:        772, and behind them how many values had no room: "
 * Dropped: 0".
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/parse.h"
#include "rtlat.h"
#include "lib/trace/hist_text.h"

#define DROPPED "    Dropped:"

/*
 * The number behind the next `name` before `end`, and where it ends. NULL: there is none that fits.
 */
static const char *hist_text_number_of(const char *at, const char *end, const char *name,
				       uint64_t *number)
{
	const char *found = strstr(at, name);

	if (!found || found >= end)
		return NULL;
	found += strlen(name);
	found += strspn(found, " ~");
	return parse_digits(&found, number) ? NULL : found;
}

static int parse_line(const char *line, const char *end, const struct hist_key *key,
		      void (*add)(void *data, int cpu, uint64_t time, uint64_t count), void *data)
{
	uint64_t cpu, low, count;

	line = hist_text_number_of(line, end, "common_cpu:", &cpu);
	if (line)
		line = hist_text_number_of(line, end, key->name, &low);
	if (line)
		line = hist_text_number_of(line, end, "hitcount:", &count);
	if (!line || line > end || cpu >= RTLAT_MAX_CPUS)
		return -EBADMSG;
	/* The middle of the bucket. The last of all buckets has none. */
	if (low <= UINT64_MAX - key->bucket)
		low += key->bucket / 2;
	add(data, (int)cpu, low, count);
	return 0;
}

int64_t hist_text_parse(const char *text, const struct hist_key *key,
			void (*add)(void *data, int cpu, uint64_t time, uint64_t count), void *data)
{
	int64_t dropped = -EBADMSG;
	const char *line, *end;
	uint64_t number;

	for (line = text; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		if (*line == '{' && parse_line(line, end, key, add, data))
			return -EBADMSG;
		/* A search in each line would go through all that is left of the text. */
		if (!strncmp(line, DROPPED, strlen(DROPPED)) &&
		    hist_text_number_of(line, end, DROPPED, &number) && number <= INT64_MAX)
			dropped = (int64_t)number;
	}
	return dropped;
}

uint64_t hist_text_dropped(const char *text)
{
	uint64_t dropped, sum = 0;
	const char *line, *end;

	for (line = text; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		if (!strncmp(line, DROPPED, strlen(DROPPED)) &&
		    hist_text_number_of(line, end, DROPPED, &dropped) &&
		    __builtin_add_overflow(sum, dropped, &sum))
			sum = UINT64_MAX;
	}
	return sum;
}
