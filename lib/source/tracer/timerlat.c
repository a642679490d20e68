// SPDX-License-Identifier: LGPL-2.1-or-later
/* The stock timerlat tracer, with user or kernel threads; samples come through its trace. */
#include <errno.h>
#include <stdlib.h>
#include <tracefs.h>
#include <unistd.h>

#include "lib/session/limit.h"
#include "lib/session/source.h"
#include "lib/source/tracer/tracer.h"

static int user_probe(const struct rtlat_config *config, char *why, size_t size)
{
	return timerlat_probe(config, true, why, size);
}

static int kernel_probe(const struct rtlat_config *config, char *why, size_t size)
{
	return timerlat_probe(config, false, why, size);
}

/* Samples come through the trace: what read() returns is nothing. */
static int read_until_end(struct timerlat_cpu *cpu, int fd)
{
	char nothing;

	(void)cpu;
	while (read(fd, &nothing, sizeof(nothing)) >= 0)
		;
	return -errno;
}

/*
 * Whoever else reads timerlat_fd, on a CPU that is not measured, would make the tracer stop for all
 * when it reaches a limit.
 */
static bool others_may_read(const struct rtlat_config *config)
{
	struct rtlat_cpuset others;

	if (config->threads != RTLAT_THREADS_USER_LOAD || rtlat_cpuset_online(&others))
		return false;
	rtlat_cpuset_andnot(&others, &config->cpus);
	return !rtlat_cpuset_empty(&others);
}

struct timerlat *timerlat_create(struct session *run, const struct tracer *tracer, bool user)
{
	struct timerlat *timerlat = calloc(1, sizeof(*timerlat));
	unsigned int i;

	if (!timerlat)
		return NULL;
	timerlat->run = run;
	timerlat->tracer = tracer;
	timerlat->user = user;
	timerlat->looks =
		limit_is_set(&run->config) && (run->config.go_on || others_may_read(&run->config));
	timerlat->read_loop = read_until_end;
	timerlat->device = -1;
	timerlat->go_pipe[0] = timerlat->go_pipe[1] = timerlat->stop_fd = timerlat->on_fd = -1;
	timerlat->cpus = calloc(run->nr_cpus, sizeof(*timerlat->cpus));
	if (!timerlat->cpus) {
		free(timerlat);
		return NULL;
	}
	for (i = 0; i < run->nr_cpus; i++) {
		timerlat->cpus[i].timerlat = timerlat;
		timerlat->cpus[i].cpu = &run->cpus[i];
		timerlat->cpus[i].pidfd = -1;
	}
	return timerlat;
}

void timerlat_destroy(struct timerlat *timerlat)
{
	if (timerlat->instance)
		tracefs_instance_free(timerlat->instance);
	if (timerlat->periods)
		tracefs_instance_free(timerlat->periods);
	if (timerlat->kept)
		tracefs_instance_free(timerlat->kept);
	if (timerlat->device >= 0)
		close(timerlat->device);
	free(timerlat->cpus);
	free(timerlat->counted);
	free(timerlat);
}

void timerlat_add_unserved(struct timerlat_cpu *cpu, uint64_t to)
{
	struct session *run = cpu->timerlat->run;
	struct rtlat_recorder *recorder = run_recorder(cpu->cpu);
	uint64_t last = run_measured_from(run);

	if (last < recorder->latest.expiry)
		last = recorder->latest.expiry;
	if (to > last)
		rtlat_recorder_add_missed(recorder, (to - last) / run->config.period_ns);
}

int timerlat_start_user(struct timerlat *timerlat)
{
	struct session *run = timerlat->run;
	int err = 0;

	/* Readers are forked before there are threads, and while this process is small. */
	if (run->config.threads != RTLAT_THREADS_USER_LOAD)
		err = timerlat_readers_start(timerlat);
	if (!err)
		err = timerlat_collect_open(timerlat);
	if (err)
		return err;
	run_await_phase();
	run_begin(run, run_now());
	err = tracer_set_limits(timerlat);
	if (!err)
		err = timerlat_collect_start(timerlat);
	timerlat_readers_go(timerlat);
	return err;
}

/*
 * The threads are at work since the tracer was set; the buffers hold what they trace. What they
 * did before they were as asked for does not count.
 */
static int start_kernel(struct session *run, struct timerlat *timerlat)
{
	int err;

	err = timerlat_adjust_kthreads(timerlat);
	if (err)
		return err;
	run_begin(run, run_now());
	err = tracer_set_limits(timerlat);
	if (!err)
		err = timerlat_collect_open(timerlat);
	return err ? err : timerlat_collect_start(timerlat);
}

static int start(struct session *run, bool user)
{
	struct timerlat *timerlat = timerlat_create(run, &tracer_timerlat, user);
	int err;

	if (!timerlat)
		return -ENOMEM;
	run->source_data = timerlat;
	err = timerlat_configure(timerlat);
	if (err)
		return err;
	/* The tracer's own threads begin with it. */
	if (!user)
		run_await_phase();
	/* The kernel refuses to set a tracer while its trace is open. */
	err = timerlat_enable(timerlat);
	if (err)
		return err;
	return user ? timerlat_start_user(timerlat) : start_kernel(run, timerlat);
}

static int user_start(struct session *run)
{
	return start(run, true);
}

static int kernel_start(struct session *run)
{
	return start(run, false);
}

void timerlat_end_at(struct session *run, uint64_t to)
{
	struct timerlat *timerlat = run->source_data;

	run->measured_to = to;
	if (timerlat->instance)
		tracefs_trace_off(timerlat->instance);
	if (timerlat->periods)
		tracefs_trace_off(timerlat->periods);
	timerlat_collect_stop(timerlat);
	timerlat_take_stack(timerlat);
	timerlat_readers_kill(timerlat);
}

static void end(struct session *run)
{
	if (!run->source_data)
		return;
	timerlat_trace_end(run->source_data);
	timerlat_end_at(run, run_end_now(run));
}

void timerlat_stop(struct session *run)
{
	struct timerlat *timerlat = run->source_data;

	if (!timerlat)
		return;
	timerlat_collect_close(timerlat);
	timerlat_destroy(timerlat);
	run->source_data = NULL;
}

const struct rtlat_source source_timerlat_user = {
	.name = "timerlat-user",
	.contexts = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN),
	.threads = 1U << RTLAT_THREADS_USER | 1U << RTLAT_THREADS_USER_LOAD,
	.traced = true,
	.probe = user_probe,
	.start = user_start,
	.end = end,
	.stop = timerlat_stop,
	.save_trace = timerlat_save_trace,
};

const struct rtlat_source source_timerlat_kernel = {
	.name = "timerlat-kernel",
	.contexts = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD),
	.threads = 1U << RTLAT_THREADS_KERNEL,
	.traced = true,
	.probe = kernel_probe,
	.start = kernel_start,
	.end = end,
	.stop = timerlat_stop,
	.save_trace = timerlat_save_trace,
};
