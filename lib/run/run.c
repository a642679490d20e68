// SPDX-License-Identifier: LGPL-2.1-or-later
/* A run's life: create, start, wait, stop, destroy. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lib/machine/affinity.h"
#include "lib/session/limit.h"
#include "lib/session/pause.h"
#include "lib/util/printable.h"
#include "lib/run/tasks.h"
#include "lib/run/run.h"
#include "lib/source/table.h"
#include "lib/trace/instance.h"
#include "lib/source/track/track.h"

static int run_check_gates(const struct rtlat_config *config)
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

/*
 * The name is written in quotes into a kernel filter, so it must not contain quotes, backslashes or
 * control characters.
 */
static int check_comm(const struct rtlat_config *config)
{
	if (config->measure != RTLAT_MEASURE_DELAY || track_comm_is_plain(config->track.comm))
		return 0;
	rtlat_log(&config->log, RTLAT_ERROR,
		  "a task's name has quotes, backslashes or control characters");
	return -EINVAL;
}

int run_choose_source(struct rtlat_run *run)
{
	struct rtlat_config *config = &run->session.config;
	int err;

	err = source_choose(config, &run->choice, run->reason, sizeof(run->reason));
	if (err)
		return err;
	run->session.source = run->choice.source;
	if (config->trace_buffer_kb && !run->session.source->traced && !config->trace) {
		rtlat_log(&config->log, RTLAT_ERROR,
			  "the source is %s, which has no trace buffer to be sized",
			  run->session.source->name);
		return -EINVAL;
	}
	return 0;
}

/* Returns a file that tells of SIGCONT, if the program blocks that; -1 where there is none. */
static int open_continue_fd(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCONT);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int rtlat_run_create(struct rtlat_run **run, const struct rtlat_config *config)
{
	struct rtlat_run *new = calloc(1, sizeof(*new));
	int err;

	if (!new) {
		rtlat_log(&config->log, RTLAT_ERROR, "no memory for a run");
		return -ENOMEM;
	}
	new->session.config = *config;
	new->dma_latency_fd = -1;
	new->continue_fd = open_continue_fd();
	pthread_mutex_init(&new->session.note_lock, NULL);
	rtlat_system_read(&new->system);
	new->session.wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (new->session.wake_fd < 0) {
		err = -errno;
		rtlat_log(&new->session.config.log, RTLAT_ERROR, "cannot get an eventfd: %s",
			  strerror(-err));
		goto fail;
	}
	err = run_choose_cpus(&new->session.config);
	if (err)
		goto fail;
	run_leave_time(new);
	err = run_check_gates(&new->session.config);
	if (!err)
		err = check_comm(&new->session.config);
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

/* Notes the time first: threads look for the pending signal, then for the time. */
static void take_continued(struct rtlat_run *run)
{
	struct signalfd_siginfo info;

	atomic_store(&run->session.continued, run_now());
	if (read(run->continue_fd, &info, sizeof(info)) < 0)
		rtlat_log(&run->session.config.log, RTLAT_DEBUG, "SIGCONT is gone");
}

int rtlat_run_wait(struct rtlat_run *run, uint64_t timeout_ns)
{
	struct pollfd fds[] = { { run->session.wake_fd, POLLIN, 0 },
				{ run->continue_fd, POLLIN, 0 } };
	uint64_t elapsed = rtlat_run_elapsed(run), left, wakes;
	struct timespec timeout;

	if (run->session.config.duration_ns) {
		left = run_planned_end(&run->session);
		left = left > run_now() ? left - run_now() : 0;
		if (!left || elapsed >= run->session.config.duration_ns)
			return 1;
		if (left < timeout_ns)
			timeout_ns = left;
	}
	timeout.tv_sec = timeout_ns / RTLAT_NSEC_PER_SEC;
	timeout.tv_nsec = timeout_ns % RTLAT_NSEC_PER_SEC;
	if (!atomic_load(&run->session.over) && !limit_first(&run->session) &&
	    ppoll(fds, 2, &timeout, NULL) > 0) {
		if (fds[1].revents)
			take_continued(run);
		if (read(run->session.wake_fd, &wakes, sizeof(wakes)) < 0 && errno != EAGAIN)
			return -errno;
	}
	running_take(run);
	return atomic_load(&run->session.over) ||
	       (!run->session.config.go_on && limit_first(&run->session));
}

void rtlat_run_wake(struct rtlat_run *run)
{
	run_wake(&run->session);
}

int rtlat_run_end(struct rtlat_run *run, const char *why)
{
	bool over = atomic_load(&run->session.over);

	if (!run->started || run->ended)
		return -EINVAL;
	run->ended = true;
	run->session.measured_to = run_end_now(&run->session);
	atomic_store(&run->session.stopping, true);
	run->session.source->end(&run->session);
	clock_gettime(CLOCK_REALTIME, &run->end);
	run->paused = pause_tell(&run->session);
	running_take(run);
	run->why_stopped = why;
	/* The last samples may reach a limit too. */
	if (!why && !run->session.config.go_on && limit_first(&run->session))
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
	run->session.source->stop(&run->session);
	running_stop(run);
	rtlat_affinity_set(0, &run->old_affinity);
	if (run->session.journal) {
		err = rtlat_journal_undo(run->session.journal);
		run->session.journal = NULL;
	}
	trace_instances_release(&run->session);
	if (run->dma_latency_fd >= 0)
		close(run->dma_latency_fd);
	run->dma_latency_fd = -1;
	return err;
}

void run_free_histograms(struct rtlat_run *run)
{
	while (run->session.nr_histograms)
		free(run->session.histograms[--run->session.nr_histograms].text);
}

void rtlat_run_destroy(struct rtlat_run *run)
{
	if (!run)
		return;
	if (run->started)
		rtlat_run_stop(run, NULL);
	if (run->session.journal)
		rtlat_journal_undo(run->session.journal);
	trace_instances_release(&run->session);
	if (run->dma_latency_fd >= 0)
		close(run->dma_latency_fd);
	if (run->continue_fd >= 0)
		close(run->continue_fd);
	if (run->session.wake_fd >= 0)
		close(run->session.wake_fd);
	running_free(run);
	pthread_mutex_destroy(&run->session.note_lock);
	run_free_cpus(run);
	run_free_histograms(run);
	free(run->results);
	free(run->total);
	track_stacks_free(&run->session.stacks);
	free(run);
}

int rtlat_run_save_trace(struct rtlat_run *run, enum rtlat_trace_format format, int fd)
{
	if (!run->started || !run->session.config.trace || !run->session.source->save_trace)
		return -EINVAL;
	return run->session.source->save_trace(&run->session, format, fd);
}

const struct rtlat_config *rtlat_run_config(const struct rtlat_run *run)
{
	return &run->session.config;
}

const char *rtlat_run_source(const struct rtlat_run *run)
{
	return run->session.source->name;
}

const char *rtlat_run_source_reason(const struct rtlat_run *run)
{
	return run->reason;
}

bool rtlat_run_lacks_rights(const struct rtlat_run *run)
{
	return run->choice.denied[0];
}

unsigned int rtlat_run_nr_cpus(const struct rtlat_run *run)
{
	return run->session.nr_cpus;
}

unsigned int rtlat_run_contexts(const struct rtlat_run *run)
{
	return run_contexts(&run->session);
}
