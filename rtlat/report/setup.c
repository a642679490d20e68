// SPDX-License-Identifier: GPL-2.0-only
/* The part of a report about what was measured, and where. */
#include <inttypes.h>
#include <string.h>

#include "rtlat/report/html.h"
#include "rtlat/report/report.h"

#define LIST_SIZE 256

/* The lines of the table of runs. */
enum setup {
	SETUP_HOST,
	SETUP_KERNEL,
	SETUP_REALTIME,
	SETUP_CPU,
	SETUP_CMDLINE,
	SETUP_VIRTUALIZATION,
	SETUP_CLOCKSOURCE,
	SETUP_GOVERNOR,
	SETUP_IDLE,
	SETUP_CPUS,
	SETUP_SOURCE,
	SETUP_TRACKER, /* this and the next three of delays only */
	SETUP_TIMEOUT,
	SETUP_THREADS,
	SETUP_PERIOD,
	SETUP_RUNTIME,   /* of noise only */
	SETUP_THRESHOLD, /* of noise and delays */
	SETUP_PRIORITY,
	SETUP_START,
	SETUP_LINES,
};

static void setup_cpus(const struct result_file *run, char *text, size_t size)
{
	if (rtlat_cpuset_format(&run->config.cpus, text, size) < 0)
		snprintf(text, size, "%u of them", rtlat_cpuset_count(&run->config.cpus));
}

static void setup_priority(const struct result_file *run, char *text, size_t size)
{
	if (rtlat_sched_format(&run->config.sched, text, size) < 0)
		*text = '\0';
}

/* "" where there is none. */
static void setup_time(uint64_t ns, char text[LIST_SIZE])
{
	*text = '\0';
	if (ns)
		snprintf(text, LIST_SIZE, "%" PRIu64 " us", (uint64_t)(ns / RTLAT_NSEC_PER_USEC));
}

/* Which ones: "12, name, kernel priority 99 or lower", or all. */
static void setup_threads(const struct rtlat_track *track, char text[LIST_SIZE])
{
	size_t length = 0;

	*text = '\0';
	if (track->pid != RTLAT_PID_ANY)
		length += snprintf(text + length, LIST_SIZE - length, ", %d", track->pid);
	if (track->comm[0])
		length += snprintf(text + length, LIST_SIZE - length, ", %s", track->comm);
	if (track->priority != RTLAT_PRIORITY_ANY)
		length += snprintf(text + length, LIST_SIZE - length,
				   ", kernel priority %d or lower", track->priority);
	if (length)
		memmove(text, text + 2, length - 1);
	else
		snprintf(text, LIST_SIZE, "all");
}

/* Returns the text of a line about delays; "" for other runs. */
static const char *setup_track(const struct result_file *run, enum setup line, char text[LIST_SIZE])
{
	const struct rtlat_track *track = &run->config.track;

	if (!report_is_delay(&run->result))
		return "";
	if (line == SETUP_TRACKER)
		return rtlat_tracker_name(track->tracker);
	if (line == SETUP_THREADS)
		setup_threads(track, text);
	else
		setup_time(track->timeout_ns, text);
	return text;
}

static uint64_t threshold_of(const struct result_file *run)
{
	return report_is_delay(&run->result) ? run->config.track.threshold_ns
					     : run->config.threshold_ns;
}

static const char *setup_text(const struct result_file *run, enum setup line, char text[LIST_SIZE])
{
	const struct rtlat_system *system = &run->system;
	const char *const texts[SETUP_LINES] = {
		[SETUP_HOST] = system->hostname,
		[SETUP_KERNEL] = system->kernel,
		[SETUP_REALTIME] = system->realtime ? "yes" : "no",
		[SETUP_CPU] = system->cpu_model,
		[SETUP_CMDLINE] = system->cmdline,
		[SETUP_VIRTUALIZATION] = system->virtualization,
		[SETUP_CLOCKSOURCE] = system->clocksource,
		[SETUP_GOVERNOR] = system->governor,
		[SETUP_IDLE] = system->idle_states,
		[SETUP_SOURCE] = run->result.source,
		[SETUP_START] = run->start,
	};

	if (line == SETUP_CPUS)
		setup_cpus(run, text, LIST_SIZE);
	else if (line == SETUP_PRIORITY)
		setup_priority(run, text, LIST_SIZE);
	else if (line == SETUP_TRACKER || line == SETUP_TIMEOUT || line == SETUP_THREADS)
		return setup_track(run, line, text);
	else if (line == SETUP_PERIOD)
		setup_time(report_is_delay(&run->result) ? 0 : run->config.period_ns, text);
	else if (line == SETUP_RUNTIME)
		setup_time(run->config.runtime_ns, text);
	else if (line == SETUP_THRESHOLD)
		setup_time(threshold_of(run), text);
	else
		return texts[line];
	return text;
}

/* True if a run has a text for the line. */
static bool is_shown(enum setup line, struct result_file *const *files, unsigned int nr)
{
	bool noise = line == SETUP_RUNTIME || line == SETUP_THRESHOLD;
	bool delay = line == SETUP_TRACKER || line == SETUP_TIMEOUT || line == SETUP_THREADS ||
		     line == SETUP_THRESHOLD;
	bool latency = line == SETUP_PERIOD;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		const struct rtlat_result *result = &files[i]->result;

		if (report_is_delay(result) ? delay : latency || (noise && report_is_noise(result)))
			return true;
	}
	return !noise && !delay && !latency;
}

/* The titles of the lines. */
static const char *const titles[SETUP_LINES] = {
	[SETUP_HOST] = "Host",
	[SETUP_KERNEL] = "Kernel",
	[SETUP_REALTIME] = "PREEMPT_RT",
	[SETUP_CPU] = "CPU",
	[SETUP_CMDLINE] = "Kernel command line",
	[SETUP_VIRTUALIZATION] = "Virtualization",
	[SETUP_CLOCKSOURCE] = "Clocksource",
	[SETUP_GOVERNOR] = "Governor",
	[SETUP_IDLE] = "Idle states",
	[SETUP_CPUS] = "Measured CPUs",
	[SETUP_SOURCE] = "Source",
	[SETUP_TRACKER] = "Tracked",
	[SETUP_TIMEOUT] = "Timeout",
	[SETUP_THREADS] = "Threads",
	[SETUP_PERIOD] = "Period",
	[SETUP_RUNTIME] = "Runtime",
	[SETUP_THRESHOLD] = "Threshold",
	[SETUP_PRIORITY] = "Priority",
	[SETUP_START] = "Start",
};

/* True if a run has something to show in the line. */
static bool has_text(enum setup line, struct result_file *const *files, unsigned int nr)
{
	char text[LIST_SIZE];
	const char *shown;
	unsigned int i;

	if (!is_shown(line, files, nr))
		return false;
	for (i = 0; i < nr; i++) {
		shown = setup_text(files[i], line, text);
		if (shown && *shown)
			return true;
	}
	return false;
}

/* True if the runs differ in the line. */
static bool differs(enum setup line, struct result_file *const *files, unsigned int nr)
{
	char first[LIST_SIZE], other[LIST_SIZE];
	const char *text = setup_text(files[0], line, first), *another;
	unsigned int i;

	for (i = 1; i < nr; i++) {
		another = setup_text(files[i], line, other);
		if (strcmp(text ? text : "", another ? another : ""))
			return true;
	}
	return false;
}

/* A table of the lines in which the runs differ, or do not, with a column for `columns` of them. */
static void print_setup(FILE *file, const char *caption, struct result_file *const *files,
			unsigned int nr, unsigned int columns)
{
	bool different = columns > 1;
	char text[LIST_SIZE];
	enum setup line;
	unsigned int i;

	html_table_begin(file, caption);
	html_column(file, "");
	for (i = 0; i < columns; i++)
		html_column(file, different || nr == 1 ? files[i]->path : "all runs");
	html_table_rows(file);
	for (line = 0; line < SETUP_LINES; line++) {
		if (!has_text(line, files, nr) || differs(line, files, nr) != different)
			continue;
		html_row_begin(file, titles[line]);
		for (i = 0; i < columns; i++)
			html_cell(file, setup_text(files[i], line, text));
		html_row_end(file);
	}
	html_table_end(file);
}

void report_differences(FILE *file, struct result_file *const *files, unsigned int nr)
{
	if (nr > 1)
		print_setup(file, "What differs between the runs", files, nr, nr);
}

void report_setup(FILE *file, struct result_file *const *files, unsigned int nr)
{
	print_setup(file, "What was measured, and where", files, nr, 1);
}
