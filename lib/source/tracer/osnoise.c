// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The kernel's osnoise tracer: its threads look for noise, its trace has each one and who made it.
 */
#include <errno.h>
#include <stdio.h>
#include <tracefs.h>

#include "lib/session/limit.h"
#include "lib/session/source.h"
#include "lib/source/tracer/tracer.h"

static int osnoise_probe(const struct rtlat_config *config, char *why, size_t size)
{
	int err = timerlat_probe_tracer("osnoise", "CONFIG_OSNOISE_TRACER", why, size);

	if (err)
		return err;
	if (config->hardware_only && !timerlat_knows_option("OSNOISE_IRQ_DISABLE")) {
		snprintf(why, size,
			 "this kernel's osnoise cannot turn interrupts off "
			 "(no option OSNOISE_IRQ_DISABLE)");
		return -EOPNOTSUPP;
	}
	snprintf(why, size, "the kernel has the osnoise tracer");
	return 0;
}

/*
 * Starts the threads. A stock kernel starts them before it knows their CPUs, and a thread that
 * finds itself not wanted sleeps for a period. So they are started untraced, and restarted once
 * tracing is on: the first period of each then begins soon, and lies within the run.
 */
static int osnoise_start_threads(struct timerlat *timerlat)
{
	int err;

	timerlat_set_tracing(timerlat, false);
	err = timerlat_enable(timerlat);
	if (err)
		return err;
	run_await_phase();
	timerlat_set_tracing(timerlat, true);
	run_begin(timerlat->run, run_now());
	tracer_restart_threads();
	return 0;
}

static int osnoise_start(struct session *run)
{
	struct timerlat *timerlat = timerlat_create(run, &tracer_osnoise, false);
	int err;

	if (!timerlat)
		return -ENOMEM;
	run->source_data = timerlat;
	err = timerlat_configure(timerlat);
	if (!err)
		err = osnoise_enable_gaps(timerlat);
	if (!err)
		err = osnoise_create_periods(timerlat);
	if (err)
		return err;
	err = osnoise_start_threads(timerlat);
	if (!err)
		err = timerlat_adjust_kthreads(timerlat);
	if (!err)
		err = tracer_set_limits(timerlat);
	if (!err)
		err = timerlat_collect_open(timerlat);
	return err ? err : timerlat_collect_start(timerlat);
}

/*
 * Ends the run. The counts of a period that goes on are not known, but threads that end say them.
 * Where tracing is off, which it is after a limit, there is nobody to tell. Once all is read the
 * threads begin again: the setting is to be as this run made it.
 */
static void osnoise_end(struct session *run)
{
	struct timerlat *timerlat = run->source_data;
	char *cpus = NULL;

	if (!timerlat)
		return;
	run->measured_to = UINT64_MAX;
	if (timerlat->nr_running && !limit_first(run))
		tracer_end_threads(&cpus);
	timerlat_trace_end(timerlat);
	timerlat_end_at(run, run_now());
	if (cpus)
		tracer_begin_threads(cpus);
}

const struct rtlat_source source_osnoise = {
	.name = "osnoise",
	.contexts = RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_COUNTS,
	.threads = 0,
	.traced = true,
	.probe = osnoise_probe,
	.start = osnoise_start,
	.end = osnoise_end,
	.stop = timerlat_stop,
	.save_trace = timerlat_save_trace,
};
