// SPDX-License-Identifier: GPL-2.0-only
/*
 * The part of a report on delays: how many were too long, and the longest ones with their stacks.
 */
#include <inttypes.h>

#include "rtlat/result/delay_text.h"
#include "rtlat/report/html.h"
#include "rtlat/report/report.h"

static void report_track_print_counts(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_delays *delays = result->total.delays;
	const struct rtlat_track *track = &result->config->track;

	fputs("<p>", file);
	if (track->threshold_ns)
		html_print(file, "Of %.1f us or more: %" PRIu64 ". ",
			   (double)track->threshold_ns / RTLAT_NSEC_PER_USEC, delays->alerts);
	if (track->timeout_ns)
		html_print(file, "Not over after %.1f us: %" PRIu64 ". ",
			   (double)track->timeout_ns / RTLAT_NSEC_PER_USEC, delays->timeouts);
	html_print(file, "Not followed, for lack of memory: %" PRIu64 ".", delays->dropped);
	fputs("</p>\n", file);
}

/* Prints the functions of a stack, innermost first; an address for those without a name. */
static void report_track_print_stack(FILE *file, const struct rtlat_result *result,
				     unsigned int number)
{
	const struct rtlat_stack *stack;
	unsigned int i;

	fputs("<td class=\"t\">", file);
	for (i = 0; number && number <= result->nr_stacks; i++) {
		stack = &result->stacks[number - 1];
		if (i == stack->nr)
			break;
		if (stack->frame[i].symbol[0])
			html_print(file, "%s%s", i ? ", " : "", stack->frame[i].symbol);
		else
			html_print(file, "%s0x%" PRIx64, i ? ", " : "", stack->frame[i].address);
	}
	fputs("</td>", file);
}

/* True if a sample has a stack. Without any there is no column. */
static bool have_stacks(const struct rtlat_result *result, bool other)
{
	unsigned int i;

	for (i = 0; i < result->total.nr_worst; i++) {
		const struct rtlat_delay *delay = &result->total.worst[i].delay;

		if (other ? delay->other_stack : delay->stack)
			return true;
	}
	return false;
}

static void print_longest(FILE *file, const struct rtlat_result *result)
{
	bool stacks = have_stacks(result, false), others = have_stacks(result, true);
	char title[16], text[DELAY_TEXT_SIZE];
	unsigned int i;

	html_table_begin(file, report_words(result)->worst_caption);
	html_column(file, "CPU");
	html_column(file, "delay");
	html_column(file, "whom it hit");
	if (stacks)
		html_column(file, "its stack");
	if (others)
		html_column(file, "who woke it");
	html_table_rows(file);
	for (i = 0; i < result->total.nr_worst; i++) {
		const struct rtlat_sample *sample = &result->total.worst[i];

		snprintf(title, sizeof(title), "CPU %u", sample->cpu);
		html_row_begin(file, title);
		html_cell_time(file, true, (double)sample->latency[RTLAT_DELAY]);
		delay_text(text, result->config->track.tracker, &sample->delay, false);
		html_cell(file, text);
		if (stacks)
			report_track_print_stack(file, result, sample->delay.stack);
		if (others)
			report_track_print_stack(file, result, sample->delay.other_stack);
		html_row_end(file);
	}
	html_table_end(file);
}

void report_delays(FILE *file, const struct rtlat_result *result)
{
	if (!report_is_delay(result))
		return;
	report_track_print_counts(file, result);
	if (result->total.nr_worst)
		print_longest(file, result);
}
