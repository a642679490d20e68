// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Measures delays with a latency_tracker module, which pairs the events and counts the delays in
 * the kernel, and reports long ones. The module is loaded if it is installed, and its parameters
 * are set while the run lasts. Its counts from before the run are left alone.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/thread.h"
#include "lib/change/kernel_module.h"
#include "lib/util/namespaces.h"
#include "lib/util/rights.h"
#include "lib/session/source.h"
#include "lib/source/track/counts.h"
#include "lib/source/track/module_read.h"
#include "lib/symbols/stacks.h"

#define CORE TRACK_MODULE_CORE
#define DEBUGFS "/sys/kernel/debug"
#define FILE_MAX (4 << 20)
#define ALERTS_SIZE (16 << 10)
/* Alerts are read together: who reads each at once preempts tasks that then are in the next one. */
#define TOGETHER (5 * RTLAT_NSEC_PER_MSEC)

struct module {
	struct session *run;
	const char *name; /* of the tracker */
	int alerts_fd;
	struct track_counts counts;
	struct track_module_total *before;
	struct track_module_total *total;
	uint64_t counted; /* when that was looked at last */
	void *file;
	struct track_module_lost lost; /* before */
	uint64_t lost_alerts;
	struct run_reader reader;
};

static int module_probe(const struct rtlat_config *config, char *why, size_t size)
{
	char name[64], path[128], reason[KERNEL_MODULE_WHY_SIZE];
	int err;

	err = namespaces_probe(config, why, size);
	if (err)
		return err;
	track_module_full_name(track_module_name(config->track.tracker), name, sizeof(name));
	snprintf(path, sizeof(path), "/sys/module/%s/parameters/cpus", name);
	err = kernel_module_loaded(name) ? file_usable(path, O_WRONLY, why, size) : 0;
	if (err)
		return err;
	if (kernel_module_loaded(name)) {
		snprintf(why, size, "the module %s is loaded", name);
		return 0;
	}
	if (!kernel_module_installed(name)) {
		snprintf(why, size, "the module %s is neither loaded nor installed", name);
		return -EOPNOTSUPP;
	}
	if (!kernel_module_allowed()) {
		snprintf(why, size, "the module %s is not loaded: %s", name,
			 kernel_module_why(-EPERM, reason));
		return -EPERM;
	}
	snprintf(why, size, "the module %s is installed", name);
	return 0;
}

static int failed(struct module *module, const char *what, int err)
{
	char hint[RIGHTS_HINT_SIZE];

	rtlat_log(&module->run->config.log, RTLAT_ERROR, "cannot %s of " CORE "_%s: %s%s", what,
		  module->name, strerror(-err), rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return err;
}

static void file_path(const struct module *module, const char *file, char *path, size_t size)
{
	snprintf(path, size, DEBUGFS "/" CORE "/%s/%s", module->name, file);
}

/* Opens the alerts. Debugfs is mounted for them where it is not, and stays so, as tracefs. */
static int open_alerts(struct module *module)
{
	char path[96];

	file_path(module, "alerts", path, sizeof(path));
	if (file_access(path, F_OK))
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

static int read_lost(const struct module *module, struct track_module_lost *lost)
{
	char path[96], *text;
	int err;

	file_path(module, "counts", path, sizeof(path));
	err = file_read(path, &text);
	if (err)
		return err;
	track_module_lost(text, lost);
	free(text);
	return 0;
}

/* Counts what the tracker did not follow since the last call, on a CPU that is not known. */
static int take_lost(struct module *module)
{
	struct rtlat_recorder *recorder = module->counts.alerts[0];
	struct track_module_lost now, *before = &module->lost;
	int err = read_lost(module, &now);

	if (err)
		return err;
	if (now.full > before->full)
		rtlat_recorder_add_dropped(recorder, now.full - before->full);
	if (now.refused > before->refused)
		rtlat_recorder_add_lost(recorder, now.refused - before->refused);
	*before = now;
	return 0;
}

/* Counts alerts that were lost. Their delays are counted, but nobody knows whom they hit. */
static void add_lost_alerts(struct module *module, uint64_t lost)
{
	module->lost_alerts += lost;
	rtlat_recorder_add_lost(module->counts.alerts[0], lost);
}

static void module_take_alert(struct module *module, const struct latency_alert *alert)
{
	struct rtlat_recorder *alerts = track_counts_alerts(&module->counts, alert->cpu);
	struct track_stacks *stacks = &module->run->stacks;
	struct rtlat_sample sample;

	if (alert->time < run_measured_from(module->run))
		return;
	/* Before one that came after the end, others may have come in time. */
	if (alert->lost)
		add_lost_alerts(module, alert->lost);
	if (!alerts || alert->time > run_measured_to(module->run))
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

static int take_bytes(struct module *module, const char *bytes, size_t size, uint64_t *last)
{
	enum rtlat_tracker tracker = module->run->config.track.tracker;
	struct latency_alert alert;
	ssize_t used;

	for (; size; bytes += used, size -= used) {
		used = track_module_alert(bytes, size, tracker, &alert);
		if (used < 0)
			return (int)used;
		module_take_alert(module, &alert);
		*last = alert.time;
	}
	return 0;
}

/* Takes the alerts up to now, as more may come as fast as they are taken. */
static int module_take_alerts(void *data)
{
	struct module *module = data;
	uint64_t until = run_now(), last = 0;
	char bytes[ALERTS_SIZE];
	ssize_t got;
	int err;

	do {
		got = read(module->alerts_fd, bytes, sizeof(bytes));
		if (got < 0)
			return errno == EAGAIN || errno == EINTR ? 0 : -errno;
		err = take_bytes(module, bytes, got, &last);
	} while (!err && got && last < until);
	return err;
}

static int take_total(struct module *module)
{
	int err = read_total(module, module->total);

	if (err)
		return err;
	/* Anyone who may load the module may also clear its counts. */
	if (module->total->count < module->counted)
		return -ESTALE;
	module->counted = module->total->count;
	return 0;
}

/* Collects the kernel's counts, of all CPUs together, and the alerts of each. */
static int module_collect(void *data)
{
	struct module *module = data;
	struct session *run = module->run;
	struct rtlat_recorder *recorder;
	unsigned int i;
	int err;

	err = module_take_alerts(module);
	if (!err)
		err = take_lost(module);
	if (!err)
		err = take_total(module);
	if (err)
		return err;
	recorder = track_counts_begin(&module->counts, -1);
	track_module_add(recorder, module->total, module->before);
	rtlat_recorder_replace(run->whole, recorder);
	for (i = 0; i < run->nr_cpus; i++)
		rtlat_recorder_replace(run_recorder(&run->cpus[i]), module->counts.alerts[i]);
	return 0;
}

/* Notes the counts from before the run. */
static int module_begin_anew(void *data)
{
	struct module *module = data;
	int err = module_take_alerts(module);

	track_counts_clear(&module->counts);
	module->lost_alerts = 0;
	if (!err)
		err = read_lost(module, &module->lost);
	if (!err)
		err = read_total(module, module->before);
	module->counted = module->before->count;
	return err;
}

static void *module_reader_main(void *data)
{
	struct module *module = data;
	struct pollfd fds[] = { { .fd = module->reader.stop_fd, .events = POLLIN },
				{ .fd = module->alerts_fd, .events = POLLIN } };
	uint64_t now = run_now(), next = now;
	const struct timespec together = { .tv_nsec = TOGETHER };
	struct timespec timeout = { 0 };

	while (!atomic_load(&module->run->stopping)) {
		timeout.tv_nsec = next > now ? (long)(next - now) : 0;
		if (ppoll(fds, 2, &timeout, NULL) > 0 && fds[1].revents)
			ppoll(fds, 1, &together, NULL);
		now = run_now();
		/* Early, so that none is lost. */
		if (!track_counts_do(&module->counts, module_take_alerts, module))
			break;
		if (now < next)
			continue;
		track_counts_look(&module->counts, module_begin_anew, module_collect, module);
		now = run_now();
		next = now + track_counts_pause(&module->counts);
	}
	return NULL;
}

static int start_thread(struct module *module)
{
	int err = run_reader_start(&module->reader, module_reader_main, module);

	return err ? failed(module, "start a thread that reads the alerts", err) : 0;
}

static int module_create(struct session *run)
{
	struct module *module = calloc(1, sizeof(*module));
	int err;

	if (!module)
		return -ENOMEM;
	run->source_data = module;
	module->run = run;
	module->name = track_module_name(run->config.track.tracker);
	module->alerts_fd = -1;
	module->before = calloc(1, sizeof(*module->before));
	module->total = calloc(1, sizeof(*module->total));
	module->file = malloc(FILE_MAX);
	err = run_reader_open(&module->reader);
	if (err)
		return failed(module, "get an eventfd for the reader", err);
	if (!module->before || !module->total || !module->file)
		return -ENOMEM;
	return track_counts_init(&module->counts, run);
}

static int module_start(struct session *run)
{
	struct rtlat_track *track = &run->config.track;
	struct module *module;
	int err;

	if (!track->threshold_given)
		track->threshold_ns = RTLAT_NSEC_PER_MSEC;
	err = module_create(run);
	module = run->source_data;
	if (!err)
		err = track_module_set_up(run, module->name);
	if (!err)
		err = open_alerts(module);
	if (err)
		return err;
	run_begin(run, run_now());
	err = module_begin_anew(module);
	if (err)
		return failed(module, "read the histogram", err);
	return start_thread(module);
}

static void module_end(struct session *run)
{
	struct module *module = run->source_data;

	if (!module || !run_reader_join(&module->reader))
		return;
	track_counts_look(&module->counts, module_begin_anew, module_collect, module);
	if (module->lost_alerts)
		run_note(run, RTLAT_WARNING,
			 "%llu alerts came too fast: some of the longest delays may be missing",
			 (unsigned long long)module->lost_alerts);
	track_stacks_resolve(&run->stacks);
}

static void module_stop(struct session *run)
{
	struct module *module = run->source_data;

	if (!module)
		return;
	track_counts_free(&module->counts);
	if (module->alerts_fd >= 0)
		close(module->alerts_fd);
	run_reader_close(&module->reader);
	free(module->before);
	free(module->total);
	free(module->file);
	free(module);
	run->source_data = NULL;
}

static void module_reset(struct session *run)
{
	struct module *module = run->source_data;

	track_counts_do(&module->counts, module_begin_anew, module);
	rtlat_recorder_clear(run->whole);
}

const struct rtlat_source source_module = {
	.name = "module",
	.contexts = RTLAT_HAS(RTLAT_DELAY),
	.whole = true,
	.probe = module_probe,
	.start = module_start,
	.end = module_end,
	.stop = module_stop,
	.reset = module_reset,
};
