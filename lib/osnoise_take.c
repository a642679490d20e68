// SPDX-License-Identifier: LGPL-2.1-or-later
/* From the pages of a CPU's trace buffer to its noise. */
#include <string.h>

#include "limit.h"
#include "timerlat.h"

/*
 * Only whole periods count, and what there is of the last one. After a warm-up or a reset the one
 * that is going on does not; at the start of a run none is.
 */
static void look_at_start(struct timerlat_cpu *cpu)
{
	const struct rtlat_run *run = cpu->timerlat->run;
	struct osnoise_samples *samples = &cpu->osnoise;
	uint64_t from = run_measured_from(run);

	if (samples->begun && samples->from == from)
		return;
	samples->recording = !samples->begun && !run->config.warm_up_ns;
	samples->begun = true;
	samples->from = samples->begin = from;
	samples->told = 0;
	samples->seq = 0;
	memset(&samples->period, 0, sizeof(samples->period));
	samples->period.cpu = cpu->cpu->cpu;
	samples->period.has = RTLAT_HAS(RTLAT_NOISE);
	if (run_explains(run))
		samples->period.has |= RTLAT_HAS_INTERFERENCE;
}

/* Runtime is recorded together with the noise that is in it. */
static void advance(struct timerlat_cpu *cpu, uint64_t now, struct noise_seen *seen)
{
	uint64_t runtime = cpu->timerlat->run->config.runtime_ns;
	struct osnoise_samples *samples = &cpu->osnoise;
	uint64_t so_far = now > samples->begin ? now - samples->begin : 0;

	if (so_far > runtime)
		so_far = runtime;
	if (so_far <= samples->told)
		return;
	seen->runtime = (int64_t)(so_far - samples->told);
	samples->told = so_far;
}

static void add_interference(struct rtlat_interference *to, const struct rtlat_interference *from)
{
	unsigned int by;

	to->hardware += from->hardware;
	for (by = 0; by < RTLAT_INTERFERERS; by++) {
		to->time[by] += from->time[by];
		to->count[by] += from->count[by];
		if (by < RTLAT_BY_NMI && from->worst[by].duration > to->worst[by].duration)
			to->worst[by] = from->worst[by];
	}
}

static void tell(struct timerlat_cpu *cpu, bool reached)
{
	if (!reached || cpu->reached)
		return;
	cpu->reached = true;
	timerlat_trace_end(cpu->timerlat);
}

static void take_gap(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder, const void *record,
		     uint64_t time)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	struct osnoise_samples *samples = &cpu->osnoise;
	struct rtlat_run *run = cpu->timerlat->run;
	uint64_t duration = trace_field_read(&formats->duration, record);
	struct rtlat_sample sample = {
		.seq = ++samples->seq,
		.cpu = cpu->cpu->cpu,
		.has = samples->period.has,
		.expiry = time - duration,
		.latency = { [RTLAT_NOISE] = duration },
	};
	struct noise_seen seen = { 0 };

	if (run_explains(run))
		noise_gap(&cpu->noise, time, duration, &sample.interference);
	if (!trace_field_read(&formats->interference, record)) {
		seen.hardware = 1;
		sample.interference.hardware = duration;
	}
	samples->period.latency[RTLAT_NOISE] += duration;
	add_interference(&samples->period.interference, &sample.interference);
	rtlat_recorder_add_gap(recorder, &sample);
	seen.max_period = samples->period.latency[RTLAT_NOISE];
	advance(cpu, time, &seen);
	rtlat_recorder_add_noise(recorder, &seen);
	tell(cpu, limit_tell(run, cpu->cpu, &sample));
}

/* At its end the kernel says for how long it really was. */
static void take_period(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			const void *record, uint64_t time)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	struct rtlat_run *run = cpu->timerlat->run;
	struct osnoise_samples *samples = &cpu->osnoise;
	uint64_t runtime = trace_field_read(&formats->runtime, record) * RTLAT_NSEC_PER_USEC;
	struct noise_seen seen = { .periods = 1 };
	unsigned int by;

	seen.runtime = (int64_t)(runtime - samples->told);
	for (by = 0; by < RTLAT_INTERFERERS && !run_explains(run); by++)
		seen.count[by] = trace_field_read(&formats->count[by], record);
	rtlat_recorder_add_noise(recorder, &seen);
	samples->period.seq++;
	samples->period.expiry = time;
	tell(cpu, limit_tell_period(run, cpu->cpu, &samples->period));
	samples->period.latency[RTLAT_NOISE] = 0;
	memset(&samples->period.interference, 0, sizeof(samples->period.interference));
}

static void begin_period(struct timerlat_cpu *cpu, uint64_t end_of_last)
{
	const struct rtlat_config *config = &cpu->timerlat->run->config;

	cpu->osnoise.told = 0;
	cpu->osnoise.begin = end_of_last + config->period_ns - config->runtime_ns;
}

static void take_event(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
		       const struct noise_event *event)
{
	struct noise_seen seen = { 0 };

	noise_add(&cpu->noise, event);
	seen.count[event->by] = 1;
	advance(cpu, event->time, &seen);
	rtlat_recorder_add_noise(recorder, &seen);
	rtlat_recorder_add_source(recorder, event->by, event->id, event->name, event->duration);
}

static void take_record(struct timerlat_cpu *cpu, struct rtlat_recorder *recorder,
			const void *record, size_t size, uint64_t time)
{
	const struct osnoise_formats *formats = &cpu->timerlat->osnoise;
	const struct rtlat_run *run = cpu->timerlat->run;
	uint64_t type = trace_field_read(&formats->gap.type, record);
	bool recording = cpu->osnoise.recording;
	struct noise_event event = { .time = time };

	if (type == (uint64_t)formats->gap.id) {
		if (recording)
			take_gap(cpu, recorder, record, time);
	} else if (type == (uint64_t)formats->period.id) {
		if (recording)
			take_period(cpu, recorder, record, time);
		cpu->osnoise.recording = recording || time >= cpu->osnoise.from;
		begin_period(cpu, time);
	} else if (recording && run_explains(run) &&
		   noise_read(&cpu->timerlat->noise, record, size, &event)) {
		take_event(cpu, recorder, &event);
	}
}

static void take_page(struct timerlat_cpu *cpu, struct trace_page *page)
{
	/* In this order: what is older than a reset's new recorder must not get into that. */
	struct rtlat_recorder *recorder = run_recorder(cpu->cpu);
	uint64_t to = run_measured_to(cpu->timerlat->run);
	const void *record;

	/* One that is back was away for nobody knows how long. */
	if (atomic_load(&cpu->cpu->state) != RTLAT_CPU_MEASURED)
		return;
	look_at_start(cpu);
	if (page->lost && cpu->osnoise.recording)
		rtlat_recorder_add_lost(recorder, page->lost);
	while ((record = trace_page_next(page)) && page->time <= to)
		take_record(cpu, recorder, record, page->at - (const unsigned char *)record,
			    page->time);
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
