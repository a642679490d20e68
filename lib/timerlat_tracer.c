// SPDX-License-Identifier: LGPL-2.1-or-later
/* The tracer's settings, each changed through the journal. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cgroup.h"
#include "file.h"
#include "limit.h"
#include "timerlat.h"
#include "trace_instance.h"

/* With a newline, all that kernels before 6.16 take of a CPU list. */
#define CPUS_TEXT_OLD 255
/* No number has more than four digits, and a comma. */
#define CPUS_TEXT_MAX (5 * RTLAT_MAX_CPUS)
/* Of a millisecond each. */
#define PRIORITY_TRIES 2000

/* The tracer's settings are one set for all, so nobody else may be using it. */
static int check_unused(const struct rtlat_run *run)
{
	char **names = tracefs_instances(NULL), *tracer;
	const char *user = NULL;
	unsigned int i;

	tracer = tracefs_instance_file_read(NULL, "current_tracer", NULL);
	if (tracer && (!strncmp(tracer, "timerlat", 8) || !strncmp(tracer, "osnoise", 7)))
		user = "the top-level instance";
	free(tracer);
	for (i = 0; names && names[i] && !user; i++) {
		char file[512];

		snprintf(file, sizeof(file), "instances/%s/current_tracer", names[i]);
		tracer = tracefs_instance_file_read(NULL, file, NULL);
		if (tracer && (!strncmp(tracer, "timerlat", 8) || !strncmp(tracer, "osnoise", 7)))
			user = names[i];
		free(tracer);
	}
	if (user)
		rtlat_log(&run->config.log, RTLAT_ERROR,
			  "timerlat or osnoise is in use by another tool, tracing instance: %s",
			  user);
	tracefs_list_free(names);
	return user ? -EBUSY : 0;
}

static int set(struct timerlat *timerlat, const char *name, const char *value)
{
	char path[512], *line;
	int err;

	timerlat_setting_path(path, sizeof(path), name);
	if (asprintf(&line, "%s\n", value) < 0)
		return -ENOMEM;
	err = rtlat_journal_set(timerlat->run->journal, path, line);
	free(line);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR, "cannot write '%s' to %s: %s",
			  value, path, strerror(-err));
	return err;
}

static int set_number(struct timerlat *timerlat, const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return set(timerlat, name, text);
}

/* Kernels without the option behave as with NO_ALIGN, and as with WORKLOAD. */
static int set_option(struct timerlat *timerlat, const char *name, bool on)
{
	char path[512], negated[64], line[72];
	int err;

	snprintf(negated, sizeof(negated), "NO_%s", name);
	if (!timerlat_has_option(on ? negated : name))
		return 0;
	timerlat_setting_path(path, sizeof(path), "options");
	err = rtlat_journal_note(timerlat->run->journal, path, on ? negated : name);
	if (err)
		return err;
	snprintf(line, sizeof(line), "%s\n", on ? name : negated);
	err = file_write(path, line);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot set timerlat's option %s: %s", on ? name : negated,
			  strerror(-err));
	return err;
}

/*
 * In `cpus` go the CPUs that get a kernel thread. With readers on timerlat_fd there are none:
 * stock kernels start a thread on every CPU of the list that comes online all the same, and
 * crash when they stop it.
 */
static int set_cpus(struct timerlat *timerlat)
{
	char *list = calloc(1, CPUS_TEXT_MAX);
	int length = 0, err;

	if (!list)
		return -ENOMEM;
	if (!timerlat->user)
		length = rtlat_cpuset_format(&timerlat->run->config.cpus, list, CPUS_TEXT_MAX);
	err = length < 0 ? length : set(timerlat, "cpus", list);
	if (err == -EINVAL && length >= CPUS_TEXT_OLD)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "Linux before 6.16 takes no more than %d characters there, these are %d: "
			  "-u needs none of them",
			  CPUS_TEXT_OLD - 1, length);
	free(list);
	return err;
}

static int set_all(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	int err;

	err = set_cpus(timerlat);
	if (!err)
		err = set_option(timerlat, "OSNOISE_WORKLOAD", !timerlat->user);
	if (!err)
		err = set_option(timerlat, "TIMERLAT_ALIGN", config->align);
	if (!err && config->align)
		err = set_number(timerlat, "timerlat_align_us",
				 config->align_ns / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = set_number(timerlat, "timerlat_period_us",
				 config->period_ns / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = set_number(timerlat, "stop_tracing_us", 0);
	if (!err)
		err = set_number(timerlat, "stop_tracing_total_us", 0);
	if (!err)
		err = set_number(timerlat, "print_stack", config->stack_ns / RTLAT_NSEC_PER_USEC);
	return err;
}

/* Bytes that are traced per second on one CPU; an entry takes 32 at most, an event 64. */
static uint64_t trace_rate(const struct timerlat *timerlat)
{
	uint64_t bytes = (timerlat->user ? 3 : 2) * 32;

	/* The timer's interrupt, and a few threads and interrupts more. */
	if (run_explains(timerlat->run))
		bytes += 10 * 64;
	return bytes * RTLAT_NSEC_PER_SEC / timerlat->run->config.period_ns;
}

/*
 * The buffer holds two seconds, so that the collector may be delayed that long; a buffer of the
 * user's choice is emptied four times before it is full.
 */
static int set_buffer(struct timerlat *timerlat)
{
	const uint64_t smallest = 128 * 1024, largest = 4096 * 1024;
	uint64_t size = timerlat->run->config.trace_buffer_kb * 1024ULL;
	uint64_t rate = trace_rate(timerlat);
	char text[24];

	if (!size) {
		size = 2 * rate < smallest ? smallest : 2 * rate;
		size = size > largest ? largest : size;
	}
	timerlat->interval = size * RTLAT_NSEC_PER_SEC / rate / 4;
	if (timerlat->interval > RTLAT_NSEC_PER_SEC / 4)
		timerlat->interval = RTLAT_NSEC_PER_SEC / 4;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)(size + 1023) / 1024);
	if (tracefs_instance_file_write(timerlat->instance, "buffer_size_kb", text) < 0) {
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot make a trace buffer of %s kB per CPU: %s", text, strerror(errno));
		return -errno;
	}
	return 0;
}

static int load_format(struct timerlat *timerlat)
{
	int err;

	err = trace_formats_open(&timerlat->tep);
	if (!err)
		err = trace_formats_load(timerlat->tep, "ftrace", "timerlat", &timerlat->event);
	if (!err)
		err = trace_formats_field(timerlat->tep, &timerlat->event, "seqnum",
					  &timerlat->seq);
	if (!err)
		err = trace_formats_field(timerlat->tep, &timerlat->event, "context",
					  &timerlat->context);
	if (!err)
		err = trace_formats_field(timerlat->tep, &timerlat->event, "timer_latency",
					  &timerlat->latency);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot read the format of timerlat's trace entries: %s", strerror(-err));
	return err;
}

/* Who interferes, where the tracer does not tell that with each sample. */
static int enable_noise(struct timerlat *timerlat)
{
	int err;

	err = noise_formats_load(&timerlat->noise, timerlat->tep);
	if (!err)
		err = noise_enable(timerlat->instance);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot trace the osnoise events: %s", strerror(-err));
	return err;
}

static int load_stack_format(struct timerlat *timerlat)
{
	int err = stack_format_load(&timerlat->stack, timerlat->tep);

	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot read the format of stacks in the trace: %s", strerror(-err));
	return err;
}

/* What is traced beside the samples. */
static int prepare_explanation(struct timerlat *timerlat)
{
	const struct rtlat_run *run = timerlat->run;
	int err = 0;

	if (run_explains(run))
		err = enable_noise(timerlat);
	if (!err && run->config.stack_ns)
		err = load_stack_format(timerlat);
	if (!err && run->config.trace)
		err = timerlat_trace_create(timerlat);
	return err;
}

int timerlat_configure(struct timerlat *timerlat)
{
	struct rtlat_journal *journal;
	int err;

	err = run_journal(timerlat->run, &journal);
	if (!err)
		err = check_unused(timerlat->run);
	if (!err)
		err = load_format(timerlat);
	if (!err)
		err = trace_instance_create(timerlat->run, "", &timerlat->instance);
	if (!err)
		err = set_buffer(timerlat);
	if (!err)
		err = prepare_explanation(timerlat);
	if (!err)
		err = set_all(timerlat);
	return err;
}

int timerlat_set_limits(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	int err;

	if (timerlat->stops || (timerlat->records && !config->trace) || !limit_is_set(config) ||
	    timerlat->looks || run_now() < run_measured_from(timerlat->run))
		return 0;
	timerlat->stops = true;
	err = set_number(timerlat, "stop_tracing_us", config->stop_irq_ns / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = set_number(timerlat, "stop_tracing_total_us",
				 config->stop_thread_ns / RTLAT_NSEC_PER_USEC);
	return err;
}

static int enable(struct timerlat *timerlat, struct tracefs_instance *instance)
{
	char *path = tracefs_instance_get_file(instance, "current_tracer");
	int err;

	if (!path)
		return -ENOMEM;
	err = rtlat_journal_set(timerlat->run->journal, path, "timerlat");
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot start the timerlat tracer: %s", strerror(-err));
	tracefs_put_tracing_file(path);
	return err;
}

int timerlat_enable(struct timerlat *timerlat)
{
	int err = enable(timerlat, timerlat->instance);

	if (!err && timerlat->kept)
		err = enable(timerlat, timerlat->kept);
	return err;
}

/*
 * The tracer's thread takes its priority when it first runs, which may be a while after it is there:
 * what was set before that would not last.
 */
static void await_own_priority(pid_t pid)
{
	const struct timespec pause = { .tv_nsec = RTLAT_NSEC_PER_MSEC };
	int tries;

	for (tries = 0; tries < PRIORITY_TRIES && sched_getscheduler(pid) == SCHED_OTHER; tries++)
		nanosleep(&pause, NULL);
}

static int adjust_kthread(struct timerlat *timerlat, pid_t pid, const char *name)
{
	const struct rtlat_config *config = &timerlat->run->config;
	int err = 0;

	if (config->sched_given) {
		await_own_priority(pid);
		err = rtlat_sched_apply(pid, &config->sched);
	}
	if (err) {
		rtlat_log(&config->log, RTLAT_ERROR, "cannot set the priority of %s: %s", name,
			  strerror(-err));
		return err;
	}
	/* Before 6.2 the tracer's threads may not be moved at all. */
	err = cgroup_move(config, pid);
	return err == -EINVAL ? -EOPNOTSUPP : err;
}

int timerlat_adjust_kthreads(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	struct dirent *entry;
	int err = 0;
	DIR *proc;

	if (!config->sched_given && !config->cgroup)
		return 0;
	proc = opendir("/proc");
	if (!proc) {
		err = -errno;
		rtlat_log(&config->log, RTLAT_ERROR, "cannot find timerlat's threads in /proc: %s",
			  strerror(-err));
		return err;
	}
	while (!err && (entry = readdir(proc))) {
		char path[64], *name;

		if (!isdigit(entry->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%.16s/comm", entry->d_name);
		if (file_read(path, &name))
			continue;
		if (strncmp(name, "timerlat/", 9) == 0)
			err = adjust_kthread(timerlat, atoi(entry->d_name), name);
		free(name);
	}
	closedir(proc);
	return err;
}
