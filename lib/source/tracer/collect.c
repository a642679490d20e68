// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Collector threads: empty the trace buffers a few times a second, and notice CPUs that end. They
 * run on the housekeeping CPUs, at normal priority; the buffers are large enough for that.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/session/limit.h"
#include "lib/util/thread.h"
#include "lib/session/source.h"
#include "lib/source/tracer/tracer.h"

#define CPUS_PER_COLLECTOR 32
#define INTERVAL_MIN (10 * RTLAT_NSEC_PER_MSEC)
#define ONLINE_CHECK_NS (RTLAT_NSEC_PER_SEC / 2)
#define OFFLINE_TRIES 50
/*
 * The most passes over the CPUs in one collection, when buffers fill as fast as they are emptied.
 */
#define PASSES 16

/* Takes what each CPU has. True if one CPU has more than may be taken while the others wait. */
static bool take_all(struct timerlat_collector *collector)
{
	struct timerlat *timerlat = collector->timerlat;
	bool more = false;
	unsigned int i;

	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors) {
		timerlat->collect(&timerlat->cpus[i]);
		more = more || timerlat->cpus[i].more;
	}
	if (timerlat->tracer->looked)
		timerlat->tracer->looked(collector);
	return more;
}

static void collect_collect(struct timerlat_collector *collector)
{
	struct timerlat *timerlat = collector->timerlat;
	uint64_t now = run_now();
	unsigned int i;

	if (!timerlat->collect)
		return;
	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors)
		timerlat->cpus[i].pages = 0;
	for (i = 0; i < PASSES && take_all(collector); i++)
		;
	collector->looked_at = now;
}

/*
 * Adapts the interval so that no buffer is more than half full at the next collection, even if it
 * fills twice as fast as now.
 */
static void adapt_interval(struct timerlat_collector *collector)
{
	struct timerlat *timerlat = collector->timerlat;
	uint64_t interval = collector->interval;
	unsigned int wanted = timerlat->buffer_pages / 4, i, most = 0;

	if (!timerlat->tracer->rate_varies)
		return;
	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors) {
		if (timerlat->cpus[i].pages > most)
			most = timerlat->cpus[i].pages;
	}
	if (most > wanted)
		interval = interval * wanted / most;
	else if (most < wanted / 4)
		interval *= 2;
	if (interval < INTERVAL_MIN)
		interval = INTERVAL_MIN;
	if (interval > timerlat->tracer->interval_max)
		interval = timerlat->tracer->interval_max;
	collector->interval = interval;
}

static bool is_online(int cpu)
{
	struct rtlat_cpuset online;

	return rtlat_cpuset_online(&online) || rtlat_cpuset_has(&online, cpu);
}

/*
 * True if the CPU is about to go offline: the kernel kills the CPU's reader before it removes the
 * CPU from the online ones.
 */
static bool goes_offline(int cpu)
{
	const struct timespec pause = { .tv_nsec = 10 * RTLAT_NSEC_PER_MSEC };
	int tries;

	for (tries = 0; tries < OFFLINE_TRIES && is_online(cpu); tries++)
		nanosleep(&pause, NULL);
	return tries < OFFLINE_TRIES;
}

static void reader_ended(struct timerlat_cpu *cpu)
{
	struct session *run = cpu->timerlat->run;
	int status = 0;

	/*
	 * A reader that is killed with its CPU is moved to another CPU to die there, which the
	 * kernel takes for a migration and turns tracing off for everybody.
	 */
	if (!atomic_load(&run->stopping) && !cpu->timerlat->records && !limit_first(run) &&
	    timerlat_is_off(cpu->timerlat))
		timerlat_resume(cpu->timerlat);
	waitpid(cpu->pid, &status, 0);
	cpu->pid = 0;
	close(cpu->pidfd);
	cpu->pidfd = -1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		cpu->finished = true;
	if (cpu->finished || atomic_load(&run->stopping))
		return;
	if (goes_offline(cpu->cpu->cpu))
		run_cpu_ended(run, cpu->cpu, RTLAT_CPU_OFFLINE, "went offline");
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		run_cpu_ended(run, cpu->cpu, RTLAT_CPU_FAILED, "lost its reader (it was migrated)");
	else
		run_cpu_ended(run, cpu->cpu, RTLAT_CPU_FAILED, "lost its reader (it was killed)");
}

/*
 * Returns the time to the next collection. Without a housekeeping CPU, collecting takes time from a
 * measured one: it then happens soon after an activation, between two of them. The end of a warm-up
 * is not slept through either.
 */
static uint64_t until_next_collection(const struct timerlat_collector *collector)
{
	const struct timerlat *timerlat = collector->timerlat;
	const struct timerlat_samples *samples = &timerlat->cpus[collector->first].samples;
	uint64_t now = run_now(), from = run_measured_from(timerlat->run), phase;

	if (now < from && from - now < collector->interval)
		return from - now;
	if (!samples->has_grid || now < samples->grid)
		return collector->interval;
	phase = (now + collector->interval - samples->grid) % samples->period;
	return collector->interval + samples->period + samples->period / 8 - phase;
}

/* Sleep until the next collection, or a reader's end, or the stop of all. */
static void pause_collecting(struct timerlat_collector *collector, struct pollfd *fds)
{
	struct timerlat *timerlat = collector->timerlat;
	uint64_t wait = until_next_collection(collector);
	const struct timespec timeout = {
		.tv_sec = wait / RTLAT_NSEC_PER_SEC,
		.tv_nsec = wait % RTLAT_NSEC_PER_SEC,
	};
	unsigned int i, nr = 1;

	fds[0] = (struct pollfd){ .fd = timerlat->stop_fd, .events = POLLIN };
	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors)
		fds[nr++] = (struct pollfd){ .fd = timerlat->cpus[i].pidfd, .events = POLLIN };
	if (ppoll(fds, nr, &timeout, NULL) <= 0)
		return;
	nr = 1;
	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors) {
		if (fds[nr++].revents)
			reader_ended(&timerlat->cpus[i]);
	}
}

/* Kernel threads, and a user's own load, end silently with their CPU. */
static void collect_check_online(struct timerlat *timerlat)
{
	struct session *run = timerlat->run;
	struct rtlat_cpuset online;
	unsigned int i;

	if (rtlat_cpuset_online(&online))
		return;
	for (i = 0; i < run->nr_cpus; i++) {
		if (timerlat->cpus[i].pidfd < 0 && !rtlat_cpuset_has(&online, run->cpus[i].cpu))
			run_cpu_ended(run, &run->cpus[i], RTLAT_CPU_OFFLINE, "went offline");
	}
}

static void *collector_main(void *data)
{
	struct timerlat_collector *collector = data;
	struct timerlat *timerlat = collector->timerlat;
	uint64_t next_check = run_now() + ONLINE_CHECK_NS;
	struct pollfd *fds = calloc(timerlat->run->nr_cpus + 1, sizeof(*fds));

	while (fds && !atomic_load(&timerlat->run->stopping)) {
		bool off;

		pause_collecting(collector, fds);
		/*
		 * Checked before the collection: the sample that turned tracing off is in the
		 * buffers then.
		 */
		off = collector->first == 0 && timerlat_is_off(timerlat);
		collect_collect(collector);
		adapt_interval(collector);
		if (collector->first == 0) {
			timerlat_resume_if_untold(timerlat, off);
			tracer_set_limits(timerlat);
		}
		if (collector->first == 0 && run_now() >= next_check) {
			collect_check_online(timerlat);
			next_check = run_now() + ONLINE_CHECK_NS;
		}
	}
	free(fds);
	return NULL;
}

static unsigned int choose_nr_collectors(const struct session *run)
{
	unsigned int wanted = (run->nr_cpus + CPUS_PER_COLLECTOR - 1) / CPUS_PER_COLLECTOR;
	unsigned int available = rtlat_cpuset_count(&run->config.housekeeping);

	return wanted < available || !available ? wanted : available;
}

int timerlat_collect_open(struct timerlat *timerlat)
{
	struct session *run = timerlat->run;
	unsigned int i;
	int err;

	timerlat->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (timerlat->stop_fd < 0) {
		err = -errno;
		rtlat_log(&run->config.log, RTLAT_ERROR, "cannot get an eventfd: %s",
			  strerror(-err));
		return err;
	}
	err = timerlat_resume_open(timerlat);
	if (err)
		return err;
	if (!timerlat->records)
		timerlat->collect = timerlat->tracer->take;
	for (i = 0; i < run->nr_cpus && !timerlat->records; i++) {
		err = trace_reader_open(&timerlat->cpus[i].reader, timerlat->tep,
					timerlat->instance, run->cpus[i].cpu);
		if (!err && timerlat->periods)
			err = trace_reader_open(&timerlat->cpus[i].periods, timerlat->tep,
						timerlat->periods, run->cpus[i].cpu);
		if (err) {
			rtlat_log(&run->config.log, RTLAT_ERROR,
				  "cannot open the trace buffer of CPU %d: %s", run->cpus[i].cpu,
				  strerror(-err));
			return err;
		}
	}
	timerlat->nr_collectors = choose_nr_collectors(run);
	timerlat->collectors = calloc(timerlat->nr_collectors, sizeof(*timerlat->collectors));
	return timerlat->collectors ? 0 : -ENOMEM;
}

int timerlat_collect_start(struct timerlat *timerlat)
{
	struct session *run = timerlat->run;
	unsigned int i;
	int err = 0;

	for (i = 0; i < run->nr_cpus; i++)
		timerlat->tracer->begin(&timerlat->cpus[i]);
	while (timerlat->nr_running < timerlat->nr_collectors && !err) {
		struct timerlat_collector *collector = &timerlat->collectors[timerlat->nr_running];

		collector->timerlat = timerlat;
		collector->first = timerlat->nr_running;
		collector->looked_at = run_now();
		/* If the rate is not known, the first collection comes soon. */
		collector->interval =
			timerlat->tracer->rate_varies ? INTERVAL_MIN : timerlat->interval;
		err = run_start_thread(&collector->thread, collector_main, collector);
		if (!err)
			timerlat->nr_running++;
	}
	if (err)
		rtlat_log(&run->config.log, RTLAT_ERROR, "cannot start a collecting thread: %s",
			  strerror(-err));
	return err;
}

/*
 * The tracer has stopped at the limit; the last collection may have been the first to tell of it.
 */
static void end_at_limit(struct timerlat *timerlat)
{
	struct session *run = timerlat->run;
	const struct limit_reached *reached = timerlat->looks ? NULL : limit_first(run);

	if (reached && !timerlat->records && limit_reached_at(reached) < run->measured_to)
		run->measured_to = limit_reached_at(reached);
}

void timerlat_collect_stop(struct timerlat *timerlat)
{
	struct session *run = timerlat->run;
	unsigned int i;

	if (!timerlat->nr_running)
		return;
	run_wake_threads(timerlat->stop_fd);
	end_at_limit(timerlat);
	for (i = 0; i < timerlat->nr_running; i++) {
		pthread_join(timerlat->collectors[i].thread, NULL);
		collect_collect(&timerlat->collectors[i]);
	}
	timerlat->nr_running = 0;
	end_at_limit(timerlat);
	for (i = 0; i < run->nr_cpus && !timerlat->records; i++)
		timerlat->tracer->finish(&timerlat->cpus[i]);
}

void timerlat_collect_close(struct timerlat *timerlat)
{
	unsigned int i;

	for (i = 0; i < timerlat->run->nr_cpus; i++) {
		trace_reader_close(timerlat->cpus[i].reader);
		trace_reader_close(timerlat->cpus[i].periods);
	}
	if (timerlat->stop_fd >= 0)
		close(timerlat->stop_fd);
	if (timerlat->on_fd >= 0)
		close(timerlat->on_fd);
	free(timerlat->collectors);
	if (timerlat->tep)
		tep_free(timerlat->tep);
}
