// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the differences that make two results incomparable, or comparable with a warning: other
 * settings, another machine, another length.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/compare/comparable.h"
#include "rtlat/result/notes.h"

static void compare_texts(struct rtlat_notes *notes, const char *what, const char *a, const char *b)
{
	if (strcmp(a, b))
		notes_add(notes, "%s: %s, %s", what, *a ? a : "not known", *b ? b : "not known");
}

static void compare_times(struct rtlat_notes *notes, const char *what, uint64_t a, uint64_t b)
{
	if (a != b)
		notes_add(notes, "%s: %" PRIu64 " ns, %" PRIu64 " ns", what, a, b);
}

bool comparable_kind(const struct rtlat_config *a, const struct rtlat_config *b)
{
	return a->measure == b->measure &&
	       (a->measure != RTLAT_MEASURE_DELAY || a->track.tracker == b->track.tracker);
}

static const char *measure_name(const struct rtlat_config *config, char name[32])
{
	switch (config->measure) {
	case RTLAT_MEASURE_NOISE:
		return config->hardware_only ? "noise of hardware" : "noise";
	case RTLAT_MEASURE_DELAY:
		snprintf(name, 32, "%s delays", rtlat_tracker_name(config->track.tracker));
		return name;
	default:
		return "latencies";
	}
}

/* "12", or "any" where `any` stands for that. */
static void compare_filters(struct rtlat_notes *notes, const char *what, int32_t a, int32_t b,
			    int32_t any)
{
	char left[16] = "any", right[16] = "any";

	if (a != any)
		snprintf(left, sizeof(left), "%d", a);
	if (b != any)
		snprintf(right, sizeof(right), "%d", b);
	compare_texts(notes, what, left, right);
}

static void compare_tracks(struct rtlat_notes *notes, const struct rtlat_track *a,
			   const struct rtlat_track *b)
{
	compare_times(notes, "threshold", a->threshold_ns, b->threshold_ns);
	compare_times(notes, "timeout", a->timeout_ns, b->timeout_ns);
	compare_filters(notes, "thread", a->pid, b->pid, RTLAT_PID_ANY);
	compare_texts(notes, "name", a->comm[0] ? a->comm : "any", b->comm[0] ? b->comm : "any");
	compare_filters(notes, "kernel priority", a->priority, b->priority, RTLAT_PRIORITY_ANY);
}

void comparable_measurement(const struct rtlat_result *a, const struct rtlat_result *b,
			    struct rtlat_notes *differences)
{
	const struct rtlat_config *left = a->config, *right = b->config;
	char names[2][32];

	compare_texts(differences, "measured", measure_name(left, names[0]),
		      measure_name(right, names[1]));
	if (left->measure == RTLAT_MEASURE_DELAY && comparable_kind(left, right))
		compare_tracks(differences, &left->track, &right->track);
	compare_times(differences, "period", left->period_ns, right->period_ns);
	compare_times(differences, "runtime", left->runtime_ns, right->runtime_ns);
	compare_times(differences, "threshold", left->threshold_ns, right->threshold_ns);
	compare_texts(differences, "source", a->source, b->source);
}

void comparable_machine(const struct rtlat_result *a, const struct rtlat_result *b,
			struct rtlat_notes *differences)
{
	compare_texts(differences, "host", a->system->hostname, b->system->hostname);
	compare_texts(differences, "machine", a->system->machine, b->system->machine);
	compare_texts(differences, "CPU", a->system->cpu_model, b->system->cpu_model);
}

static void format_cpus(const struct rtlat_cpuset *set, char *text, size_t size)
{
	if (rtlat_cpuset_format(set, text, size) < 0)
		snprintf(text, size, "%u CPUs", rtlat_cpuset_count(set));
}

static void compare_cpus(struct rtlat_notes *notes, const char *what, const struct rtlat_cpuset *a,
			 const struct rtlat_cpuset *b)
{
	char left[64], right[64];

	if (rtlat_cpuset_equal(a, b))
		return;
	format_cpus(a, left, sizeof(left));
	format_cpus(b, right, sizeof(right));
	notes_add(notes, "%s: %s, %s", what, *left ? left : "none", *right ? right : "none");
}

static void compare_priorities(struct rtlat_notes *notes, const struct rtlat_config *a,
			       const struct rtlat_config *b)
{
	char left[48], right[48];

	if (rtlat_sched_format(&a->sched, left, sizeof(left)) < 0 ||
	    rtlat_sched_format(&b->sched, right, sizeof(right)) < 0)
		return;
	compare_texts(notes, "priority", left, right);
}

void comparable_setup(const struct rtlat_result *a, const struct rtlat_result *b,
		      struct rtlat_notes *differences)
{
	const struct rtlat_system *left = a->system, *right = b->system;

	compare_texts(differences, "kernel", left->kernel, right->kernel);
	compare_texts(differences, "kernel version", left->kernel_version, right->kernel_version);
	compare_texts(differences, "command line", left->cmdline, right->cmdline);
	compare_texts(differences, "clocksource", left->clocksource, right->clocksource);
	compare_texts(differences, "governor", left->governor, right->governor);
	compare_texts(differences, "idle states", left->idle_states, right->idle_states);
	compare_texts(differences, "virtualization", left->virtualization, right->virtualization);
	compare_cpus(differences, "CPUs", &a->config->cpus, &b->config->cpus);
	compare_priorities(differences, a->config, b->config);
	if (a->config->explain != b->config->explain)
		notes_add(differences, "interference traced: %s, %s",
			  a->config->explain ? "yes" : "no", b->config->explain ? "yes" : "no");
}
