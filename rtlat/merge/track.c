// SPDX-License-Identifier: GPL-2.0-only
/* The delays of several results: how many of what kind there were, and their stacks. */
#include <errno.h>
#include <stdlib.h>

#include "rtlat/json/read.h"
#include "rtlat/merge/merge.h"
#include "rtlat/result/notes.h"
#include "rtlat/result/whole.h"

int merge_delays(struct rtlat_cpu_result *to, const struct rtlat_delays *from)
{
	struct rtlat_delays *delays = (struct rtlat_delays *)to->delays;

	if (!from)
		return 0;
	if (!delays)
		delays = calloc(1, sizeof(*delays));
	to->delays = delays;
	if (!delays)
		return -ENOMEM;
	delays->alerts += from->alerts;
	delays->timeouts += from->timeouts;
	delays->dropped += from->dropped;
	return delays->alerts > JSON_COUNT_MAX || delays->timeouts > JSON_COUNT_MAX ||
			       delays->dropped > JSON_COUNT_MAX
		       ? -EOVERFLOW
		       : 0;
}

/* Adds a stack. Those for which there is no number are left out, and a note says so. */
static int add_stack(struct merged *merged, const struct result_file *file, uint16_t *number)
{
	const struct rtlat_result *result = &file->result;
	int err;

	if (!*number)
		return 0;
	err = stacks_add(&merged->stacks, &result->stacks[*number - 1], number);
	if (err != -ENOSPC)
		return err;
	*number = 0;
	if (!merged->stacks_left_out)
		notes_add(&merged->notes, "of different stacks only %d are kept", STACKS_MAX);
	merged->stacks_left_out = true;
	return 0;
}

int merge_stacks(struct merged *merged, const struct result_file *file,
		 struct rtlat_sample *samples, unsigned int nr)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < nr && !err; i++) {
		if (!(samples[i].has & RTLAT_HAS(RTLAT_DELAY)))
			continue;
		err = add_stack(merged, file, &samples[i].delay.stack);
		if (!err)
			err = add_stack(merged, file, &samples[i].delay.other_stack);
	}
	return err;
}

void merge_delays_end(struct merged *merged, struct result_file *const *files, unsigned int nr)
{
	struct rtlat_result *result = &merged->result;
	bool whole = false;
	unsigned int i;

	result->stacks = merged->stacks.stack;
	result->nr_stacks = merged->stacks.nr;
	for (i = 0; i < nr; i++)
		whole |= result_is_whole(&files[i]->result);
	for (i = 0; i < result->nr_cpus && whole; i++) {
		struct rtlat_stats *stats = &result->cpus[i].context[RTLAT_DELAY];

		free((void *)stats->histogram);
		free((void *)stats->linear);
		*stats = (struct rtlat_stats){ 0 };
	}
}
