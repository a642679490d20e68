// SPDX-License-Identifier: GPL-2.0-only
/* Why the sample was late that ended a run. */
#include <inttypes.h>

#include "culprit.h"
#include "write_text.h"

#define SHARE_SIZE 64

static void share_text(char text[SHARE_SIZE], const struct rtlat_share *share)
{
	rtlat_share_format(share, text, SHARE_SIZE);
	/* What is left of a kind without its longest: its number is of others. */
	if (share->count && !share->longest.duration)
		snprintf(text, SHARE_SIZE, "%s, %u %s", rtlat_part_name(share->part), share->count,
			 share->part == RTLAT_PART_NMI ? "in all" : "more");
}

static void print_share(FILE *file, const struct rtlat_share *share, uint64_t latency,
			bool nanoseconds)
{
	char text[SHARE_SIZE], time[32];

	share_text(text, share);
	culprit_time(time, sizeof(time), share->time, nanoseconds);
	fprintf(file, "%12s %5.1f %%  %s\n", time, 100.0 * share->time / latency, text);
}

static void print_sentence(FILE *file, const struct rtlat_exceeded *exceeded, bool nanoseconds)
{
	const struct rtlat_sample *sample = &exceeded->sample;
	char late[32], limit[32];

	culprit_time(late, sizeof(late), sample->latency[exceeded->context], nanoseconds);
	culprit_time(limit, sizeof(limit), exceeded->limit, nanoseconds);
	fprintf(file, "threshold: CPU %u ", sample->cpu);
	if (exceeded->period)
		fprintf(file, "period %" PRIu64 ": noise", sample->seq);
	else if (exceeded->context == RTLAT_NOISE)
		fprintf(file, "noise %" PRIu64 ":", sample->seq);
	else
		fprintf(file, "activation %" PRIu64 ": %s latency", sample->seq,
			rtlat_context_name(exceeded->context));
	fprintf(file, " %s, limit %s", late, limit);
}

static void print_stack(FILE *file, const struct rtlat_exceeded *exceeded, enum stack_format format)
{
	unsigned int i;

	if (exceeded->nr_stack)
		fprintf(file, "stack at the timer's interrupt:\n");
	for (i = 0; i < exceeded->nr_stack; i++) {
		const struct rtlat_frame *frame = &exceeded->stack[i];

		if (frame->symbol[0])
			fprintf(file, "    -> %s\n", frame->symbol);
		else if (format == STACK_TRUNCATE)
			return;
		else if (format == STACK_FULL)
			fprintf(file, "    -> 0x%" PRIx64 "\n", frame->address);
	}
}

/* It may have any bytes: a terminal shall not obey them. */
static void print_name(FILE *file, const char *name)
{
	for (; *name; name++)
		fputc(*name >= ' ' && *name <= '~' ? *name : '?', file);
}

static void print_tasks(FILE *file, const struct rtlat_exceeded *exceeded)
{
	unsigned int i;

	if (exceeded->tasks)
		fprintf(file, "running when the timer expired:\n");
	for (i = 0; i < exceeded->nr_tasks; i++) {
		const struct rtlat_task *task = &exceeded->tasks[i];

		fprintf(file, "    CPU %-4d ", task->cpu);
		if (task->pid > 0) {
			print_name(file, task->name);
			fprintf(file, ":%d\n", task->pid);
		} else {
			fprintf(file, "%s\n", task->pid ? "not known" : "idle");
		}
	}
}

static void print_shares(FILE *file, const struct rtlat_share *shares, int nr, bool nanoseconds)
{
	uint64_t total = 0;
	int i;

	for (i = 0; i < nr; i++)
		total += shares[i].time;
	for (i = 0; i < nr; i++)
		print_share(file, &shares[i], total, nanoseconds);
}

void text_exceeded(FILE *file, const struct rtlat_exceeded *exceeded, const struct view *view)
{
	struct rtlat_share shares[RTLAT_SHARES_MAX];
	int nr = rtlat_sample_explain(&exceeded->sample, shares);
	char share[SHARE_SIZE], time[32];

	print_sentence(file, exceeded, view->nanoseconds);
	if (nr > 0) {
		share_text(share, &shares[0]);
		culprit_time(time, sizeof(time), shares[0].time, view->nanoseconds);
		fprintf(file, ", of which %s %s", time, share);
	}
	fputc('\n', file);
	print_shares(file, shares, nr, view->nanoseconds);
	print_stack(file, exceeded, view->stack_format);
	print_tasks(file, exceeded);
}

void text_only_exceeded(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const struct rtlat_histogram *thread = result->total.context[RTLAT_THREAD].histogram;
	char time[32];

	if (result->exceeded) {
		text_exceeded(file, result->exceeded, view);
		return;
	}
	culprit_time(time, sizeof(time), thread ? thread->max : 0, view->nanoseconds);
	fprintf(file, "no latency has reached the limit; the largest thread latency was %s\n",
		time);
	text_losses(file, result);
	text_notes(file, result, view);
}
