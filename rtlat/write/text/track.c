// SPDX-License-Identifier: GPL-2.0-only
/* The text about delays: what was tracked, how many there were, and the longest. */
#include <inttypes.h>

#include "rtlat/result/delay_text.h"
#include "lib/util/printable.h"
#include "rtlat/write/text/text.h"

void text_track_settings(FILE *file, const struct rtlat_track *track)
{
	char name[sizeof(track->comm)];

	printable_copy(name, sizeof(name), track->comm);
	fprintf(file, "# Threshold: %" PRIu64 " us\n",
		(uint64_t)(track->threshold_ns / RTLAT_NSEC_PER_USEC));
	if (track->timeout_ns)
		fprintf(file, "# Timeout: %" PRIu64 " us\n",
			(uint64_t)(track->timeout_ns / RTLAT_NSEC_PER_USEC));
	if (track->pid != RTLAT_PID_ANY)
		fprintf(file, "# Thread: %d\n", track->pid);
	if (name[0])
		fprintf(file, "# Name: %s\n", name);
	if (track->priority != RTLAT_PRIORITY_ANY)
		fprintf(file, "# Kernel priority: %d or lower\n", track->priority);
}

static void text_track_print_stack(FILE *file, const struct rtlat_result *result,
				   unsigned int number, const char *whose, enum stack_view format)
{
	const struct rtlat_stack *stack;
	unsigned int i;

	if (!number || number > result->nr_stacks)
		return;
	stack = &result->stacks[number - 1];
	fprintf(file, "        %s:\n", whose);
	for (i = 0; i < stack->nr; i++) {
		const struct rtlat_frame *frame = &stack->frame[i];

		if (frame->symbol[0])
			fprintf(file, "        -> %s\n", frame->symbol);
		else if (format == STACK_TRUNCATE)
			return;
		else if (format == STACK_FULL)
			fprintf(file, "        -> 0x%" PRIx64 "\n", frame->address);
	}
}

static void print_delay(FILE *file, const struct rtlat_result *result,
			const struct rtlat_sample *sample, const struct view *view)
{
	const struct rtlat_delay *delay = &sample->delay;
	char text[DELAY_TEXT_SIZE];

	delay_text(text, result->config->track.tracker, delay, view->nanoseconds);
	fprintf(file, "%5u %10" PRIu64 ".%06" PRIu64 " %10" PRIu64 "  %s\n", sample->cpu,
		(uint64_t)(sample->expiry / RTLAT_NSEC_PER_SEC),
		(uint64_t)(sample->expiry % RTLAT_NSEC_PER_SEC / RTLAT_NSEC_PER_USEC),
		text_time(sample->latency[RTLAT_DELAY], view->nanoseconds), text);
	text_track_print_stack(file, result, delay->stack, "its stack", view->stack_format);
	text_track_print_stack(file, result, delay->other_stack, "who woke it", view->stack_format);
}

static void text_track_print_worst(FILE *file, const struct rtlat_result *result,
				   const struct view *view)
{
	const struct rtlat_cpu_result *total = &result->total;
	unsigned int i;

	if (!total->nr_worst)
		return;
	fprintf(file, "longest delays:\n%5s %17s %10s  task\n", "CPU", "start (s)",
		view->nanoseconds ? "ns" : "us");
	for (i = 0; i < total->nr_worst; i++)
		print_delay(file, result, &total->worst[i], view);
}

void text_delays(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const struct rtlat_delays *delays = result->total.delays;

	if (result->config->track.threshold_ns)
		fprintf(file, "of the threshold or more: %" PRIu64 "\n", delays->alerts);
	if (result->config->track.timeout_ns)
		fprintf(file, "that took the timeout or more: %" PRIu64 "\n", delays->timeouts);
	if (delays->dropped)
		fprintf(file, "not followed, for lack of memory: %" PRIu64 "\n", delays->dropped);
	if (!view->only_summary)
		text_track_print_worst(file, result, view);
}
