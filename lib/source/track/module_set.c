// SPDX-License-Identifier: LGPL-2.1-or-later
/* A latency_tracker module is loaded for a run, and its parameters set: both are in the journal. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/util/log.h"
#include "lib/change/journal.h"
#include "lib/session/run_module.h"
#include "lib/source/track/module_read.h"

#define CORE TRACK_MODULE_CORE

void track_module_full_name(const char *tracker, char *name, size_t size)
{
	snprintf(name, size, CORE "_%s", tracker);
}

static int failed(struct session *run, const char *tracker, const char *what, int err)
{
	rtlat_log(&run->config.log, RTLAT_ERROR, "cannot %s of " CORE "_%s: %s", what, tracker,
		  strerror(-err));
	return err;
}

static int module_set_load(struct session *run, const char *tracker)
{
	char name[64];
	int err;

	track_module_full_name(tracker, name, sizeof(name));
	err = run_note_module(run, CORE);
	return err ? err : run_load_module(run, name);
}

/* Claims the tracker, whose parameters belong to one run. */
static int claim(struct session *run, const char *tracker)
{
	struct rtlat_journal *journal;
	char what[96];
	int err;

	err = run_journal(run, &journal);
	if (err)
		return err;
	snprintf(what, sizeof(what), "the module " CORE "_%s", tracker);
	return rtlat_journal_claim(journal, what);
}

static int set(struct session *run, const char *tracker, const char *parameter, const char *value)
{
	struct rtlat_journal *journal;
	char path[128];
	int err;

	err = run_journal(run, &journal);
	if (err)
		return err;
	snprintf(path, sizeof(path), "/sys/module/" CORE "_%s/parameters/%s", tracker, parameter);
	err = rtlat_journal_set(journal, path, value);
	return err ? failed(run, tracker, "set a parameter", err) : 0;
}

static int set_number(struct session *run, const char *tracker, const char *parameter,
		      uint64_t number)
{
	char value[24];

	snprintf(value, sizeof(value), "%llu\n", (unsigned long long)number);
	return set(run, tracker, parameter, value);
}

static int set_parameters(struct session *run, const char *tracker)
{
	const struct rtlat_config *config = &run->config;
	const struct rtlat_track *track = &config->track;
	bool any_priority = track->priority == RTLAT_PRIORITY_ANY;
	char cpus[4096], comm[RTLAT_NAME_SIZE + 1];
	int err = 0;

	if (rtlat_cpuset_format(&config->cpus, cpus, sizeof(cpus) - 1) < 0)
		return failed(run, tracker, "name the CPUs", -ENOSPC);
	strcat(cpus, "\n");
	snprintf(comm, sizeof(comm), "%s\n", track->comm);
	/* Delays after a preemption count, as with the other sources. */
	if (track->tracker == RTLAT_TRACK_WAKEUP)
		err = set(run, tracker, "preempted", "Y\n");
	if (!err)
		err = set_number(run, tracker, "usec_threshold",
				 track->threshold_ns / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = set_number(run, tracker, "usec_timeout",
				 track->timeout_ns / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = set_number(run, tracker, "pid", track->pid == RTLAT_PID_ANY ? 0 : track->pid);
	if (!err)
		err = set(run, tracker, "comm", comm);
	if (!err)
		err = set_number(run, tracker, "prio_max",
				 any_priority ? RTLAT_PRIORITY_MAX : track->priority);
	if (!err)
		err = set(run, tracker, "rt_only", "N\n");
	return err ? err : set(run, tracker, "cpus", cpus);
}

int track_module_set_up(struct session *run, const char *tracker)
{
	int err = claim(run, tracker);

	if (!err)
		err = module_set_load(run, tracker);
	return err ? err : set_parameters(run, tracker);
}
