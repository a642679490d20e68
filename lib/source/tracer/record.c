// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * rtlat's own timerlat tracer: read() on timerlat_fd returns a record, so that the reader records
 * its samples itself, and nothing goes through a trace buffer.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "lib/device/device.h"
#include "lib/session/limit.h"
#include "lib/source/tracer/record_page.h"
#include "lib/session/source.h"
#include "lib/source/tracer/tracer.h"

static int probe_tracer(const struct rtlat_config *config, bool *by_device, char *why, size_t size)
{
	return timerlat_probe_own(config, true, "gives no records", by_device, why, size);
}

static int record_probe(const struct rtlat_config *config, char *why, size_t size)
{
	bool by_device;
	int err = probe_tracer(config, &by_device, why, size);

	if (!err)
		snprintf(why, size, "%s gives records, with interference",
			 by_device ? "the module rtlat" : "the kernel's timerlat_fd");
	return err;
}

/*
 * True once the run has ended. False until the end of what is measured is known to be later than
 * the pending sample, which may count: with one that is too late, the loop waits.
 */
static inline __attribute__((always_inline)) bool is_over(struct run_shared *shared,
							  const struct record_samples *samples)
{
	while (!atomic_load_explicit(&shared->stop, memory_order_acquire)) {
		if (samples->pending.expiry <=
		    atomic_load_explicit(&shared->measured_to, memory_order_relaxed))
			return false;
		run_sleep_until(run_now() + RUN_END_POLL);
	}
	return true;
}

/*
 * True if the run ends with the record that was just fed, by the return latency that it told or by
 * its own latencies: its sample is the CPU's last one.
 */
static bool ends_run(struct timerlat_cpu *cpu, struct record_samples *samples)
{
	struct session *run = cpu->timerlat->run;
	struct rtlat_sample latest;

	if (limit_tell_latest(run, cpu->cpu)) {
		samples->pending.has = 0;
		return true;
	}
	/* A sample across a pause is not told. */
	if (pause_crosses_sample(samples->pause, &samples->pending)) {
		samples->pending.has = 0;
		return false;
	}
	record_samples_latest(samples, &latest);
	return limit_tell(run, cpu->cpu, &latest);
}

/* Reads records, in the reader's process. The recorder is shared with the parent. */
static inline __attribute__((always_inline)) int record(struct timerlat_cpu *cpu, int fd,
							bool limited)
{
	struct run_shared *shared = cpu->cpu->shared;
	struct record_samples samples;
	struct timerlat_record records[2]; /* by turns: the last one is still needed */
	struct pause_watch pause;
	unsigned int turn = 0;
	ssize_t got;

	record_samples_init(&samples, cpu->cpu->cpu, cpu->timerlat->run->config.period_ns);
	pause_watch_init(&pause, cpu->timerlat->run, shared, true);
	samples.pause = &pause;
	while (!is_over(shared, &samples)) {
		got = read(fd, &records[turn], sizeof(records[turn]));
		if (got < 0)
			return -errno;
		if ((size_t)got < TIMERLAT_RECORD_MIN)
			continue;
		record_samples_feed(
			&samples, run_recorder(cpu->cpu), &records[turn], got,
			atomic_load_explicit(&shared->measured_from, memory_order_relaxed));
		turn = !turn;
		if (limited && ends_run(cpu, &samples)) {
			record_samples_finish(&samples, run_recorder(cpu->cpu),
					      atomic_load(&shared->measured_from),
					      samples.pending.expiry);
			return 0;
		}
	}
	record_samples_finish(&samples, run_recorder(cpu->cpu), atomic_load(&shared->measured_from),
			      atomic_load(&shared->measured_to));
	return 0;
}

static int record_until_stop(struct timerlat_cpu *cpu, int fd)
{
	return record(cpu, fd, false);
}

static int record_until_limit(struct timerlat_cpu *cpu, int fd)
{
	return record(cpu, fd, true);
}

/* Nothing is set but for each reader's own file. */
static int start_readers_by_device(struct timerlat *timerlat)
{
	int err = device_load(timerlat->run);

	/* There is nothing to collect but the ends of readers. */
	timerlat->interval = timerlat->tracer->interval_max;
	if (timerlat->run->config.align)
		timerlat->first_expiry = run_now();
	return err ? err : timerlat_start_user(timerlat);
}

static int start_tracer(struct timerlat *timerlat)
{
	int err = timerlat_configure(timerlat);

	if (err)
		return err;
	/* This tracer measures even while tracing is off. Stacks need it on. */
	if (!timerlat->run->config.stack_ns)
		tracefs_trace_off(timerlat->instance);
	err = timerlat_enable(timerlat);
	return err ? err : timerlat_start_user(timerlat);
}

static int record_start(struct session *run)
{
	struct timerlat *timerlat = timerlat_create(run, &tracer_timerlat, true);
	char why[256];
	int err;

	if (!timerlat)
		return -ENOMEM;
	run->source_data = timerlat;
	timerlat->records = true;
	timerlat->read_loop = limit_is_set(&run->config) ? record_until_limit : record_until_stop;
	err = probe_tracer(&run->config, &timerlat->by_device, why, sizeof(why));
	if (err)
		return err;
	return timerlat->by_device ? start_readers_by_device(timerlat) : start_tracer(timerlat);
}

/*
 * A reader that was killed may have left its recorder as if it still were at a sample. One that
 * was never let run to its end was late up to the end.
 */
static void settle(struct timerlat_cpu *cpu)
{
	struct rtlat_recorder *recorder = run_recorder(cpu->cpu);

	recorder->sequence += recorder->sequence & 1;
	if (!cpu->finished && atomic_load(&cpu->cpu->state) == RTLAT_CPU_MEASURED)
		timerlat_add_unserved(cpu, cpu->timerlat->run->measured_to);
}

static void record_end(struct session *run)
{
	struct timerlat *timerlat = run->source_data;
	unsigned int i;

	if (!timerlat)
		return;
	timerlat_trace_end(timerlat);
	run->measured_to = run_end_now(run);
	run_share_times(run);
	timerlat_collect_stop(timerlat);
	timerlat_readers_finish(timerlat);
	timerlat_readers_kill(timerlat);
	if (run->config.stack_ns)
		timerlat_find_stack(timerlat);
	for (i = 0; i < run->nr_cpus; i++)
		settle(&timerlat->cpus[i]);
}

const struct rtlat_source source_record = {
	.name = "record",
	.contexts = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN) |
		    RTLAT_HAS_INTERFERENCE,
	.threads = 1U << RTLAT_THREADS_USER,
	.probe = record_probe,
	.start = record_start,
	.end = record_end,
	.stop = timerlat_stop,
	.save_trace = timerlat_save_trace,
};
