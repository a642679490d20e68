// SPDX-License-Identifier: GPL-2.0-only
/*
 * Merges settings, machine and times of several results: a text that all have in common is kept,
 * any other is left empty. Samples are merged in cpus.c.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/compare/comparable.h"
#include "rtlat/json/read.h"
#include "rtlat/merge/merge.h"
#include "rtlat/result/notes.h"

static void add_notes(struct rtlat_notes *to, const char *path, const struct rtlat_notes *from)
{
	unsigned int i;

	for (i = 0; i < from->nr; i++)
		notes_add(to, "%s: %s", path, from->text[i]);
}

static void keep_common(char *text, const char *other)
{
	if (strcmp(text, other))
		*text = '\0';
}

static void keep_common_cpus(struct rtlat_cpuset *set, const struct rtlat_cpuset *other)
{
	if (!rtlat_cpuset_equal(set, other))
		rtlat_cpuset_zero(set);
}

/* "a, b, c", as long as there is room. */
static void add_host(struct rtlat_system *system, const struct result_file *const *before,
		     unsigned int nr, const char *hostname)
{
	size_t length = strlen(system->hostname);
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(before[i]->system.hostname, hostname))
			return;
	}
	snprintf(system->hostname + length, sizeof(system->hostname) - length, ", %s", hostname);
}

/* Keeps what is the same in both: nothing else is known of the whole. */
static void add_system(struct rtlat_system *system, const struct rtlat_system *other)
{
	keep_common(system->kernel, other->kernel);
	keep_common(system->kernel_version, other->kernel_version);
	keep_common(system->machine, other->machine);
	keep_common(system->cpu_model, other->cpu_model);
	keep_common(system->clocksource, other->clocksource);
	keep_common(system->governor, other->governor);
	keep_common(system->virtualization, other->virtualization);
	keep_common(system->idle_states, other->idle_states);
	keep_common(system->cmdline, other->cmdline);
	system->realtime &= other->realtime;
	keep_common_cpus(&system->online, &other->online);
	keep_common_cpus(&system->isolated, &other->isolated);
	keep_common_cpus(&system->nohz_full, &other->nohz_full);
}

static void add_config(struct rtlat_config *config, const struct rtlat_config *other)
{
	rtlat_cpuset_or(&config->cpus, &other->cpus);
	keep_common_cpus(&config->housekeeping, &other->housekeeping);
	/* The duration is that of all together, where each was to be of a length. */
	if (!config->duration_ns || !other->duration_ns)
		config->duration_ns = 0;
	else
		config->duration_ns += other->duration_ns;
	if (config->entries != other->entries || config->bucket_ns != other->bucket_ns)
		config->entries = 0;
	if (config->worst < other->worst)
		config->worst = other->worst;
}

static bool is_earlier(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static void add_times(struct rtlat_result *result, const struct rtlat_result *other)
{
	if (!result->exceeded)
		result->exceeded = other->exceeded;
	if (is_earlier(&other->start, &result->start))
		result->start = other->start;
	if (is_earlier(&result->end, &other->end))
		result->end = other->end;
	result->start_monotonic_ns = 0;
	result->series = NULL;
	result->duration_ns += other->duration_ns;
}

/* Keeps the contexts of noise that all have: only these can be added. */
static void add_contexts(struct rtlat_result *result, const struct rtlat_result *other)
{
	if (result->contexts & other->contexts & RTLAT_HAS(RTLAT_NOISE))
		result->contexts &= other->contexts;
	else
		result->contexts |= other->contexts;
}

/* Orders statuses from good to bad: a failed run is a failure, whatever the others did. */
static int severity(enum rtlat_status status)
{
	static const int severities[] = {
		[RTLAT_STATUS_PASS] = 0,
		[RTLAT_STATUS_SKIP] = 1,
		[RTLAT_STATUS_ERROR] = 2,
		[RTLAT_STATUS_FAIL] = 3,
	};

	return severities[status];
}

static void add_verdict(struct merged *merged, const struct result_file *file)
{
	const struct rtlat_result *other = &file->result;
	char line[RTLAT_NOTE_SIZE];
	unsigned int i;

	if (severity(other->status) > severity(merged->result.status))
		merged->result.status = other->status;
	add_notes(&merged->reasons, file->path, other->reasons);
	for (i = 0; i < other->nr_gates; i++) {
		if (other->gates[i].outcome == RTLAT_GATE_HELD)
			continue;
		rtlat_gate_format(&other->gates[i], line, sizeof(line));
		notes_add(&merged->reasons, "%s: %s", file->path, line);
	}
	if (other->stop)
		notes_add(&merged->notes, "%s: stopped early: %s", file->path, other->stop);
	add_notes(&merged->notes, file->path, other->notes);
}

/*
 * Begins with a copy of the first result, which is all there is for a single one that is not judged
 * anew.
 */
static void begin(struct merged *merged, const struct result_file *file)
{
	memset(merged, 0, sizeof(*merged));
	merged->config = file->config;
	merged->system = file->system;
	merged->result = file->result;
	merged->result.config = &merged->config;
	merged->result.system = &merged->system;
	merged->result.cpus = NULL;
	merged->result.nr_cpus = 0;
	merged->result.stacks = NULL;
	merged->result.nr_stacks = 0;
	memset(&merged->result.total, 0, sizeof(merged->result.total));
	merged->result.total.cpu = -1;
	merged->result.reasons = &merged->reasons;
	merged->result.notes = &merged->notes;
	merged->result.gates = merged->gates;
	merged->reasons = file->reasons;
	merged->notes = file->notes;
}

/* Begins the verdict: each reason gets the name of its file. */
static void begin_verdict(struct merged *merged, const struct result_file *file)
{
	merged->reasons.nr = merged->notes.nr = 0;
	merged->result.status = RTLAT_STATUS_PASS;
	merged->result.stop = NULL;
	add_verdict(merged, file);
}

static int add(struct merged *merged, struct result_file *const *files, unsigned int at)
{
	const struct result_file *first = files[0], *file = files[at];
	struct rtlat_notes differences = { 0 };

	comparable_measurement(&first->result, &file->result, &merged->obstacles);
	comparable_setup(&first->result, &file->result, &differences);
	add_notes(&merged->notes, file->path, &differences);
	add_host(&merged->system, (const struct result_file *const *)files, at,
		 file->system.hostname);
	add_system(&merged->system, &file->system);
	add_config(&merged->config, &file->config);
	add_times(&merged->result, &file->result);
	merged->result.complete &= file->result.complete;
	add_contexts(&merged->result, &file->result);
	merged->result.realtime_priority &= file->result.realtime_priority;
	add_verdict(merged, file);
	return merged->config.duration_ns > JSON_TIME_MAX ||
			       merged->result.duration_ns > JSON_TIME_MAX
		       ? -EOVERFLOW
		       : 0;
}

/* Chooses the gates of --gate, or else those of the runs if all have the same. */
static void choose_gates(struct merged *merged, struct result_file *const *files, unsigned int nr,
			 const struct options *options)
{
	struct rtlat_config *config = &merged->config;
	unsigned int i, j;

	if (options->config.nr_gates) {
		memcpy(config->gates, options->config.gates, sizeof(config->gates));
		config->nr_gates = options->config.nr_gates;
	}
	for (i = 1; i < nr && !options->config.nr_gates; i++) {
		if (files[i]->config.nr_gates != config->nr_gates)
			config->nr_gates = 0;
		for (j = 0; j < config->nr_gates; j++) {
			if (strcmp(files[i]->config.gates[j].text, config->gates[j].text))
				config->nr_gates = 0;
		}
	}
	merged->result.nr_gates = config->nr_gates;
}

static void merge_judge(struct merged *merged)
{
	struct rtlat_result *result = &merged->result;
	unsigned int i;

	for (i = 0; i < result->nr_gates; i++) {
		rtlat_gate_judge(&merged->config.gates[i], result, &merged->gates[i]);
		if (merged->gates[i].outcome != RTLAT_GATE_HELD)
			result->status = RTLAT_STATUS_FAIL;
	}
}

int merge_results(struct merged *merged, struct result_file *const *files, unsigned int nr,
		  const struct options *options)
{
	unsigned int i;
	int err = 0;

	begin(merged, files[0]);
	for (i = 1; i < nr; i++) {
		if (!comparable_kind(&files[i]->config, &files[0]->config))
			return -EINVAL;
	}
	if (nr > 1 || options->config.nr_gates)
		begin_verdict(merged, files[0]);
	if (nr > 1)
		merged->result.source_reason = "several runs were merged";
	for (i = 1; !err && i < nr; i++)
		err = add(merged, files, i);
	if (err)
		return err;
	if (options->percentiles_given)
		merged->config.percentiles = options->config.percentiles;
	merged->files = files;
	merged->nr_files = nr;
	err = merge_cpus(merged);
	if (err)
		return err;
	choose_gates(merged, files, nr, options);
	merge_judge(merged);
	return 0;
}
