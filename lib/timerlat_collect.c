// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Collector threads: empty the trace buffers a few times a second, and notice CPUs that end. They
 * run on the housekeeping CPUs, at normal priority; the buffers are large enough for that.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "limit.h"
#include "source.h"
#include "timerlat.h"

#define CPUS_PER_COLLECTOR 32
#define ONLINE_CHECK_NS (RTLAT_NSEC_PER_SEC / 2)
#define OFFLINE_TRIES 50

static inline bool is_timerlat(const struct timerlat *timerlat, const void *record)
{
	return trace_field_read(&timerlat->event.type, record) == (uint64_t)timerlat->event.id;
}

/* False: nothing that is known. */
static inline bool read_entry(const struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			      const void *record, struct timerlat_entry *entry)
{
	const struct timerlat *timerlat = cpu->timerlat;
	uint64_t context = trace_field_read(&timerlat->context, record);

	if (context >= RTLAT_CONTEXTS)
		return false;
	entry->context = context;
	entry->seq = trace_field_read(&timerlat->seq, record);
	entry->latency = trace_field_read(&timerlat->latency, record);
	if (entry->latency > INT64_MAX) {
		rtlat_recorder_add_clamped(recorder);
		entry->latency = 0;
	}
	return true;
}

/* In one function with what it calls for each record, of which there may be 100,000 a second. */
static void take_records(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			 struct trace_page *page)
{
	struct timerlat_entry entry;
	const void *record;

	while ((record = trace_page_next(page))) {
		entry.time = page->time;
		if (is_timerlat(cpu->timerlat, record) && read_entry(cpu, recorder, record, &entry))
			timerlat_samples_feed(&cpu->samples, recorder, &entry);
	}
}

/* A run that goes on has no kernel that stops tracing: each latency is looked at. */
static void tell_entry(struct timerlat_cpu *cpu, const struct timerlat_entry *entry)
{
	struct rtlat_run *run = cpu->timerlat->run;

	if (entry->context == RTLAT_RETURN)
		limit_tell_latest(run, cpu->cpu);
	else
		limit_tell(run, cpu->cpu, &cpu->samples.pending);
}

static void explain_entry(struct timerlat_cpu *cpu, const struct timerlat_entry *entry)
{
	struct rtlat_sample *pending = &cpu->samples.pending;

	if (entry->context == RTLAT_IRQ) {
		noise_irq(&cpu->noise, entry->time, entry->latency);
		cpu->stack.nr = 0;
	}
	if (entry->context == RTLAT_THREAD &&
	    noise_thread(&cpu->noise, entry->time, &pending->interference))
		pending->has |= RTLAT_HAS_INTERFERENCE;
}

/* The same, with the events that tell who interfered. */
static void take_explained(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			   struct trace_page *page)
{
	const struct timerlat *timerlat = cpu->timerlat;
	const struct rtlat_run *run = timerlat->run;
	struct timerlat_entry entry;
	struct noise_event event;
	const void *record;

	while ((record = trace_page_next(page))) {
		size_t size = page->at - (const unsigned char *)record;

		entry.time = event.time = page->time;
		if (!is_timerlat(timerlat, record)) {
			if (run->config.stack_ns &&
			    stack_read(&timerlat->stack, record, size, &cpu->stack))
				continue;
			if (run->config.explain &&
			    noise_read(&timerlat->noise, record, size, &event))
				noise_add(&cpu->noise, &event);
		} else if (read_entry(cpu, recorder, record, &entry)) {
			timerlat_samples_feed(&cpu->samples, recorder, &entry);
			explain_entry(cpu, &entry);
			if (run->config.go_on)
				tell_entry(cpu, &entry);
		}
	}
}

static void take_page(struct timerlat_cpu *cpu, struct trace_page *page)
{
	/* In this order: what is older than a reset's new recorder must not get into that. */
	struct rtlat_recorder *recorder = run_recorder(cpu->cpu);

	timerlat_samples_record_from(&cpu->samples, run_measured_from(cpu->timerlat->run));
	cpu->samples.record_to = run_measured_to(cpu->timerlat->run);
	if (run_explains(cpu->timerlat->run) || cpu->timerlat->run->config.go_on)
		take_explained(cpu, recorder, page);
	else
		take_records(cpu, recorder, page);
}

/* The sample that made the kernel stop tracing is the last one in the trace. */
static void find_limit(struct timerlat_cpu *cpu)
{
	struct rtlat_run *run = cpu->timerlat->run;
	struct timerlat_samples *samples = &cpu->samples;

	/* Of an activation that was stopped in the interrupt, that is all there is to tell. */
	if (cpu->noise.pending && samples->pending.has == RTLAT_HAS(RTLAT_IRQ)) {
		samples->pending.interference = cpu->noise.found;
		samples->pending.has |= RTLAT_HAS_INTERFERENCE;
	}
	if (limit_tell(run, cpu->cpu, &samples->pending))
		timerlat_samples_flush(samples, run_recorder(cpu->cpu), 0);
	else
		limit_tell_latest(run, cpu->cpu);
}

/* What is overwritten before a later try is found by the numbers of what comes after it. */
static void empty_buffer(struct timerlat_cpu *cpu)
{
	struct trace_page page;
	int err;

	while ((err = trace_reader_next(cpu->reader, &page)) > 0)
		take_page(cpu, &page);
	cpu->unread = err;
	if (limit_is_set(&cpu->timerlat->run->config) && !cpu->timerlat->run->config.go_on)
		find_limit(cpu);
	if (!cpu->unread || cpu->told_unread)
		return;
	cpu->told_unread = true;
	run_note(cpu->timerlat->run, RTLAT_WARNING,
		 "cannot read the trace of CPU %d (%s): samples may be lost", cpu->cpu->cpu,
		 strerror(-cpu->unread));
}

static void collect(struct timerlat_collector *collector)
{
	struct timerlat *timerlat = collector->timerlat;
	unsigned int i;

	if (!timerlat->collect)
		return;
	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors)
		timerlat->collect(&timerlat->cpus[i]);
}

static bool is_online(int cpu)
{
	struct rtlat_cpuset online;

	return rtlat_cpuset_online(&online) || rtlat_cpuset_has(&online, cpu);
}

/* The kernel kills the reader first and takes the CPU out of the online ones somewhat later. */
static bool goes_offline(int cpu)
{
	const struct timespec pause = { .tv_nsec = 10 * RTLAT_NSEC_PER_MSEC };
	int tries;

	for (tries = 0; tries < OFFLINE_TRIES && is_online(cpu); tries++)
		nanosleep(&pause, NULL);
	return tries < OFFLINE_TRIES;
}

/*
 * A reader that is killed with its CPU is moved to another one to die there, which the kernel
 * takes for a migration and turns tracing off for everybody.
 */
static void resume_tracing(struct timerlat *timerlat)
{
	if (tracefs_trace_is_on(timerlat->instance) == 0)
		tracefs_trace_on(timerlat->instance);
}

static void reader_ended(struct timerlat_cpu *cpu)
{
	struct rtlat_run *run = cpu->timerlat->run;
	int status = 0;

	if (!atomic_load(&run->stopping) && !cpu->timerlat->records && !limit_first(run))
		resume_tracing(cpu->timerlat);
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
 * Where no CPU is left for housekeeping, collecting takes time from a measured one. Then do it
 * between two activations, soon after the first, rather than across one. And the end of a warm-up
 * is not to be slept through.
 */
static uint64_t until_next_collection(const struct timerlat_collector *collector)
{
	const struct timerlat *timerlat = collector->timerlat;
	const struct timerlat_samples *samples = &timerlat->cpus[collector->first].samples;
	uint64_t now = run_now(), from = run_measured_from(timerlat->run), phase;

	if (now < from && from - now < timerlat->interval)
		return from - now;
	if (!samples->has_grid || now < samples->grid)
		return timerlat->interval;
	phase = (now + timerlat->interval - samples->grid) % samples->period;
	return timerlat->interval + samples->period + samples->period / 8 - phase;
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
static void check_online(struct timerlat *timerlat)
{
	struct rtlat_run *run = timerlat->run;
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
		pause_collecting(collector, fds);
		collect(collector);
		if (collector->first == 0)
			timerlat_set_limits(timerlat);
		if (collector->first == 0 && run_now() >= next_check) {
			check_online(timerlat);
			next_check = run_now() + ONLINE_CHECK_NS;
		}
	}
	free(fds);
	return NULL;
}

static unsigned int choose_nr_collectors(const struct rtlat_run *run)
{
	unsigned int wanted = (run->nr_cpus + CPUS_PER_COLLECTOR - 1) / CPUS_PER_COLLECTOR;
	unsigned int available = rtlat_cpuset_count(&run->config.housekeeping);

	return wanted < available || !available ? wanted : available;
}

int timerlat_collect_open(struct timerlat *timerlat)
{
	struct rtlat_run *run = timerlat->run;
	unsigned int i;
	int err;

	timerlat->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (timerlat->stop_fd < 0) {
		err = -errno;
		rtlat_log(&run->config.log, RTLAT_ERROR, "cannot get an eventfd: %s",
			  strerror(-err));
		return err;
	}
	if (!timerlat->records)
		timerlat->collect = empty_buffer;
	for (i = 0; i < run->nr_cpus && !timerlat->records; i++) {
		err = trace_reader_open(&timerlat->cpus[i].reader, timerlat->tep,
					timerlat->instance, run->cpus[i].cpu);
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
	struct rtlat_run *run = timerlat->run;
	sigset_t all, old;
	unsigned int i;
	int err = 0;

	for (i = 0; i < run->nr_cpus; i++)
		timerlat_samples_init(&timerlat->cpus[i].samples, run->cpus[i].cpu,
				      run->config.period_ns, run->measured_from,
				      run->source->contexts);
	/* Signals are the business of the program's own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	while (timerlat->nr_running < timerlat->nr_collectors && !err) {
		struct timerlat_collector *collector = &timerlat->collectors[timerlat->nr_running];

		collector->timerlat = timerlat;
		collector->first = timerlat->nr_running;
		err = -pthread_create(&collector->thread, NULL, collector_main, collector);
		if (!err)
			timerlat->nr_running++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (err)
		rtlat_log(&run->config.log, RTLAT_ERROR, "cannot start a collecting thread: %s",
			  strerror(-err));
	return err;
}

void timerlat_collect_stop(struct timerlat *timerlat)
{
	struct rtlat_run *run = timerlat->run;
	uint64_t one = 1;
	unsigned int i;

	if (!timerlat->nr_running)
		return;
	if (write(timerlat->stop_fd, &one, sizeof(one)) != sizeof(one))
		return;
	for (i = 0; i < timerlat->nr_running; i++) {
		pthread_join(timerlat->collectors[i].thread, NULL);
		collect(&timerlat->collectors[i]);
	}
	timerlat->nr_running = 0;
	for (i = 0; i < run->nr_cpus && !timerlat->records; i++) {
		struct timerlat_cpu *cpu = &timerlat->cpus[i];
		bool measured = atomic_load(&cpu->cpu->state) == RTLAT_CPU_MEASURED;

		cpu->samples.record_to = run->measured_to;
		if (measured && cpu->unread)
			timerlat_samples_break_off(&cpu->samples, run_recorder(cpu->cpu),
						   run->measured_to);
		else
			timerlat_samples_finish(&cpu->samples, run_recorder(cpu->cpu),
						measured ? run->measured_to : 0);
	}
}

void timerlat_collect_close(struct timerlat *timerlat)
{
	unsigned int i;

	for (i = 0; i < timerlat->run->nr_cpus; i++)
		trace_reader_close(timerlat->cpus[i].reader);
	if (timerlat->stop_fd >= 0)
		close(timerlat->stop_fd);
	free(timerlat->collectors);
	if (timerlat->tep)
		tep_free(timerlat->tep);
}

static struct timerlat_cpu *cpu_of(struct timerlat *timerlat, const struct limit_reached *reached)
{
	unsigned int i;

	for (i = 0; reached && i < timerlat->run->nr_cpus; i++) {
		if (timerlat->run->cpus[i].cpu == (int)reached->sample.cpu)
			return &timerlat->cpus[i];
	}
	return NULL;
}

void timerlat_take_stack(struct timerlat *timerlat)
{
	struct rtlat_exceeded *exceeded = &timerlat->run->exceeded;
	const struct timerlat_cpu *cpu = cpu_of(timerlat, limit_first(timerlat->run));
	unsigned int i;

	if (!cpu)
		return;
	exceeded->nr_stack = cpu->stack.nr;
	for (i = 0; i < cpu->stack.nr; i++)
		exceeded->stack[i].address = cpu->stack.address[i];
}

/* A stack comes after the entries of its activation: none is of an earlier one. */
static void find_stack(struct timerlat_cpu *cpu, const void *record, size_t size)
{
	const struct timerlat *timerlat = cpu->timerlat;

	if (!is_timerlat(timerlat, record))
		stack_read(&timerlat->stack, record, size, &cpu->stack);
	else if (trace_field_read(&timerlat->context, record) == RTLAT_IRQ)
		cpu->stack.nr = 0;
}

void timerlat_find_stack(struct timerlat *timerlat)
{
	struct timerlat_cpu *cpu = cpu_of(timerlat, limit_first(timerlat->run));
	struct trace_reader *reader = NULL;
	struct trace_page page;
	const void *record;

	if (!cpu || trace_reader_open(&reader, timerlat->tep, timerlat->instance, cpu->cpu->cpu))
		return;
	while (trace_reader_next(reader, &page) > 0) {
		while ((record = trace_page_next(&page)))
			find_stack(cpu, record, page.at - (const unsigned char *)record);
	}
	trace_reader_close(reader);
	timerlat_take_stack(timerlat);
}
