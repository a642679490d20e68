// SPDX-License-Identifier: GPL-2.0-only
/* The text result above and below its table. */
#include <stddef.h>
#include <string.h>

#include "rtlat/result/culprit.h"
#include "rtlat/result/verdict.h"
#include "rtlat/util/terminal.h"
#include "rtlat/write/text/text.h"

void text_elapsed(uint64_t ns, char text[TEXT_ELAPSED_SIZE])
{
	unsigned long long seconds = ns / RTLAT_NSEC_PER_SEC;

	snprintf(text, TEXT_ELAPSED_SIZE, "%llu %02llu:%02llu:%02llu", seconds / 86400,
		 seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
}

const char *text_context(enum rtlat_context context)
{
	static const char *const names[RTLAT_CONTEXTS] = { "IRQ", "Thr", "Ret", "Noise", "Delay" };

	return names[context];
}

unsigned int text_contexts(const struct rtlat_result *result, const struct view *view)
{
	unsigned int contexts = result->contexts;

	if (view->no_irq)
		contexts &= ~RTLAT_HAS(RTLAT_IRQ);
	if (view->no_thread)
		contexts &= ~RTLAT_HAS(RTLAT_THREAD);
	return contexts;
}

bool text_row_is_zero(const struct rtlat_result *result, unsigned int contexts, uint32_t row)
{
	enum rtlat_context context;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (contexts & RTLAT_HAS(context) &&
		    rtlat_stats_entry(&result->total.context[context], row))
			return false;
	}
	return true;
}

/* "lost: 12 samples (CPU 0: 5, CPU 3: 7)" for a counter of struct rtlat_cpu_result */
static void print_counter(FILE *file, const struct rtlat_result *result, size_t field,
			  const char *name, const char *what)
{
	const uint64_t *count = (const void *)((const char *)&result->total + field);
	const char *separator = "";
	unsigned int i;

	if (!*count)
		return;
	fprintf(file, "%s: %llu %s (", name, (unsigned long long)*count, what);
	for (i = 0; i < result->nr_cpus; i++) {
		count = (const void *)((const char *)&result->cpus[i] + field);
		if (!*count)
			continue;
		fprintf(file, "%sCPU %d: %llu", separator, result->cpus[i].cpu,
			(unsigned long long)*count);
		separator = ", ";
	}
	fprintf(file, ")\n");
}

static void print_incomplete(FILE *file, const struct rtlat_result *result)
{
	const char *separator = ": ";
	unsigned int i;

	fprintf(file, "INCOMPLETE");
	if (result->total.lost) {
		fprintf(file, "%ssamples were lost", separator);
		separator = ", ";
	}
	for (i = 0; i < result->nr_cpus; i++) {
		if (result->cpus[i].state == RTLAT_CPU_MEASURED)
			continue;
		fprintf(file, "%sCPU %d %s", separator, result->cpus[i].cpu,
			result->cpus[i].state == RTLAT_CPU_OFFLINE ? "went offline" : "failed");
		separator = ", ";
	}
	/* The notes tell of the pauses. */
	if (*separator == ':')
		fprintf(file, "%ssamples across a pause do not count", separator);
	fputc('\n', file);
}

void text_losses(FILE *file, const struct rtlat_result *result)
{
	print_counter(file, result, offsetof(struct rtlat_cpu_result, missed), "missed", "periods");
	print_counter(file, result, offsetof(struct rtlat_cpu_result, lost), "lost", "samples");
	print_counter(file, result, offsetof(struct rtlat_cpu_result, clamped), "clamped",
		      "negative latencies");
	if (!result->complete)
		print_incomplete(file, result);
}

static void print_lines(FILE *file, const char *title, const struct rtlat_notes *notes,
			const struct view *view)
{
	unsigned int i;

	for (i = 0; notes && i < notes->nr; i++) {
		fprintf(file, "%s: ", title);
		terminal_wrap(file, strlen(title) + 2, view->width, notes->text[i]);
	}
}

/* Prints each gate in the colour of its outcome. */
static void print_gates(FILE *file, const struct rtlat_result *result)
{
	char line[RTLAT_NOTE_SIZE];
	unsigned int i;

	for (i = 0; i < result->nr_gates; i++) {
		bool held = result->gates[i].outcome == RTLAT_GATE_HELD;

		rtlat_gate_format(&result->gates[i], line, sizeof(line));
		color_print(file, held ? COLOR_GOOD : COLOR_BAD, line);
		fputc('\n', file);
	}
}

void text_notes(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	print_gates(file, result);
	if (result->status != RTLAT_STATUS_PASS) {
		fprintf(file, "verdict: ");
		color_print(file, COLOR_BAD, rtlat_status_name(result->status));
		fputc('\n', file);
		if (!result->exceeded)
			print_lines(file, "reason", result->reasons, view);
	}
	if (result->exceeded)
		text_exceeded(file, result, view);
	else if (result->running)
		fprintf(file, "%s\n", result->stop);
	else if (result->stop)
		fprintf(file, "stopped by: %s\n", result->stop);
	print_lines(file, "note", result->notes, view);
}

void text_only_exceeded(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const struct rtlat_histogram *thread = result->total.context[RTLAT_THREAD].histogram;
	char time[32];

	if (result->exceeded) {
		text_exceeded(file, result, view);
		return;
	}
	culprit_time(time, sizeof(time), thread ? thread->max : 0, view->nanoseconds);
	fprintf(file, "no latency has reached the limit; the largest thread latency was %s\n",
		time);
	text_losses(file, result);
	text_notes(file, result, view);
}
