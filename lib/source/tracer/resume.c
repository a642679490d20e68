// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Tracing that was turned off for no limit of this run: by an activation of the warm-up that got
 * late after its end, or by a reader that died with its CPU.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/session/limit.h"
#include "lib/source/tracer/tracer.h"

/*
 * Returns the instance that tells whether tracing is off. Where samples come by read(), the
 * samples' own instance is off from the start.
 */
static struct tracefs_instance *told_by(const struct timerlat *timerlat)
{
	return timerlat->records ? timerlat->kept : timerlat->instance;
}

int timerlat_resume_open(struct timerlat *timerlat)
{
	struct tracefs_instance *instance = told_by(timerlat);
	int err;

	if (!instance)
		return 0;
	timerlat->on_fd = tracefs_instance_file_open(instance, "tracing_on", O_RDONLY | O_CLOEXEC);
	if (timerlat->on_fd >= 0)
		return 0;
	err = -errno;
	rtlat_log(&timerlat->run->config.log, RTLAT_ERROR, "cannot open tracing_on: %s",
		  strerror(-err));
	return err;
}

bool timerlat_is_off(const struct timerlat *timerlat)
{
	char on = '1';

	return timerlat->on_fd >= 0 && pread(timerlat->on_fd, &on, 1, 0) == 1 && on == '0';
}

void timerlat_set_tracing(const struct timerlat *timerlat, bool on)
{
	bool samples = !timerlat->records || timerlat->run->config.stack_ns || !on;
	struct tracefs_instance *const instances[] = {
		samples ? timerlat->instance : NULL,
		timerlat->periods,
		timerlat->kept,
	};
	unsigned int i;

	for (i = 0; i < sizeof(instances) / sizeof(instances[0]); i++) {
		if (instances[i] && on)
			tracefs_trace_on(instances[i]);
		else if (instances[i])
			tracefs_trace_off(instances[i]);
	}
}

void timerlat_resume(struct timerlat *timerlat)
{
	timerlat_set_tracing(timerlat, true);
}

/*
 * True if each reader, which goes on while tracing is off, has recorded an activation after `when`.
 */
static bool all_have_read(const struct timerlat *timerlat, uint64_t when)
{
	const struct session *run = timerlat->run;
	unsigned int i;

	for (i = 0; i < run->nr_cpus; i++) {
		const struct rtlat_recorder *recorder = run_recorder(&run->cpus[i]);

		if (atomic_load(&run->cpus[i].state) == RTLAT_CPU_MEASURED &&
		    __atomic_load_n(&recorder->latest.expiry, __ATOMIC_RELAXED) < when)
			return false;
	}
	return true;
}

/*
 * True if no limit turned tracing off: the collectors would have found the limit's sample by now.
 */
static bool is_for_no_limit(struct timerlat *timerlat)
{
	if (timerlat->off_since && timerlat->records)
		return all_have_read(timerlat, timerlat->off_since);
	return timerlat->off_since || (timerlat->nr_collectors == 1 && !timerlat->records);
}

void timerlat_resume_if_untold(struct timerlat *timerlat, bool was_off)
{
	struct session *run = timerlat->run;

	if (!was_off || limit_first(run) || atomic_load(&run->stopping)) {
		timerlat->off_since = 0;
		return;
	}
	if (is_for_no_limit(timerlat)) {
		timerlat_resume(timerlat);
		run_note(run, RTLAT_WARNING,
			 "tracing was turned off by what is not of this run, and on again%s",
			 timerlat->records ? ": the trace has a gap" : ": samples are lost");
		timerlat->off_since = 0;
	} else if (!timerlat->off_since) {
		timerlat->off_since = run_now();
	}
}
