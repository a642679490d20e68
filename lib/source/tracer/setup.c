// SPDX-License-Identifier: LGPL-2.1-or-later
/* The tracer in an instance of its own, started and with its threads as asked for. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/device/device.h"
#include "lib/machine/cgroup.h"
#include "lib/util/file.h"
#include "lib/session/limit.h"
#include "lib/util/rights.h"
#include "lib/machine/sched_hint.h"
#include "lib/source/tracer/tracer.h"
#include "lib/trace/instance.h"

/* The number of tries, a millisecond each. */
#define PRIORITY_TRIES 2000

/* The tracer's settings are one set for all, so nobody else may be using it. */
static int check_unused(const struct session *run)
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

/*
 * The buffer holds two seconds, so that the collector may be delayed that long; a buffer of the
 * user's choice is emptied four times before it is full.
 */
static int setup_set_buffer(struct timerlat *timerlat)
{
	const uint64_t smallest = 128 * 1024, largest = 4096 * 1024;
	uint64_t size = timerlat->run->config.trace_buffer_kb * 1024ULL;
	uint64_t rate = timerlat->tracer->trace_rate(timerlat);
	char text[24];

	if (!size) {
		size = 2 * rate < smallest ? smallest : 2 * rate;
		size = size > largest ? largest : size;
	}
	timerlat->interval = size * RTLAT_NSEC_PER_SEC / rate / 4;
	if (timerlat->interval > timerlat->tracer->interval_max)
		timerlat->interval = timerlat->tracer->interval_max;
	timerlat->buffer_pages = size / sysconf(_SC_PAGESIZE);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)(size + 1023) / 1024);
	if (tracefs_instance_file_write(timerlat->instance, "buffer_size_kb", text) < 0) {
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot make a trace buffer of %s kB per CPU: %s", text, strerror(errno));
		return -errno;
	}
	return 0;
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

/* Sets up what is traced beside the samples. */
static int prepare_explanation(struct timerlat *timerlat)
{
	const struct session *run = timerlat->run;
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
		err = rtlat_journal_claim(journal, "the timerlat and osnoise tracers");
	if (!err)
		err = check_unused(timerlat->run);
	if (!err)
		err = timerlat->tracer->load_formats(timerlat);
	if (!err)
		err = trace_instance_create(timerlat->run, "", &timerlat->instance);
	if (!err)
		err = setup_set_buffer(timerlat);
	if (!err)
		err = prepare_explanation(timerlat);
	if (!err)
		err = timerlat->tracer->set(timerlat);
	return err;
}

/*
 * With a new largest latency the kernel queues work that looks at a file of the instance, and a
 * stock kernel that removes the instance does not wait for that work: it crashes when a busy CPU
 * has the work run later. Nothing is larger than the largest that the file takes, so none is
 * queued.
 */
static void silence_maximum(struct tracefs_instance *instance)
{
	char text[24];

	snprintf(text, sizeof(text), "%lu", ULONG_MAX / 1000);
	/* Kernels without the file queue nothing. */
	tracefs_instance_file_write(instance, "tracing_max_latency", text);
}

/* The kernel begins the largest latency at 0 with the tracer, and heeds it where tracing is on. */
static int set_tracer(struct timerlat *timerlat, struct tracefs_instance *instance)
{
	char *path = tracefs_instance_get_file(instance, "current_tracer");
	bool on = tracefs_trace_is_on(instance) == 1;
	int err;

	if (!path)
		return -ENOMEM;
	if (on)
		tracefs_trace_off(instance);
	err = rtlat_journal_set(timerlat->run->journal, path, timerlat->tracer->name);
	tracefs_put_tracing_file(path);
	if (err)
		return err;
	silence_maximum(instance);
	return on && tracefs_trace_on(instance) < 0 ? -errno : 0;
}

/* Before Linux 5.16 only one instance may have the tracer. */
static void enable_periods(struct timerlat *timerlat)
{
	if (!timerlat->periods || !set_tracer(timerlat, timerlat->periods))
		return;
	tracefs_instance_free(timerlat->periods);
	timerlat->periods = NULL;
}

static int setup_enable(struct timerlat *timerlat, struct tracefs_instance *instance)
{
	int err = set_tracer(timerlat, instance);
	char hint[RIGHTS_HINT_SIZE];

	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot start the %s tracer: %s%s", timerlat->tracer->name,
			  strerror(-err), rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return err;
}

int timerlat_enable(struct timerlat *timerlat)
{
	int err = setup_enable(timerlat, timerlat->instance);

	if (!err && timerlat->kept)
		err = setup_enable(timerlat, timerlat->kept);
	if (!err)
		enable_periods(timerlat);
	return err;
}

/*
 * The tracer's thread takes its priority when it first runs, which may be a while after it is
 * there: what was set before that would not last.
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
		if (timerlat->tracer->has_priority)
			await_own_priority(pid);
		err = rtlat_sched_apply(pid, &config->sched);
	}
	if (err) {
		rtlat_log(&config->log, RTLAT_ERROR, "cannot set the priority of %s: %s%s", name,
			  strerror(-err), sched_hint(&config->sched, err));
		return err;
	}
	/* Before 6.2 the tracer's threads may not be moved at all. */
	err = cgroup_move(config, pid);
	return err == -EINVAL ? -EOPNOTSUPP : err;
}

/* True for "timerlat/3", where CPU 3 is measured: others may have threads on other CPUs. */
static bool is_thread_of(const struct timerlat *timerlat, const char *name)
{
	const char *own = timerlat->by_device ? DEVICE_THREADS : timerlat->tracer->name;
	size_t length = strlen(own);

	return !strncmp(name, own, length) && name[length] == '/' &&
	       rtlat_cpuset_has(&timerlat->run->config.cpus, atoi(name + length + 1));
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
		rtlat_log(&config->log, RTLAT_ERROR,
			  "cannot find the tracer's threads in /proc: %s", strerror(-err));
		return err;
	}
	while (!err && (entry = readdir(proc))) {
		char path[64], *name;

		if (!isdigit(entry->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%.16s/comm", entry->d_name);
		if (file_read(path, &name))
			continue;
		if (is_thread_of(timerlat, name))
			err = adjust_kthread(timerlat, atoi(entry->d_name), name);
		free(name);
	}
	closedir(proc);
	return err;
}
