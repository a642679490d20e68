// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The parts of a tracer that timerlat has of its own: its settings, and the formats of its entries.
 */
#include <string.h>

#include "lib/source/tracer/tracer.h"

static int timerlat_set_all(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	int err;

	err = tracer_set_cpus(timerlat);
	if (!err)
		err = tracer_set_option(timerlat, "OSNOISE_WORKLOAD", !timerlat->user);
	if (!err)
		err = tracer_set_option(timerlat, "TIMERLAT_ALIGN", config->align);
	if (!err && config->align)
		err = tracer_set_number(timerlat, "timerlat_align_us",
					config->align_ns / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = tracer_set_number(timerlat, "timerlat_period_us",
					config->period_ns / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = tracer_set_number(timerlat, "stop_tracing_us", 0);
	if (!err)
		err = tracer_set_number(timerlat, "stop_tracing_total_us", 0);
	if (!err)
		err = tracer_set_number(timerlat, "print_stack",
					config->stack_ns / RTLAT_NSEC_PER_USEC);
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

static int timerlat_load_formats(struct timerlat *timerlat)
{
	const struct trace_member members[] = {
		{ "seqnum", &timerlat->seq, NULL },
		{ "context", &timerlat->context, NULL },
		{ "timer_latency", &timerlat->latency, NULL },
		{ "common_pid", &timerlat->pid, NULL },
	};
	int err;

	err = trace_formats_open(&timerlat->tep);
	if (!err)
		err = trace_formats_load(timerlat->tep, "ftrace", "timerlat", &timerlat->event,
					 members, sizeof(members) / sizeof(members[0]));
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot read the format of timerlat's trace entries: %s", strerror(-err));
	return err;
}

const struct tracer tracer_timerlat = {
	.name = "timerlat",
	.has_priority = true,
	.load_formats = timerlat_load_formats,
	.set = timerlat_set_all,
	.trace_rate = trace_rate,
	.interval_max = RTLAT_NSEC_PER_SEC / 4,
	.begin = timerlat_begin,
	.take = timerlat_take,
	.finish = timerlat_finish,
};
