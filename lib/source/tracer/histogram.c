// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * rtlat's own timerlat tracer with kernel threads. The kernel keeps the histograms, which are
 * collected now and then. No sample goes through a trace buffer.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <uapi/linux/timerlat_hist.h>

#include "lib/device/device.h"
#include "lib/util/file.h"
#include "lib/source/tracer/histogram_text.h"
#include "lib/session/limit.h"
#include "lib/session/source.h"
#include "lib/source/tracer/tracer.h"

#define INTERVAL_NS (1000 * RTLAT_NSEC_PER_MSEC)

/* The histograms of one CPU since they were cleared. */
struct kept {
	uint64_t from;
	uint64_t count; /* when last collected */
};

struct histograms {
	struct timerlat *timerlat;
	/* keeps the kernel's numbers and those of the recorders at the same point of time */
	pthread_mutex_t lock;
	bool warm; /* the warm-up is over */
	struct rtlat_recorder *scratch;
	struct kept *kept; /* run->nr_cpus */
};

static int probe_tracer(const struct rtlat_config *config, bool *by_device, char *why, size_t size)
{
	return timerlat_probe_own(config, false, "keeps no histograms", by_device, why, size);
}

static int histogram_probe(const struct rtlat_config *config, char *why, size_t size)
{
	bool by_device;
	int err;

	err = probe_tracer(config, &by_device, why, size);
	if (err)
		return err;
	if (limit_is_set(config)) {
		snprintf(why, size, "histograms don't tell at once when a limit was reached");
		return -EOPNOTSUPP;
	}
	if (config->trace) {
		snprintf(why, size, "histograms leave no trace to be kept");
		return -EOPNOTSUPP;
	}
	if (config->entries > TIMERLAT_HIST_ENTRIES) {
		snprintf(why, size,
			 "the kernel's linear histograms have at most %u entries, not %u",
			 TIMERLAT_HIST_ENTRIES, config->entries);
		return -EOPNOTSUPP;
	}
	if (config->worst > TIMERLAT_HIST_WORST) {
		snprintf(why, size, "the kernel keeps at most %u worst samples of each CPU, not %u",
			 TIMERLAT_HIST_WORST, config->worst);
		return -EOPNOTSUPP;
	}
	snprintf(why, size, "%s keeps the histograms of timerlat's threads",
		 by_device ? "the module rtlat" : "the kernel");
	return 0;
}

static void histogram_path(char *path, size_t size, int cpu)
{
	char name[64];

	snprintf(name, sizeof(name), "per_cpu/cpu%d/timerlat_hist", cpu);
	timerlat_setting_path(path, size, name);
}

/* Begins a CPU's histograms anew. */
static int begin_one(struct histograms *histograms, unsigned int index)
{
	const struct timerlat *timerlat = histograms->timerlat;
	const struct rtlat_config *config = &timerlat->run->config;
	int cpu = timerlat->cpus[index].cpu->cpu;
	char path[512], text[64];

	histograms->kept[index] = (struct kept){ .from = run_now() };
	if (timerlat->by_device)
		return device_clear(timerlat->device, cpu, config);
	histogram_path(path, sizeof(path), cpu);
	snprintf(text, sizeof(text), "linear %llu %u\n",
		 config->entries ? (unsigned long long)config->bucket_ns : 0, config->entries);
	return file_write(path, text);
}

static bool is_measured(const struct run_cpu *cpu)
{
	return atomic_load(&cpu->state) == RTLAT_CPU_MEASURED;
}

static void lost_histogram(struct session *run, struct run_cpu *cpu, int err)
{
	char why[128];

	snprintf(why, sizeof(why), "lost its histograms in the kernel (%s)", strerror(-err));
	run_cpu_ended(run, cpu, RTLAT_CPU_FAILED, why);
}

static void clear_all(struct histograms *histograms)
{
	struct session *run = histograms->timerlat->run;
	unsigned int i;
	int err;

	for (i = 0; i < run->nr_cpus; i++) {
		if (!is_measured(&run->cpus[i]))
			continue;
		err = begin_one(histograms, i);
		if (err)
			lost_histogram(run, &run->cpus[i], err);
	}
}

static int begin_all(struct histograms *histograms)
{
	struct session *run = histograms->timerlat->run;
	unsigned int i;
	int err;

	for (i = 0; i < run->nr_cpus; i++) {
		err = begin_one(histograms, i);
		if (err) {
			rtlat_log(&run->config.log, RTLAT_ERROR,
				  "cannot set up the kernel's histogram of CPU %d: %s",
				  run->cpus[i].cpu, strerror(-err));
			return err;
		}
	}
	return 0;
}

static int read_histogram(const struct timerlat *timerlat, int cpu, struct rtlat_recorder *recorder)
{
	char path[512], *text;
	int err;

	histogram_path(path, sizeof(path), cpu);
	err = timerlat->by_device ? device_show(timerlat->device, cpu, &text)
				  : file_read(path, &text);
	if (err)
		return err;
	rtlat_recorder_clear(recorder);
	recorder->cpu = cpu;
	err = kernel_histogram_parse(text, recorder);
	free(text);
	return err;
}

/*
 * True if the kernel's histograms are still ours. When a thread was stopped and started they go on,
 * while its activations count from 1; with less in them than before they are others.
 */
static bool goes_on(struct histograms *histograms, struct run_cpu *cpu, const struct kept *kept)
{
	const struct rtlat_recorder *now = histograms->scratch;
	struct session *run = histograms->timerlat->run;

	if (now->count < kept->count)
		run_cpu_ended(run, cpu, RTLAT_CPU_FAILED,
			      "lost its histograms (they were cleared)");
	else if (now->count > now->latest.seq)
		run_cpu_ended(run, cpu, RTLAT_CPU_FAILED, "had its thread restarted");
	return is_measured(cpu);
}

/* The run begins when its first CPU does, unless a reset comes right now. */
static void begun(struct histograms *histograms, const struct run_cpu *cpu, struct kept *kept)
{
	struct session *run = histograms->timerlat->run;
	uint64_t from = run_measured_from(run);

	kept->from = kernel_histogram_from(histograms->scratch, kept->from, run->config.period_ns);
	if (cpu == run->cpus && kept->from > from)
		atomic_compare_exchange_strong(&run->measured_from, &from, kept->from);
}

static void histogram_own_collect(struct histograms *histograms, struct timerlat_cpu *cpu)
{
	struct session *run = histograms->timerlat->run;
	struct kept *kept = &histograms->kept[cpu - histograms->timerlat->cpus];
	struct rtlat_recorder *now = histograms->scratch;
	int err;

	if (!is_measured(cpu->cpu))
		return;
	err = read_histogram(cpu->timerlat, cpu->cpu->cpu, now);
	if (err)
		lost_histogram(run, cpu->cpu, err);
	if (err || !goes_on(histograms, cpu->cpu, kept))
		return;
	if (!kept->count)
		begun(histograms, cpu->cpu, kept);
	kept->count = now->count;
	now->missed = kernel_histogram_missed(now, kept->from, run->config.period_ns);
	rtlat_recorder_replace(run_recorder(cpu->cpu), now);
	/* When to collect next is told by the expiries. */
	cpu->samples.has_grid = now->count > 0;
	cpu->samples.grid = now->latest.expiry;
}

/*
 * Collects a CPU's histograms, in a collector's thread. The last collection is left to the end of
 * the run.
 */
static void histogram_collect(struct timerlat_cpu *cpu)
{
	struct session *run = cpu->timerlat->run;
	struct histograms *histograms = run->source_data;

	if (atomic_load(&run->stopping))
		return;
	pthread_mutex_lock(&histograms->lock);
	if (!histograms->warm && run_now() >= run_measured_from(run)) {
		clear_all(histograms);
		histograms->warm = true;
	}
	if (histograms->warm)
		histogram_own_collect(histograms, cpu);
	pthread_mutex_unlock(&histograms->lock);
}

static void histogram_reset(struct session *run)
{
	struct histograms *histograms = run->source_data;

	pthread_mutex_lock(&histograms->lock);
	if (histograms->warm)
		clear_all(histograms);
	pthread_mutex_unlock(&histograms->lock);
}

static struct histograms *histogram_create(struct session *run)
{
	struct histograms *histograms = calloc(1, sizeof(*histograms));
	struct rtlat_recorder_layout layout = run->layout;

	if (!histograms)
		return NULL;
	pthread_mutex_init(&histograms->lock, NULL);
	histograms->warm = !run->config.warm_up_ns;
	histograms->timerlat = timerlat_create(run, &tracer_timerlat, false);
	layout.worst = TIMERLAT_HIST_WORST;
	histograms->scratch = malloc(rtlat_recorder_size(&layout));
	if (histograms->scratch)
		rtlat_recorder_init(histograms->scratch, run->cpus[0].cpu, &layout);
	histograms->kept = calloc(run->nr_cpus, sizeof(*histograms->kept));
	return histograms;
}

static void destroy(struct histograms *histograms)
{
	if (histograms->timerlat)
		timerlat_destroy(histograms->timerlat);
	free(histograms->scratch);
	free(histograms->kept);
	pthread_mutex_destroy(&histograms->lock);
	free(histograms);
}

static int start_threads_by_device(struct timerlat *timerlat)
{
	int err = device_load(timerlat->run);

	if (err)
		return err;
	timerlat->interval = INTERVAL_NS;
	run_await_phase();
	err = device_open_threads(&timerlat->run->config, &timerlat->device);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot start the threads of the module rtlat: %s%s", strerror(-err),
			  err == -EBUSY ? DEVICE_BUSY : "");
	return err ? err : timerlat_adjust_kthreads(timerlat);
}

/* Tracing that is off keeps this tracer's threads from nothing. */
static int histogram_start_threads(struct timerlat *timerlat)
{
	int err;

	if (timerlat->by_device)
		return start_threads_by_device(timerlat);
	err = timerlat_configure(timerlat);
	if (err)
		return err;
	timerlat->interval = INTERVAL_NS;
	tracefs_trace_off(timerlat->instance);
	run_await_phase();
	err = timerlat_enable(timerlat);
	return err ? err : timerlat_adjust_kthreads(timerlat);
}

static int histogram_start(struct session *run)
{
	struct histograms *histograms = histogram_create(run);
	struct timerlat *timerlat;
	char why[256];
	int err;

	if (!histograms)
		return -ENOMEM;
	run->source_data = histograms;
	timerlat = histograms->timerlat;
	if (!timerlat || !histograms->scratch || !histograms->kept)
		return -ENOMEM;
	timerlat->records = true;
	timerlat->collect = histogram_collect;
	err = probe_tracer(&run->config, &timerlat->by_device, why, sizeof(why));
	if (!err)
		err = histogram_start_threads(timerlat);
	if (err)
		return err;
	run_begin(run, run_now());
	err = begin_all(histograms);
	if (!err)
		err = timerlat_collect_open(timerlat);
	return err ? err : timerlat_collect_start(timerlat);
}

/*
 * Collects the last time. The kernel's threads go on, so each CPU's run ends when its histograms
 * are read, somewhat after the end was asked for: the latest expiry tells when.
 */
static void collect_last(struct histograms *histograms)
{
	struct timerlat *timerlat = histograms->timerlat;
	struct session *run = timerlat->run;
	unsigned int i;

	for (i = 0; histograms->warm && i < run->nr_cpus; i++) {
		uint64_t to = run_now(), latest;

		histogram_own_collect(histograms, &timerlat->cpus[i]);
		latest = run_recorder(&run->cpus[i])->latest.expiry;
		if (to < latest)
			to = latest;
		if (i == 0)
			run->measured_to = to;
		if (is_measured(&run->cpus[i]))
			timerlat_add_unserved(&timerlat->cpus[i], to);
	}
}

static void histogram_end(struct session *run)
{
	struct histograms *histograms = run->source_data;
	bool collected;

	run->measured_to = run_now();
	if (!histograms || !histograms->timerlat)
		return;
	collected = histograms->timerlat->nr_running;
	timerlat_collect_stop(histograms->timerlat);
	if (collected)
		collect_last(histograms);
}

static void histogram_stop(struct session *run)
{
	struct histograms *histograms = run->source_data;

	if (!histograms)
		return;
	if (histograms->timerlat)
		timerlat_collect_close(histograms->timerlat);
	destroy(histograms);
	run->source_data = NULL;
}

const struct rtlat_source source_histogram = {
	.name = "kernel-histogram",
	.lacks = SOURCE_STOPS,
	.contexts = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE,
	.threads = 1U << RTLAT_THREADS_KERNEL,
	.probe = histogram_probe,
	.start = histogram_start,
	.end = histogram_end,
	.stop = histogram_stop,
	.reset = histogram_reset,
};
