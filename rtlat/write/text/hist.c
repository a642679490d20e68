// SPDX-License-Identifier: GPL-2.0-only
/* The text of a result with histograms: what was measured, the tables, and the worst samples. */
#include <inttypes.h>
#include <time.h>

#include "rtlat/result/culprit.h"
#include "rtlat/write/text/hist.h"

/* The narrowest terminal with room for the number of a sample beside the rest. */
#define SEQ_WIDTH_MIN 100
#define TIME_WIDTH 6
#define TIME_WIDTH_NS 9
#define CULPRIT_GAP 2
#define CULPRIT_LEAST 8

static bool is_noise(const struct hist_table *table)
{
	return table->result->contexts & RTLAT_HAS(RTLAT_NOISE);
}

static bool is_delay(const struct hist_table *table)
{
	return table->result->contexts & RTLAT_HAS(RTLAT_DELAY);
}

static const char *histogram_name(const struct hist_table *table)
{
	if (!is_noise(table))
		return "rtlat";
	return table->result->config->hardware_only ? "rtlat hwnoise" : "rtlat osnoise";
}

static void print_setting(FILE *file, const char *name, uint64_t ns)
{
	fprintf(file, "# %s: %" PRIu64 " us\n", name, (uint64_t)(ns / RTLAT_NSEC_PER_USEC));
}

static void print_noise_settings(FILE *file, const struct rtlat_config *config)
{
	print_setting(file, "Runtime", config->runtime_ns);
	print_setting(file, "Period", config->period_ns);
	print_setting(file, "Threshold", config->threshold_ns);
}

static void text_hist_print_header(const struct hist_table *table)
{
	const struct rtlat_result *result = table->result;
	const struct rtlat_system *system = result->system;
	char duration[TEXT_ELAPSED_SIZE];
	FILE *file = table->file;

	text_elapsed(result->duration_ns, duration);
	fprintf(file, "# %s%s%s histogram\n", histogram_name(table),
		is_delay(table) ? " track " : "",
		is_delay(table) ? rtlat_tracker_name(result->config->track.tracker) : "");
	fprintf(file, "# Time unit is %s\n",
		table->view->nanoseconds ? "nanoseconds (ns)" : "microseconds (us)");
	fprintf(file, "# Duration: %s\n", duration);
	fprintf(file, "# Source: %s\n", result->source);
	if (is_noise(table))
		print_noise_settings(file, result->config);
	else if (is_delay(table))
		text_track_settings(file, &result->config->track);
	else
		print_setting(file, "Period", result->config->period_ns);
	fprintf(file, "# Kernel: %s %s%s\n", system->kernel, system->machine,
		system->realtime ? " PREEMPT_RT" : "");
}

/* Prints the time of a clock on the wall at an expiry: "14:03:12.123". */
static void print_wall_time(const struct hist_table *table, uint64_t expiry)
{
	const struct rtlat_result *result = table->result;
	int64_t ns = result->start.tv_nsec + (int64_t)(expiry - result->start_monotonic_ns);
	int64_t seconds = ns / (int64_t)RTLAT_NSEC_PER_SEC;
	time_t time;
	struct tm tm;
	char text[16];

	ns -= seconds * (int64_t)RTLAT_NSEC_PER_SEC;
	if (ns < 0) {
		ns += RTLAT_NSEC_PER_SEC;
		seconds--;
	}
	time = result->start.tv_sec + seconds;
	if (!result->start_monotonic_ns || !localtime_r(&time, &tm) ||
	    !strftime(text, sizeof(text), "%H:%M:%S", &tm))
		fprintf(table->file, " %12s", "-");
	else
		fprintf(table->file, " %s.%03u", text, (unsigned int)(ns / RTLAT_NSEC_PER_MSEC));
}

/*
 * Returns the periods that passed while the thread was late with this sample, or with its work. The
 * sample's own number is of the periods before it.
 */
static uint64_t periods_missed(const struct hist_table *table, const struct rtlat_sample *sample)
{
	enum rtlat_context last =
		sample->has & RTLAT_HAS(RTLAT_RETURN) ? RTLAT_RETURN : RTLAT_THREAD;
	uint64_t period = table->result->config->period_ns;

	return period ? sample->latency[last] / period : 0;
}

static bool shows_missed(const struct hist_table *table)
{
	return !is_noise(table) && table->result->total.missed;
}

static int time_width(const struct hist_table *table)
{
	return table->view->nanoseconds ? TIME_WIDTH_NS : TIME_WIDTH;
}

static bool shows_seq(const struct hist_table *table)
{
	return table->view->width >= SEQ_WIDTH_MIN;
}

static void print_worst_sample(const struct hist_table *table, const struct rtlat_sample *sample,
			       unsigned int room)
{
	char culprit[CULPRIT_SIZE];
	unsigned int context;

	fprintf(table->file, "%3u", sample->cpu);
	print_wall_time(table, sample->expiry);
	fprintf(table->file, " %6" PRIu64 ".%06" PRIu64,
		(uint64_t)(sample->expiry / RTLAT_NSEC_PER_SEC),
		(uint64_t)(sample->expiry % RTLAT_NSEC_PER_SEC / RTLAT_NSEC_PER_USEC));
	if (shows_seq(table))
		fprintf(table->file, " %10" PRIu64, sample->seq);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!hist_shows(table, context))
			continue;
		if (sample->has & RTLAT_HAS(context))
			fprintf(table->file, " %*" PRIu64, time_width(table),
				(uint64_t)text_time(sample->latency[context],
						    table->view->nanoseconds));
		else
			fprintf(table->file, " %*s", time_width(table), "-");
	}
	if (shows_missed(table))
		fprintf(table->file, " %6" PRIu64, periods_missed(table, sample));
	culprit_text(culprit, room, sample, table->view->nanoseconds);
	fprintf(table->file, "%s%s\n", culprit[0] ? "  " : "", culprit);
}

/* Prints the titles of the worst samples. Returns the room that is left for a culprit. */
static unsigned int print_worst_titles(const struct hist_table *table)
{
	int width = fprintf(table->file, "%3s %12s %13s", "CPU", "time",
			    is_noise(table) ? "start (s)" : "expiry (s)");
	unsigned int context;

	if (shows_seq(table))
		width += fprintf(table->file, " %10s", "seq");
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (hist_shows(table, context))
			width += fprintf(table->file, " %*s", time_width(table),
					 text_context(context));
	}
	if (shows_missed(table))
		width += fprintf(table->file, " %6s", "missed");
	fprintf(table->file, "%s\n",
		table->result->contexts & RTLAT_HAS_INTERFERENCE ? "  culprit" : "");
	width += CULPRIT_GAP + CULPRIT_LEAST;
	return CULPRIT_LEAST +
	       ((int)table->view->width > width ? (int)table->view->width - width : 0);
}

static void text_hist_print_worst(const struct hist_table *table)
{
	const struct rtlat_cpu_result *total = &table->result->total;
	unsigned int i, room;

	if (!total->nr_worst)
		return;
	fprintf(table->file, "\nworst samples:\n");
	room = print_worst_titles(table);
	for (i = 0; i < total->nr_worst; i++)
		print_worst_sample(table, &total->worst[i], room);
}

/* Prints a line for each CPU, unless there is one CPU that has all columns above. */
static int print_cpus(const struct hist_table *table)
{
	const struct rtlat_result *result = table->result;

	if (is_delay(table) || (result->nr_cpus == 1 && !is_noise(table)))
		return 0;
	fputc('\n', table->file);
	return text_top_table(table->file, result, table->view);
}

static int print_summaries(const struct hist_table *table)
{
	const struct rtlat_result *result = table->result;
	int err = print_cpus(table);

	if (is_noise(table) && !err)
		text_noise_sources(table->file, result, table->view->nanoseconds);
	text_tail(table->file, result, table->contexts);
	if (is_delay(table))
		text_delays(table->file, result, table->view);
	else if (!table->view->only_summary)
		text_hist_print_worst(table);
	return err;
}

int write_text_hist(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct view fitted = *view;
	const struct hist_table table = {
		.file = file,
		.result = result,
		.view = &fitted,
		.contexts = text_contexts(result, view),
	};
	int err = 0;

	if (view->only_explanation) {
		text_only_exceeded(file, result, view);
		return 0;
	}
	if (!view->width)
		fitted.width = FILE_WIDTH;
	if (!view->no_header)
		text_hist_print_header(&table);
	if (view->linear)
		hist_print_linear(&table);
	else
		err = hist_print_fitted(&table);
	if (!view->no_summary && !err)
		err = print_summaries(&table);
	if (!view->no_summary)
		text_over_time(file, result, view);
	text_losses(file, result);
	if (!view->no_summary)
		text_notes(file, result, view);
	return err;
}
