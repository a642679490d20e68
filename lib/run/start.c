// SPDX-License-Identifier: LGPL-2.1-or-later
/* The start of a run, with the first source that can be started. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/machine/affinity.h"
#include "lib/check/check.h"
#include "lib/machine/power.h"
#include "lib/util/rights.h"
#include "lib/run/tasks.h"
#include "lib/machine/sched_hint.h"
#include "lib/run/run.h"
#include "lib/source/table.h"

static int apply_power(struct rtlat_run *run)
{
	struct rtlat_config *config = &run->session.config;
	struct rtlat_journal *journal;
	char hint[RIGHTS_HINT_SIZE];
	int err;

	if (config->dma_latency_us != RTLAT_DMA_LATENCY_UNCHANGED) {
		run->dma_latency_fd = rtlat_power_dma_latency(config->dma_latency_us);
		if (run->dma_latency_fd < 0) {
			err = run->dma_latency_fd;
			rtlat_log(&config->log, RTLAT_ERROR,
				  "cannot set /dev/cpu_dma_latency: %s%s", strerror(-err),
				  rights_hint(err, CAP_DAC_OVERRIDE, hint));
			/* A machine without it lacks something, as one without idle states. */
			return err == -ENOENT ? -EOPNOTSUPP : err;
		}
	}
	if (config->deepest_idle == RTLAT_IDLE_UNCHANGED)
		return 0;
	err = run_journal(&run->session, &journal);
	if (err)
		return err;
	err = rtlat_power_limit_idle(journal, &config->cpus, config->deepest_idle);
	/* The journal has told of another run that has changed them. */
	if (err && err != -EBUSY)
		rtlat_log(&config->log, RTLAT_ERROR, "cannot limit the idle states: %s%s",
			  err == -EOPNOTSUPP ? "this machine has none that can be disabled"
					     : strerror(-err),
			  rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return err;
}

/* Errors of a source that may be followed by another one are the reason for that. */
static void run_start_hold(void *data, enum rtlat_level level, const char *text)
{
	struct run_held *held = data;
	size_t used;

	if (!atomic_load(&held->holds) || level != RTLAT_ERROR) {
		if (held->log.emit)
			held->log.emit(held->log.data, level, text);
		return;
	}
	/* The log's lock also protects the text: see rtlat_log(). */
	used = strlen(held->text);
	snprintf(held->text + used, sizeof(held->text) - used, "%s\n", text);
}

static void tell_held(struct rtlat_run *run)
{
	char *rest = run->held.text, *line;

	while ((line = strsep(&rest, "\n"))) {
		if (*line)
			rtlat_log(&run->session.config.log, RTLAT_ERROR, "%s", line);
	}
}

/*
 * Starts the chosen source. Errors of a source that the user named are logged at once. Those of
 * others are held back: if a right is missing, they are only the reason to try the next source.
 */
static int start_source(struct rtlat_run *run)
{
	struct run_held *held = &run->held;
	int err;

	if (!strcmp(run->session.config.source, run->session.source->name))
		return run->session.source->start(&run->session);
	held->log = run->session.config.log;
	held->text[0] = '\0';
	atomic_store(&held->holds, true);
	run->session.config.log = (struct rtlat_log){ .emit = run_start_hold, .data = held };
	err = run->session.source->start(&run->session);
	/* run_start_hold() stays the log: threads of the source may be writing to it. */
	atomic_store(&held->holds, false);
	run->refused = rights_denied(err);
	if (!run->refused)
		tell_held(run);
	return err;
}

static int start(struct rtlat_run *run, bool again)
{
	int err = apply_power(run);

	if (err)
		return err;
	err = rtlat_affinity_get(0, &run->old_affinity);
	if (!err)
		err = rtlat_affinity_set(0, &run->session.config.housekeeping);
	if (err) {
		rtlat_log(&run->session.config.log, RTLAT_ERROR,
			  "cannot move to the housekeeping CPUs: %s%s", strerror(-err),
			  affinity_hint(err));
		return err;
	}
	if (!again)
		check_distortions(&run->session, &run->system);
	run->started = true;
	run->session.realtime_priority = run->session.config.sched.policy != RTLAT_POLICY_OTHER;
	/* Memory that is taken while the run measures could delay others. */
	err = run_total_buffer(run);
	if (!err)
		err = running_start(run);
	if (!err)
		err = start_source(run);
	/* Not every caller of an allocation logs that it failed. */
	if (err == -ENOMEM)
		rtlat_log(&run->session.config.log, RTLAT_ERROR, "cannot start: no memory");
	return err;
}

/* Undoes what the failed start has done, and starts the next source. */
static int take_next(struct rtlat_run *run, const struct rtlat_config *config, int err)
{
	char *end = strchrnul(run->held.text, '\n');

	*end = '\0';
	source_refused(&run->choice, err, *run->held.text ? run->held.text : strerror(-err));
	err = rtlat_run_stop(run, NULL);
	if (err)
		return err;
	run->refused = run->ended = false;
	atomic_store(&run->session.over, false);
	atomic_store(&run->session.stopping, false);
	atomic_store(&run->session.measured_from, 0);
	atomic_store(&run->session.measured_to, 0);
	run->why_stopped = NULL;
	run->session.config = *config;
	run_free_cpus(run);
	run_free_histograms(run);
	err = run_choose_source(run);
	return err ? err : run_create_cpus(run);
}

int rtlat_run_start(struct rtlat_run *run)
{
	const struct rtlat_config config = run->session.config;
	char reason[RTLAT_JOURNAL_REASON];
	int restored, err;

	/* Leftovers of a killed run are undone first, so that they are not measured. */
	restored = rtlat_journal_restore(&run->session.config.log, NULL, reason, sizeof(reason));
	err = start(run, false);
	while (err && run->refused) {
		err = take_next(run, &config, err);
		if (!err)
			err = start(run, true);
	}
	/* If the journal failed the run, the run has said so itself. */
	if (restored == -EUCLEAN && !err && !run->session.journal)
		rtlat_log(&run->session.config.log, RTLAT_WARNING, "%s", reason);
	return err;
}
