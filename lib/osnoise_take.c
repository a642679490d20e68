// SPDX-License-Identifier: LGPL-2.1-or-later
/* From the pages of a CPU's trace buffer to its noise. */
#include "limit.h"
#include "timerlat.h"
#include "trace_instance.h"

/* Where the kernel has not stopped tracing yet, there may be more, which is not of the run. */
static void tell(struct timerlat_cpu *cpu, bool reached)
{
	if (!reached || cpu->reached)
		return;
	cpu->reached = true;
	cpu->over = true;
	timerlat_trace_end(cpu->timerlat);
}

static void take_gap(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder, const void *record,
		     uint64_t time)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	uint64_t duration = trace_field_read(&formats->duration, record);
	uint64_t interruptions = trace_field_read(&formats->interference, record);
	struct rtlat_sample sample;

	if (osnoise_samples_gap(&cpu->osnoise, recorder, time, duration, interruptions, &sample))
		tell(cpu, limit_tell(cpu->timerlat->run, cpu->cpu, &sample));
}

static void take_period(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			const void *record, uint64_t time)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	uint64_t runtime = trace_field_read(&formats->runtime, record) * RTLAT_NSEC_PER_USEC;
	uint64_t count[RTLAT_INTERFERERS];
	struct rtlat_sample sample;
	unsigned int by;

	for (by = 0; by < RTLAT_INTERFERERS; by++)
		count[by] = trace_field_read(&formats->count[by], record);
	if (osnoise_samples_period(&cpu->osnoise, recorder, time, runtime, count, &sample))
		tell(cpu, limit_tell_period(cpu->timerlat->run, cpu->cpu, &sample));
}

static void take_record(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			const void *record, size_t size, uint64_t time)
{
	const struct timerlat *timerlat = cpu->timerlat;
	const struct osnoise_formats *formats = &timerlat->osnoise;
	uint64_t type = trace_field_read(&formats->gap.type, record);
	struct noise_event event = { .time = time };

	if (type == (uint64_t)formats->gap.id)
		take_gap(cpu, recorder, record, time);
	else if (type == (uint64_t)formats->period.id)
		take_period(cpu, recorder, record, time);
	else if (run_explains(timerlat->run) && noise_read(&timerlat->noise, record, size, &event))
		osnoise_samples_event(&cpu->osnoise, recorder, &event);
}

static void take_page(struct timerlat_cpu *cpu, struct trace_page *page)
{
	/* In this order: what is older than a reset's new recorder must not get into that. */
	struct rtlat_recorder *recorder = run_recorder(cpu->cpu);
	uint64_t to = run_measured_to(cpu->timerlat->run), lost;
	const void *record;

	lost = trace_instance_lost(cpu->timerlat->instance, cpu->cpu->cpu, page, &cpu->overrun);

	/* One that is back was away for nobody knows how long. */
	if (atomic_load(&cpu->cpu->state) != RTLAT_CPU_MEASURED)
		return;
	osnoise_samples_record_from(&cpu->osnoise, run_measured_from(cpu->timerlat->run));
	if (lost && cpu->osnoise.recording)
		rtlat_recorder_add_lost(recorder, lost);
	while (!cpu->over && (record = trace_page_next(page)) && page->time <= to)
		take_record(cpu, recorder, record, page->at - (const unsigned char *)record,
			    page->time);
}

void osnoise_begin(struct timerlat_cpu *cpu)
{
	const struct rtlat_run *run = cpu->timerlat->run;

	osnoise_samples_init(&cpu->osnoise, cpu->cpu->cpu, &run->config,
			     run_explains(run) ? &cpu->noise : NULL, run_measured_from(run),
			     !run->config.warm_up_ns);
}

void osnoise_take(struct timerlat_cpu *cpu)
{
	timerlat_take_pages(cpu, take_page);
}

void osnoise_finish(struct timerlat_cpu *cpu)
{
	/* How many it were nobody can say. */
	if (cpu->unread)
		rtlat_recorder_add_lost(run_recorder(cpu->cpu), 1);
}
