// SPDX-License-Identifier: GPL-2.0-only
/* The text of a histogram trigger: what is told of it is of a CPU, and fits a recorder. */
#include <errno.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "lib/source/track/hist_triggers.h"

static void add(void *data, int cpu, uint64_t delay, uint64_t count)
{
	size_t *lines = data;

	(void)count;
	require(cpu >= 0 && cpu < RTLAT_MAX_CPUS);
	require(delay >= TRACK_HIST_BUCKET / 2);
	++*lines;
}

static size_t count_lines(const char *text)
{
	size_t lines = 1;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	size_t lines = 0;
	int64_t dropped = hist_text_parse(text, &track_hist_delays, add, &lines);

	require(dropped >= 0 || dropped == -EBADMSG);
	require(lines <= count_lines(text));
	/* Both read the same line: the last of them, and the sum of all. */
	require(dropped <= 0 || hist_text_dropped(text));
	free(text);
	return 0;
}
