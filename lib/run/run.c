// SPDX-License-Identifier: LGPL-2.1-or-later
/* A run's life: create, start, wait, stop, destroy. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "lib/machine/affinity.h"
#include "lib/session/limit.h"
#include "lib/util/printable.h"
#include "lib/run/tasks.h"
#include "lib/run/run.h"
#include "lib/source/table.h"
#include "lib/trace/instance.h"
#include "lib/source/track/track.h"

static int check_gates(const struct rtlat_config *config)
{
	unsigned int i;

	for (i = 0; i < config->nr_gates; i++) {
		const struct rtlat_gate *gate = &config->gates[i];

		if (gate->scope == RTLAT_GATE_CPU && !rtlat_cpuset_has(&config->cpus, gate->cpu)) {
			rtlat_log(&config->log, RTLAT_ERROR,
				  "the gate %s is about a CPU that is not measured", gate->text);
			return -EINVAL;
		}
	}
	return 0;
}

/* It goes to the kernel in quotes. */
static int check_comm(const struct rtlat_config *config)
{
	if (config->measure != RTLAT_MEASURE_DELAY || track_comm_is_plain(config->track.comm))
		return 0;
	rtlat_log(&config->log, RTLAT_ERROR,
		  "a task's name has quotes, backslashes or control characters");
	return -EINVAL;
}

int rtlat_run_create(struct rtlat_run **run, const struct rtlat_config *config)
{
	struct rtlat_run *new = calloc(1, sizeof(*new));
	int err;

	if (!new) {
		rtlat_log(&config->log, RTLAT_ERROR, "no memory for a run");
		return -ENOMEM;
	}
	new->config = *config;
	new->wake_fd = -1;
	new->dma_latency_fd = -1;
	pthread_mutex_init(&new->note_lock, NULL);
	rtlat_system_read(&new->system);
	new->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (new->wake_fd < 0) {
		err = -errno;
		rtlat_log(&new->config.log, RTLAT_ERROR, "cannot get an eventfd: %s",
			  strerror(-err));
		goto fail;
	}
	err = run_choose_cpus(&new->config);
	if (err)
		goto fail;
	run_leave_time(new);
	err = check_gates(&new->config);
	if (err)
		goto fail;
	err = check_comm(&new->config);
	if (err)
		goto fail;
	err = run_choose_source(new);
	if (err)
		goto fail;
	err = run_create_cpus(new);
	if (err)
		goto fail;
	*run = new;
	return 0;

fail:
	rtlat_run_destroy(new);
	return err;
}

int rtlat_run_wait(struct rtlat_run *run, uint64_t timeout_ns)
{
	struct pollfd poll_fd = { .fd = run->wake_fd, .events = POLLIN };
	uint64_t elapsed = rtlat_run_elapsed(run), left, wakes;
	struct timespec timeout;

	if (run->config.duration_ns) {
		left = run_planned_end(run);
		left = left > run_now() ? left - run_now() : 0;
		if (!left || elapsed >= run->config.duration_ns)
			return 1;
		if (left < timeout_ns)
			timeout_ns = left;
	}
	timeout.tv_sec = timeout_ns / RTLAT_NSEC_PER_SEC;
	timeout.tv_nsec = timeout_ns % RTLAT_NSEC_PER_SEC;
	if (!atomic_load(&run->over) && !limit_first(run) &&
	    ppoll(&poll_fd, 1, &timeout, NULL) > 0) {
		if (read(run->wake_fd, &wakes, sizeof(wakes)) < 0 && errno != EAGAIN)
			return -errno;
	}
	running_take(run);
	return atomic_load(&run->over) || (!run->config.go_on && limit_first(run));
}

int rtlat_run_end(struct rtlat_run *run, const char *why)
{
	bool over = atomic_load(&run->over);

	if (!run->started || run->ended)
		return -EINVAL;
	run->ended = true;
	run->measured_to = run_end_now(run);
	atomic_store(&run->stopping, true);
	run->source->end(run);
	clock_gettime(CLOCK_REALTIME, &run->end);
	running_take(run);
	run->why_stopped = why;
	/* Some limits are found with the last samples. */
	if (!why && !run->config.go_on && limit_first(run))
		run->why_stopped = "threshold";
	else if (!why && over)
		run->why_stopped = "no CPU left to measure";
	return 0;
}

int rtlat_run_stop(struct rtlat_run *run, const char *why)
{
	int err = 0;

	if (!run->started)
		return -EINVAL;
	if (!run->ended)
		rtlat_run_end(run, why);
	run->started = false;
	run->source->stop(run);
	running_stop(run);
	rtlat_affinity_set(0, &run->old_affinity);
	if (run->journal) {
		err = rtlat_journal_undo(run->journal);
		run->journal = NULL;
	}
	trace_instances_release(run);
	if (run->dma_latency_fd >= 0)
		close(run->dma_latency_fd);
	run->dma_latency_fd = -1;
	return err;
}

void run_free_histograms(struct rtlat_run *run)
{
	while (run->nr_histograms)
		free(run->histograms[--run->nr_histograms].text);
}

void rtlat_run_destroy(struct rtlat_run *run)
{
	if (!run)
		return;
	if (run->started)
		rtlat_run_stop(run, NULL);
	if (run->journal)
		rtlat_journal_undo(run->journal);
	trace_instances_release(run);
	if (run->dma_latency_fd >= 0)
		close(run->dma_latency_fd);
	if (run->wake_fd >= 0)
		close(run->wake_fd);
	running_free(run);
	pthread_mutex_destroy(&run->note_lock);
	run_free_cpus(run);
	run_free_histograms(run);
	free(run->results);
	free(run->total);
	track_stacks_free(&run->stacks);
	free(run);
}

int rtlat_run_save_trace(struct rtlat_run *run, enum rtlat_trace_format format, int fd)
{
	if (!run->started || !run->config.trace || !run->source->save_trace)
		return -EINVAL;
	return run->source->save_trace(run, format, fd);
}

const struct rtlat_config *rtlat_run_config(const struct rtlat_run *run)
{
	return &run->config;
}

const char *rtlat_run_source(const struct rtlat_run *run)
{
	return run->source->name;
}

const char *rtlat_run_source_reason(const struct rtlat_run *run)
{
	return run->reason;
}

unsigned int rtlat_run_nr_cpus(const struct rtlat_run *run)
{
	return run->nr_cpus;
}
