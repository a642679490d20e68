// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The parts of a tracer that osnoise has of its own: its settings, and the formats of its entries.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/file.h"
#include "lib/source/tracer/tracer.h"
#include "lib/trace/instance.h"

/*
 * The bytes a second that a busy CPU traces: 4,000 interrupts and as many noises of 64 bytes each.
 * A buffer that is emptied four times a second then has room for eight times that. Where the
 * threshold is short and the machine slow there may be far more.
 */
#define TRACE_RATE (512 * 1024)
#define INTERVAL_MAX (RTLAT_NSEC_PER_SEC / 4)
/*
 * Bytes that the end of a period takes in the trace, and the least size of the buffer of periods.
 */
#define PERIOD_BYTES 80
#define PERIODS_KB_MIN 64
/* 30 years. */
#define NO_LIMIT_US 1000000000000000

static int load_period(struct osnoise_formats *formats, struct tep_handle *tep)
{
	const struct trace_member members[] = {
		{ "runtime", &formats->runtime, NULL },
		{ "noise", &formats->noise, NULL },
		{ "max_sample", &formats->longest, NULL },
		{ "hw_count", &formats->hardware, NULL },
		{ "thread_count", &formats->count[RTLAT_BY_THREAD], NULL },
		{ "softirq_count", &formats->count[RTLAT_BY_SOFTIRQ], NULL },
		{ "irq_count", &formats->count[RTLAT_BY_IRQ], NULL },
		{ "nmi_count", &formats->count[RTLAT_BY_NMI], NULL },
	};

	return trace_formats_load(tep, "ftrace", "osnoise", &formats->period, members,
				  sizeof(members) / sizeof(members[0]));
}

static int load_gap(struct osnoise_formats *formats, struct tep_handle *tep)
{
	const struct trace_member members[] = {
		{ "common_pid", &formats->pid, NULL },
		{ "start", &formats->start, NULL },
		{ "duration", &formats->duration, NULL },
		{ "interference", &formats->interference, NULL },
	};

	return trace_formats_load(tep, "osnoise", "sample_threshold", &formats->gap, members,
				  sizeof(members) / sizeof(members[0]));
}

static int load_formats(struct timerlat *timerlat)
{
	struct osnoise_formats *formats = &timerlat->osnoise;
	int err;

	err = trace_formats_open(&timerlat->tep);
	if (!err)
		err = load_period(formats, timerlat->tep);
	if (!err)
		err = load_gap(formats, timerlat->tep);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot read the format of osnoise's trace entries: %s", strerror(-err));
	return err;
}

static uint64_t trace_rate(const struct timerlat *timerlat)
{
	(void)timerlat;
	return TRACE_RATE;
}

static uint64_t read_runtime(void)
{
	char path[512], *text;
	uint64_t us = 0;

	timerlat_setting_path(path, sizeof(path), "runtime_us");
	if (!file_read(path, &text)) {
		us = strtoull(text, NULL, 10);
		free(text);
	}
	return us;
}

/*
 * Sets period and runtime. Each bounds the other, so their order depends on the values that are
 * there.
 */
static int set_period(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	uint64_t period = config->period_ns / RTLAT_NSEC_PER_USEC;
	uint64_t runtime = config->runtime_ns / RTLAT_NSEC_PER_USEC;
	bool runtime_first = period < read_runtime();
	int err;

	err = runtime_first ? tracer_set_number(timerlat, "runtime_us", runtime)
			    : tracer_set_number(timerlat, "period_us", period);
	if (err)
		return err;
	return runtime_first ? tracer_set_number(timerlat, "period_us", period)
			     : tracer_set_number(timerlat, "runtime_us", runtime);
}

/*
 * Sets tracing_thresh, which is not one of the tracer's own files, and affects other tracers too.
 */
static int set_threshold(struct timerlat *timerlat)
{
	uint64_t us = timerlat->run->config.threshold_ns / RTLAT_NSEC_PER_USEC;
	char path[512], value[24];

	snprintf(path, sizeof(path), "%s/tracing_thresh", timerlat_directory());
	snprintf(value, sizeof(value), "%llu", (unsigned long long)us);
	return tracer_set_path(timerlat, path, value);
}

/*
 * The threads of stock kernels look at the start of a period for how long a noise may be, and at
 * each noise for whether there is a limit: with one that is set in between, any noise is too long.
 * So limits are there before the threads are, or, where there is a warm-up, one that nothing
 * reaches.
 */
static int set_limits(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	bool later = config->warm_up_ns && config->stop_noise_ns;
	int err;

	err = tracer_set_number(timerlat, "stop_tracing_us", later ? NO_LIMIT_US : 0);
	if (!err)
		err = tracer_set_number(timerlat, "stop_tracing_total_us", 0);
	if (!err && !config->warm_up_ns)
		err = tracer_set_limits(timerlat);
	return err;
}

static int osnoise_settings_set_all(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	int err;

	err = tracer_set_cpus(timerlat);
	if (!err)
		err = tracer_set_option(timerlat, "OSNOISE_WORKLOAD", true);
	if (!err)
		err = tracer_set_option(timerlat, "OSNOISE_PREEMPT_DISABLE", false);
	if (!err)
		err = tracer_set_option(timerlat, "OSNOISE_IRQ_DISABLE", config->hardware_only);
	if (!err)
		err = set_period(timerlat);
	if (!err)
		err = set_threshold(timerlat);
	return err ? err : set_limits(timerlat);
}

/* Room for two seconds, as in the other one. */
int osnoise_create_periods(struct timerlat *timerlat)
{
	uint64_t kb =
		2 * PERIOD_BYTES * RTLAT_NSEC_PER_SEC / timerlat->run->config.period_ns / 1024;
	char text[24];
	int err;

	err = trace_instance_create(timerlat->run, "-periods", &timerlat->periods);
	if (err)
		return err;
	snprintf(text, sizeof(text), "%llu",
		 (unsigned long long)(kb < PERIODS_KB_MIN ? PERIODS_KB_MIN : kb));
	if (tracefs_instance_file_write(timerlat->periods, "buffer_size_kb", text) >= 0)
		return 0;
	err = errno ? -errno : -EIO;
	rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
		  "cannot make a trace buffer of %s kB per CPU: %s", text, strerror(-err));
	return err;
}

/*
 * Enables the event of a noise in the samples' instance only, not in the trace that is kept:
 * writing a noise twice, or filtering it, may take longer than the threshold and be the next noise.
 */
int osnoise_enable_gaps(struct timerlat *timerlat)
{
	int err = 0;

	if (tracefs_event_enable(timerlat->instance, "osnoise", "sample_threshold") < 0)
		err = errno ? -errno : -EIO;
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot trace osnoise's samples: %s", strerror(-err));
	return err;
}

const struct tracer tracer_osnoise = {
	.name = "osnoise",
	.load_formats = load_formats,
	.set = osnoise_settings_set_all,
	.trace_rate = trace_rate,
	.interval_max = INTERVAL_MAX,
	.rate_varies = true,
	.begin = osnoise_begin,
	.take = osnoise_take,
	.finish = osnoise_finish,
	.looked = osnoise_count,
};
