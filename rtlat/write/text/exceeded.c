// SPDX-License-Identifier: GPL-2.0-only
/* Why the sample was late that ended a run. */
#include <inttypes.h>

#include "rtlat/result/culprit.h"
#include "rtlat/result/verdict.h"
#include "rtlat/write/text/text.h"

#define SHARE_SIZE 160

static void share_text(char text[SHARE_SIZE], const struct rtlat_share *share)
{
	rtlat_share_format(share, text, SHARE_SIZE);
	/* A kind without its longest: the number is of the others. */
	if (share->count && !share->longest.duration)
		snprintf(text, SHARE_SIZE, "%s, %u %s", rtlat_part_name(share->part), share->count,
			 share->part == RTLAT_PART_NMI ? "in all" : "more");
}

/* The words of rtla, which scripts look for, of the parts of a latency. */
static const char *share_title(const struct rtlat_share *share)
{
	static const char *const titles[] = {
		[RTLAT_PART_LATE] = "IRQ handler delay:",
		[RTLAT_PART_HRTIMER] = "Timer interference:",
		[RTLAT_PART_HANDLER] = "Timerlat IRQ duration:",
		[RTLAT_PART_IRQ] = "IRQ interference:",
		[RTLAT_PART_SOFTIRQ] = "Softirq interference:",
		[RTLAT_PART_NMI] = "NMI interference:",
		[RTLAT_PART_THREAD] = "Thread interference:",
		[RTLAT_PART_DISPATCH] = "Thread dispatch:",
		[RTLAT_PART_UNEXPLAINED] = "Not explained:",
	};

	if (share->part == RTLAT_PART_THREAD && share->longest.duration)
		return "Blocking thread:";
	return titles[share->part];
}

static void print_share(FILE *file, const struct rtlat_share *share, uint64_t latency,
			bool nanoseconds, bool titled)
{
	char text[SHARE_SIZE], time[32];

	share_text(text, share);
	culprit_time(time, sizeof(time), share->time, nanoseconds);
	if (titled)
		fprintf(file, "  %-22s", share_title(share));
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

static void exceeded_print_stack(FILE *file, const struct rtlat_exceeded *exceeded,
				 enum stack_view format)
{
	unsigned int nr_printed = 0, i;

	if (exceeded->nr_stack)
		fprintf(file, "Blocking thread stack trace, at the timer's interrupt:\n");
	for (i = 0; i < exceeded->nr_stack; i++) {
		const struct rtlat_frame *frame = &exceeded->stack[i];

		if (frame->symbol[0])
			fprintf(file, "    -> %s\n", frame->symbol);
		else if (format == STACK_TRUNCATE)
			break;
		else if (format == STACK_FULL)
			fprintf(file, "    -> 0x%" PRIx64 "\n", frame->address);
		else
			continue;
		nr_printed++;
	}
	if (exceeded->nr_stack && !nr_printed)
		fprintf(file, "    no names: /proc/kallsyms shows them to root and with "
			      "CAP_SYSLOG; --stack-format full prints addresses\n");
}

static void print_tasks(FILE *file, const struct rtlat_exceeded *exceeded)
{
	unsigned int i;

	if (exceeded->tasks)
		fprintf(file, "Printing CPU tasks: what ran when the timer expired\n");
	for (i = 0; i < exceeded->nr_tasks; i++) {
		const struct rtlat_task *task = &exceeded->tasks[i];

		fprintf(file, "    CPU %-4d ", task->cpu);
		if (task->pid > 0)
			fprintf(file, "%s:%d\n", task->name, task->pid);
		else
			fprintf(file, "%s\n", task->pid ? "not known" : "idle");
	}
}

/*
 * Prints the largest latency from idle in rtla's words, and as there in us, whatever the unit of
 * the rest.
 */
static void print_idle(FILE *file, const struct rtlat_exceeded *exceeded)
{
	if (exceeded->idle_latency)
		fprintf(file, "Max timerlat IRQ latency from idle: %.2f us in cpu %d\n",
			(double)exceeded->idle_latency / RTLAT_NSEC_PER_USEC, exceeded->idle_cpu);
}

/* Returns what the thread did until it was back: a return latency has it beside the thread's. */
static uint64_t work_of(const struct rtlat_exceeded *exceeded)
{
	const struct rtlat_sample *sample = &exceeded->sample;

	if (exceeded->context != RTLAT_RETURN || !(sample->has & RTLAT_HAS(RTLAT_THREAD)) ||
	    sample->latency[RTLAT_RETURN] < sample->latency[RTLAT_THREAD])
		return 0;
	return sample->latency[RTLAT_RETURN] - sample->latency[RTLAT_THREAD];
}

static void print_shares(FILE *file, const struct rtlat_exceeded *exceeded,
			 const struct rtlat_share *shares, int nr, bool nanoseconds)
{
	uint64_t work = nr > 0 ? work_of(exceeded) : 0, total = work;
	char time[32];
	int i;

	for (i = 0; i < nr; i++)
		total += shares[i].time;
	for (i = 0; i < nr; i++)
		print_share(file, &shares[i], total, nanoseconds, exceeded->context != RTLAT_NOISE);
	if (!work)
		return;
	culprit_time(time, sizeof(time), work, nanoseconds);
	fprintf(file, "  %-22s%12s %5.1f %%  until the thread was back\n", "Thread's work:", time,
		100.0 * (double)work / (double)total);
}

void text_exceeded(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const struct rtlat_exceeded *exceeded = result->exceeded;
	struct rtlat_share shares[RTLAT_SHARES_MAX];
	int nr = rtlat_sample_explain(&exceeded->sample, shares);
	char share[SHARE_SIZE], time[32];

	if (verdict_is_of_limit(result))
		fprintf(file, "rtlat %s hit stop tracing\n",
			exceeded->context == RTLAT_NOISE ? "osnoise" : "timerlat");
	print_sentence(file, exceeded, view->nanoseconds);
	if (nr > 0) {
		share_text(share, &shares[0]);
		culprit_time(time, sizeof(time), shares[0].time, view->nanoseconds);
		fprintf(file, ", of which %s %s", time, share);
	}
	fputc('\n', file);
	print_shares(file, exceeded, shares, nr, view->nanoseconds);
	exceeded_print_stack(file, exceeded, view->stack_format);
	print_idle(file, exceeded);
	print_tasks(file, exceeded);
}
