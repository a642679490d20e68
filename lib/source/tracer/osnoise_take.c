// SPDX-License-Identifier: LGPL-2.1-or-later
/* Takes noise from the pages of a CPU's trace buffer. */
#include <string.h>

#include "lib/session/limit.h"
#include "lib/source/tracer/tracer.h"
#include "lib/trace/instance.h"

/*
 * Tells the run of a limit. If the kernel has not stopped tracing yet, later noises are not part of
 * the run.
 */
static void tell(struct timerlat_cpu *cpu, bool reached)
{
	if (!reached || cpu->reached)
		return;
	cpu->reached = true;
	cpu->over = true;
	timerlat_trace_end(cpu->timerlat);
}

/* The trace that is kept has no noises. This one is to be in it, by its clock. */
static void keep(struct timerlat_cpu *cpu, const void *record, size_t size)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	struct trace_entry *entry = &cpu->exceeding;

	entry->system = "osnoise";
	entry->event = "sample_threshold";
	entry->cpu = cpu->cpu->cpu;
	entry->time = trace_field_read(&formats->start, record) +
		      trace_field_read(&formats->duration, record);
	entry->size = size < sizeof(entry->record) ? size : sizeof(entry->record);
	memcpy(entry->record, record, entry->size);
}

static void take_gap(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder, const void *record,
		     size_t size, uint64_t time)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	uint64_t limit = cpu->timerlat->run->config.stop_noise_ns;
	uint64_t duration = trace_field_read(&formats->duration, record);
	uint64_t interruptions = trace_field_read(&formats->interference, record);
	struct rtlat_sample sample;

	if (!osnoise_samples_gap(&cpu->osnoise, recorder, time, duration, interruptions, &sample))
		return;
	if (limit && duration > limit && cpu->timerlat->kept)
		keep(cpu, record, size);
	tell(cpu, limit_tell(cpu->timerlat->run, cpu->cpu, &sample));
}

static void take_period(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			const void *record, uint64_t time)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	struct osnoise_sums sums = {
		.runtime = trace_field_read(&formats->runtime, record) * RTLAT_NSEC_PER_USEC,
		.noise = trace_field_read(&formats->noise, record) * RTLAT_NSEC_PER_USEC,
		.longest = trace_field_read(&formats->longest, record) * RTLAT_NSEC_PER_USEC,
		.hardware = trace_field_read(&formats->hardware, record),
	};
	struct rtlat_sample sample;
	unsigned int by;

	for (by = 0; by < RTLAT_INTERFERERS; by++)
		sums.count[by] = trace_field_read(&formats->count[by], record);
	if (osnoise_samples_period(&cpu->osnoise, recorder, time, &sums, &sample))
		tell(cpu, limit_tell_period(cpu->timerlat->run, cpu->cpu, &sample));
}

/* The order matters: what is older than a reset must not get into the new recorder. */
static struct rtlat_recorder *begin_page(struct timerlat_cpu *cpu)
{
	struct rtlat_recorder *recorder = run_recorder(cpu->cpu);

	osnoise_samples_record_from(&cpu->osnoise, run_measured_from(cpu->timerlat->run));
	return recorder;
}

/* A CPU that is back was away for an unknown time. */
static bool is_away(const struct timerlat_cpu *cpu)
{
	return atomic_load(&cpu->cpu->state) != RTLAT_CPU_MEASURED;
}

static int next_periods(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder)
{
	struct tracefs_instance *instance = cpu->timerlat->periods;
	uint64_t lost;
	int got = trace_reader_next(cpu->periods, &cpu->period_page);

	if (got <= 0)
		return got;
	lost = trace_instance_lost(instance, cpu->cpu->cpu, &cpu->period_page,
				   &cpu->periods_overrun);
	if (!lost || is_away(cpu))
		return got;
	if (cpu->osnoise.recording)
		rtlat_recorder_add_lost(recorder, lost);
	osnoise_samples_break_off(&cpu->osnoise, recorder);
	return got;
}

/*
 * True if there is an end of a period at `until` or before. With `read`, new pages are read to find
 * one.
 */
static bool has_period(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder, uint64_t until,
		       bool read)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	int got = 1;

	while (cpu->periods && !cpu->period && got > 0) {
		cpu->period = trace_page_next(&cpu->period_page);
		if (!cpu->period)
			got = read && !cpu->no_period ? next_periods(cpu, recorder) : 0;
		else if (trace_field_read(&formats->period.type, cpu->period) !=
			 (uint64_t)formats->period.id)
			cpu->period = NULL;
	}
	if (got < 0)
		timerlat_tell_unread(cpu, got);
	if (read && got <= 0)
		cpu->no_period = true;
	return cpu->period && cpu->period_page.time <= until;
}

/* The periods that ended up to `until`. */
static void take_periods(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder, uint64_t until,
			 bool read)
{
	while (has_period(cpu, recorder, until, read)) {
		uint64_t time = cpu->period_page.time;

		if (!cpu->over && !is_away(cpu) && time <= run_measured_to(cpu->timerlat->run))
			take_period(cpu, recorder, cpu->period, time);
		cpu->period = NULL;
	}
}

/* Takes an entry of the noise's buffer, to which the kernel also writes the ends of periods. */
static void take_record(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			const void *record, size_t size, uint64_t time)
{
	const struct timerlat *timerlat = cpu->timerlat;
	const struct osnoise_formats *formats = &timerlat->osnoise;
	uint64_t type = trace_field_read(&formats->gap.type, record);
	struct noise_event event = { .time = time };

	if (type == (uint64_t)formats->gap.id)
		take_gap(cpu, recorder, record, size, time);
	else if (type == (uint64_t)formats->period.id && !cpu->periods)
		take_period(cpu, recorder, record, time);
	else if (run_explains(timerlat->run) && noise_read(&timerlat->noise, record, size, &event))
		osnoise_samples_event(&cpu->osnoise, recorder, &event);
}

static void osnoise_take_take_page(struct timerlat_cpu *cpu, struct trace_page *page)
{
	struct rtlat_recorder *recorder = begin_page(cpu);
	uint64_t to = run_measured_to(cpu->timerlat->run), lost;
	const void *record;

	cpu->no_period = false;
	lost = trace_instance_lost(cpu->timerlat->instance, cpu->cpu->cpu, page, &cpu->overrun);
	if (is_away(cpu))
		return;
	if (lost && cpu->osnoise.recording)
		rtlat_recorder_add_lost(recorder, lost);
	while (!cpu->over && (record = trace_page_next(page)) && page->time <= to) {
		take_periods(cpu, recorder, page->time, true);
		if (!cpu->over)
			take_record(cpu, recorder, record, page->at - (const unsigned char *)record,
				    page->time);
	}
}

void osnoise_begin(struct timerlat_cpu *cpu)
{
	const struct session *run = cpu->timerlat->run;

	osnoise_samples_init(&cpu->osnoise, cpu->cpu->cpu, &run->config,
			     run_explains(run) ? &cpu->noise : NULL, run_measured_from(run),
			     !run->config.warm_up_ns);
}

/*
 * Takes all noise, and the ends of those periods whose pages were read before: for a later period
 * there may be noise that has not been read.
 */
void osnoise_take(struct timerlat_cpu *cpu)
{
	bool more;

	do {
		cpu->no_period = false;
		more = has_period(cpu, begin_page(cpu), UINT64_MAX, true);
		timerlat_take_pages(cpu, osnoise_take_take_page);
		if (!cpu->more)
			take_periods(cpu, begin_page(cpu), UINT64_MAX, false);
	} while (more && !cpu->more);
}

void osnoise_finish(struct timerlat_cpu *cpu)
{
	/* The true number is not known. */
	if (cpu->unread)
		rtlat_recorder_add_lost(run_recorder(cpu->cpu), 1);
}
