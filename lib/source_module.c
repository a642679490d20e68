// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Delays from a latency_tracker module, which pairs the events and counts the delays in the kernel;
 * it tells of those that are long. It is loaded if it is installed, and its parameters are set for as
 * long as the run lasts. What it has counted before stays as it is.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <unistd.h>

#include "file.h"
#include "kernel_module.h"
#include "source.h"
#include "track_counts.h"
#include "track_module.h"
#include "track_stacks.h"

#define CORE TRACK_MODULE_CORE
#define DEBUGFS "/sys/kernel/debug"
#define INTERVAL_MS 500
#define FILE_MAX (4 << 20)
#define ALERTS_MAX 16

struct module {
	struct rtlat_run *run;
	const char *name; /* of the tracker */
	int alerts_fd;
	int stop_fd;
	struct track_counts counts;
	struct track_module_total *before;
	struct track_module_total *total;
	void *file;
	uint64_t full; /* for want of memory, before */
	/* What the kernel has and what the recorders have is of one time. */
	pthread_mutex_t lock;
	bool warm;
	uint64_t lost_alerts;
	pthread_t thread;
	bool running;
};

static int module_probe(const struct rtlat_config *config, char *why, size_t size)
{
	char name[64];

	track_module_full_name(track_module_name(config->track.tracker), name, sizeof(name));
	if (geteuid()) {
		snprintf(why, size, "the module's files take root");
		return -EPERM;
	}
	if (kernel_module_loaded(name)) {
		snprintf(why, size, "the module %s is loaded", name);
		return 0;
	}
	if (kernel_module_installed(name)) {
		snprintf(why, size, "the module %s is installed", name);
		return 0;
	}
	snprintf(why, size, "the module %s is neither loaded nor installed", name);
	return -EOPNOTSUPP;
}

static int failed(struct module *module, const char *what, int err)
{
	rtlat_log(&module->run->config.log, RTLAT_ERROR, "cannot %s of " CORE "_%s: %s", what,
		  module->name, strerror(-err));
	return err;
}

static void file_path(const struct module *module, const char *file, char *path, size_t size)
{
	snprintf(path, size, DEBUGFS "/" CORE "/%s/%s", module->name, file);
}

/* It is where it always is; where it is not mounted yet, it is mounted and stays so, as tracefs. */
static int open_alerts(struct module *module)
{
	char path[96];

	file_path(module, "alerts", path, sizeof(path));
	if (access(path, F_OK))
		mount("debugfs", DEBUGFS, "debugfs", 0, NULL);
	module->alerts_fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	return module->alerts_fd < 0 ? failed(module, "open the alerts", -errno) : 0;
}

static int read_total(struct module *module, struct track_module_total *total)
{
	size_t length = 0;
	ssize_t got = 0;
	char path[96];
	int fd;

	file_path(module, "histogram", path, sizeof(path));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	while (length < FILE_MAX &&
	       (got = read(fd, (char *)module->file + length, FILE_MAX - length)) > 0)
		length += got;
	close(fd);
	return got < 0 ? -EIO : track_module_total(module->file, length, total);
}

/* A line "full N" of the counts: what could not be followed. */
static uint64_t read_full(const struct module *module)
{
	char path[96], *text = NULL, *line;
	uint64_t full = 0;

	file_path(module, "counts", path, sizeof(path));
	if (!file_read(path, &text)) {
		line = strstr(text, "full ");
		full = line ? strtoull(line + strlen("full "), NULL, 10) : 0;
	}
	free(text);
	return full;
}

static void take_alert(struct module *module, const struct latency_alert *alert)
{
	struct rtlat_recorder *alerts = track_counts_alerts(&module->counts, alert->cpu);
	struct track_stacks *stacks = &module->run->stacks;
	struct rtlat_sample sample;

	module->lost_alerts += alert->lost;
	if (!alerts || alert->time < run_measured_from(module->run))
		return;
	track_module_sample(alert, &sample);
	sample.seq = alerts->delays.alerts + alerts->delays.timeouts + 1;
	if (sample_is_worst(alerts, &sample)) {
		sample.delay.stack =
			track_stacks_add(stacks, (const uint64_t *)alert->stack, alert->stack_size);
		sample.delay.other_stack = track_stacks_add(
			stacks, (const uint64_t *)alert->other_stack, alert->other_stack_size);
	}
	if (alert->flags & LATENCY_ALERT_TIMEOUT)
		rtlat_recorder_add_timeout(alerts, &sample);
	else
		rtlat_recorder_add_alert(alerts, &sample);
}

static void take_alerts(struct module *module)
{
	struct latency_alert alerts[ALERTS_MAX];
	ssize_t got;
	size_t i;

	while ((got = read(module->alerts_fd, alerts, sizeof(alerts))) > 0) {
		for (i = 0; i < got / sizeof(alerts[0]); i++)
			take_alert(module, &alerts[i]);
	}
}

/* What the kernel has counted is of all CPUs together, the alerts are of each. */
static int collect(struct module *module)
{
	struct rtlat_run *run = module->run;
	struct rtlat_recorder *recorder;
	uint64_t full = read_full(module);
	unsigned int i;
	int err;

	take_alerts(module);
	if (full > module->full)
		rtlat_recorder_add_dropped(module->counts.alerts[0], full - module->full);
	module->full = full;
	err = read_total(module, module->total);
	if (err)
		return err;
	recorder = track_counts_begin(&module->counts, -1);
	track_module_add(recorder, module->total, module->before);
	rtlat_recorder_replace(run->whole, recorder);
	for (i = 0; i < run->nr_cpus; i++)
		rtlat_recorder_replace(run_recorder(&run->cpus[i]), module->counts.alerts[i]);
	return 0;
}

/* What was before is not of the run. */
static int begin_anew(struct module *module)
{
	take_alerts(module);
	track_counts_clear(&module->counts);
	module->full = read_full(module);
	return read_total(module, module->before);
}

static void collect_if_warm(struct module *module)
{
	pthread_mutex_lock(&module->lock);
	if (!module->warm && run_now() >= run_measured_from(module->run))
		module->warm = !begin_anew(module);
	if (module->warm)
		collect(module);
	pthread_mutex_unlock(&module->lock);
}

static void *reader_main(void *data)
{
	struct module *module = data;
	struct pollfd fds[] = { { .fd = module->stop_fd, .events = POLLIN },
				{ .fd = module->alerts_fd, .events = POLLIN } };
	uint64_t next = run_now();

	while (!atomic_load(&module->run->stopping)) {
		poll(fds, 2, INTERVAL_MS);
		if (run_now() < next) {
			pthread_mutex_lock(&module->lock);
			take_alerts(module);
			pthread_mutex_unlock(&module->lock);
			continue;
		}
		next = run_now() + INTERVAL_MS * RTLAT_NSEC_PER_MSEC;
		collect_if_warm(module);
	}
	return NULL;
}

static int start_thread(struct module *module)
{
	sigset_t all, old;
	int err;

	/* Signals are the business of the program's own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = -pthread_create(&module->thread, NULL, reader_main, module);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	module->running = !err;
	return err ? failed(module, "start a thread that reads the alerts", err) : 0;
}

static int create(struct rtlat_run *run)
{
	struct module *module = calloc(1, sizeof(*module));

	if (!module)
		return -ENOMEM;
	run->source_data = module;
	module->run = run;
	module->name = track_module_name(run->config.track.tracker);
	module->alerts_fd = -1;
	pthread_mutex_init(&module->lock, NULL);
	module->before = calloc(1, sizeof(*module->before));
	module->total = calloc(1, sizeof(*module->total));
	module->file = malloc(FILE_MAX);
	module->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (module->stop_fd < 0)
		return failed(module, "get an eventfd for the reader", -errno);
	if (!module->before || !module->total || !module->file)
		return -ENOMEM;
	return track_counts_init(&module->counts, run);
}

static int module_start(struct rtlat_run *run)
{
	struct rtlat_track *track = &run->config.track;
	struct module *module;
	int err;

	if (!track->threshold_given)
		track->threshold_ns = RTLAT_NSEC_PER_MSEC;
	err = create(run);
	module = run->source_data;
	if (!err)
		err = track_module_set_up(run, module->name);
	if (!err)
		err = open_alerts(module);
	if (err)
		return err;
	run_begin(run, run_now());
	err = begin_anew(module);
	if (err)
		return failed(module, "read the histogram", err);
	module->warm = !run->config.warm_up_ns;
	return start_thread(module);
}

static void module_end(struct rtlat_run *run)
{
	struct module *module = run->source_data;
	uint64_t one = 1;

	if (!module || !module->running)
		return;
	if (write(module->stop_fd, &one, sizeof(one)) != sizeof(one))
		return;
	pthread_join(module->thread, NULL);
	module->running = false;
	if (collect(module))
		run_note(run, RTLAT_WARNING, "cannot read the module's histogram");
	if (module->lost_alerts)
		run_note(run, RTLAT_WARNING,
			 "%llu alerts came too fast: some of the longest delays may be missing",
			 (unsigned long long)module->lost_alerts);
	track_stacks_resolve(&run->stacks);
}

static void module_stop(struct rtlat_run *run)
{
	struct module *module = run->source_data;

	if (!module)
		return;
	track_counts_free(&module->counts);
	if (module->alerts_fd >= 0)
		close(module->alerts_fd);
	if (module->stop_fd >= 0)
		close(module->stop_fd);
	pthread_mutex_destroy(&module->lock);
	free(module->before);
	free(module->total);
	free(module->file);
	free(module);
	run->source_data = NULL;
}

static void module_reset(struct rtlat_run *run)
{
	struct module *module = run->source_data;

	pthread_mutex_lock(&module->lock);
	begin_anew(module);
	pthread_mutex_unlock(&module->lock);
	rtlat_recorder_clear(run->whole);
}

const struct rtlat_source source_module = {
	.name = "module",
	.contexts = RTLAT_HAS(RTLAT_DELAY),
	.threads = 0,
	.whole = true,
	.probe = module_probe,
	.start = module_start,
	.end = module_end,
	.stop = module_stop,
	.reset = module_reset,
};
