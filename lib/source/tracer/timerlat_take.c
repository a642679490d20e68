// SPDX-License-Identifier: LGPL-2.1-or-later
/* Takes samples from the pages of a CPU's trace buffer, and tells of the one at a limit. */
#include <stdio.h>
#include <string.h>

#include "lib/session/limit.h"
#include "lib/session/source.h"
#include "lib/source/tracer/tracer.h"
#include "lib/trace/task.h"

/* The most pages that are taken of a CPU before the next one has its turn. */
#define PAGES_IN_TURN 64

static inline bool is_timerlat(const struct timerlat *timerlat, const void *record)
{
	return trace_field_read(&timerlat->event.type, record) == (uint64_t)timerlat->event.id;
}

/* False: nothing that is known. */
static inline __attribute__((always_inline)) bool read_entry(const struct timerlat_cpu *cpu,
							     struct rtlat_recorder *recorder,
							     const void *record,
							     struct timerlat_entry *entry)
{
	const struct timerlat *timerlat = cpu->timerlat;
	uint64_t context = trace_field_read(&timerlat->context, record);

	if (context >= RTLAT_LATENCIES)
		return false;
	entry->context = context;
	entry->seq = trace_field_read(&timerlat->seq, record);
	entry->latency =
		rtlat_recorder_difference(recorder, trace_field_read(&timerlat->latency, record));
	return true;
}

/*
 * One function with all that it calls for each record, and nothing else: there may be 100,000
 * records a second.
 */
static __attribute__((noinline)) void take_records(struct timerlat_cpu *cpu,
						   struct rtlat_recorder *recorder,
						   const struct trace_page *whole)
{
	/* A copy that nobody else can see is kept in registers. */
	struct trace_page page = *whole;
	const void *record;

	while ((record = trace_page_next(&page))) {
		struct timerlat_entry entry = { .time = page.time };

		if (is_timerlat(cpu->timerlat, record) && read_entry(cpu, recorder, record, &entry))
			timerlat_samples_feed(&cpu->samples, recorder, &entry);
	}
}

/* Compares an entry with the limits, where the kernel does not stop tracing by itself. */
static void tell_entry(struct timerlat_cpu *cpu, const struct timerlat_entry *entry)
{
	struct session *run = cpu->timerlat->run;
	bool reached;

	if (entry->context == RTLAT_RETURN)
		reached = limit_tell_latest(run, cpu->cpu);
	else
		reached = limit_tell(run, cpu->cpu, &cpu->samples.pending);
	if (!reached || cpu->reached)
		return;
	cpu->reached = true;
	timerlat_trace_end(cpu->timerlat);
}

static void note_idle(struct timerlat_cpu *cpu)
{
	struct rtlat_met *met = &cpu->noise.found.met;

	cpu->samples.pending.has |= RTLAT_HAS_MET_IDLE;
	snprintf(met->name, sizeof(met->name), "swapper/%d", cpu->cpu->cpu);
}

static void explain_entry(struct timerlat_cpu *cpu, const struct timerlat_entry *entry, int32_t pid)
{
	struct rtlat_sample *pending = &cpu->samples.pending;

	if (entry->context == RTLAT_IRQ)
		cpu->stack.nr = 0;
	/* Without noise events the whole latency would seem to have no cause. */
	if (!cpu->timerlat->run->config.explain)
		return;
	if (entry->context == RTLAT_IRQ) {
		noise_irq(&cpu->noise, entry->time, entry->latency, pid);
		if (!pid)
			note_idle(cpu);
	}
	if (entry->context == RTLAT_THREAD &&
	    noise_thread(&cpu->noise, entry->time, &pending->interference))
		pending->has |= RTLAT_HAS_INTERFERENCE;
}

/* take_explained() also reads stacks, and the events that tell who interfered. */
static __attribute__((noinline)) void take_explained(struct timerlat_cpu *cpu,
						     struct rtlat_recorder *recorder,
						     struct trace_page *page)
{
	const struct timerlat *timerlat = cpu->timerlat;
	const struct session *run = timerlat->run;
	struct timerlat_entry entry;
	struct noise_event event;
	const void *record;

	while ((record = trace_page_next(page))) {
		size_t size = page->at - (const unsigned char *)record;

		entry.time = event.time = page->time;
		if (!is_timerlat(timerlat, record)) {
			if (run->config.stack_ns &&
			    stack_read(&timerlat->stack, record, size, &cpu->stack))
				continue;
			if (run->config.explain &&
			    noise_read(&timerlat->noise, record, size, &event))
				noise_add(&cpu->noise, &event);
		} else if (read_entry(cpu, recorder, record, &entry)) {
			cpu->over = cpu->reached && entry.context == RTLAT_IRQ;
			if (cpu->over)
				return;
			timerlat_samples_feed(&cpu->samples, recorder, &entry);
			explain_entry(cpu, &entry,
				      (int32_t)trace_field_read(&timerlat->pid, record));
			if (timerlat->looks)
				tell_entry(cpu, &entry);
		}
	}
}

static void timerlat_take_take_page(struct timerlat_cpu *cpu, struct trace_page *page)
{
	const struct session *run = cpu->timerlat->run;
	/* The order matters: what is older than a reset must not get into the new recorder. */
	struct rtlat_recorder *recorder = run_recorder(cpu->cpu);

	timerlat_samples_record_from(&cpu->samples, run_measured_from(run));
	cpu->samples.record_to = run_measured_to(run);
	if (run_explains(run) || run->config.stack_ns || cpu->timerlat->looks)
		take_explained(cpu, recorder, page);
	else
		take_records(cpu, recorder, page);
}

/*
 * Finds the name of the task that the interrupt met elsewhere, if the event that has it did not
 * come.
 */
static void name_met(struct rtlat_met *met)
{
	if (met->known && met->pid && !met->name[0])
		trace_task_name(met->pid, met->name);
}

/* The sample that made the kernel stop tracing is the last one in the trace. */
static void find_limit(struct timerlat_cpu *cpu)
{
	struct session *run = cpu->timerlat->run;
	struct timerlat_samples *samples = &cpu->samples;

	/*
	 * A sample that ended in the timer's interrupt has only an IRQ latency: explain that one.
	 */
	if (cpu->noise.pending &&
	    (samples->pending.has & ~RTLAT_HAS_MET_IDLE) == RTLAT_HAS(RTLAT_IRQ)) {
		samples->pending.interference = cpu->noise.found;
		samples->pending.has |= RTLAT_HAS_INTERFERENCE;
		name_met(&samples->pending.interference.met);
	}
	if (limit_tell(run, cpu->cpu, &samples->pending))
		timerlat_samples_flush(samples, run_recorder(cpu->cpu), 0);
	else
		limit_tell_latest(run, cpu->cpu);
}

void timerlat_tell_unread(struct timerlat_cpu *cpu, int err)
{
	if (!cpu->told_unread)
		run_note(cpu->timerlat->run, RTLAT_WARNING,
			 "cannot read the trace of CPU %d (%s): samples may be lost", cpu->cpu->cpu,
			 strerror(-err));
	cpu->told_unread = true;
}

/*
 * Takes the pages of a CPU. Pages that are overwritten before they are read show as gaps in the
 * numbers. A CPU that writes faster than is read must not keep the others waiting, except at the
 * end, when all is read.
 */
void timerlat_take_pages(struct timerlat_cpu *cpu,
			 void (*take)(struct timerlat_cpu *cpu, struct trace_page *page))
{
	struct trace_page page;
	unsigned int nr = 0;
	int err = 1;

	while ((nr < PAGES_IN_TURN || atomic_load(&cpu->timerlat->run->stopping)) &&
	       (err = trace_reader_next(cpu->reader, &page)) > 0) {
		nr++;
		if (!cpu->over)
			take(cpu, &page);
	}
	cpu->pages += nr;
	cpu->more = err > 0;
	cpu->unread = err < 0 ? err : 0;
	if (err < 0)
		timerlat_tell_unread(cpu, err);
}

void timerlat_begin(struct timerlat_cpu *cpu)
{
	const struct session *run = cpu->timerlat->run;

	timerlat_samples_init(&cpu->samples, cpu->cpu->cpu, run->config.period_ns,
			      run->measured_from, run->source->contexts);
	pause_watch_init(&cpu->pause, run, cpu->cpu->shared, false);
	cpu->samples.pause = &cpu->pause;
}

void timerlat_take(struct timerlat_cpu *cpu)
{
	pause_look(&cpu->pause);
	timerlat_take_pages(cpu, timerlat_take_take_page);
	if (limit_is_set(&cpu->timerlat->run->config) && !cpu->timerlat->looks)
		find_limit(cpu);
}

void timerlat_finish(struct timerlat_cpu *cpu)
{
	struct session *run = cpu->timerlat->run;
	/* A CPU whose last sample reached a limit has missed nothing after it. */
	bool measured = atomic_load(&cpu->cpu->state) == RTLAT_CPU_MEASURED && !cpu->reached;

	cpu->samples.record_to = run->measured_to;
	if (measured && cpu->unread)
		timerlat_samples_break_off(&cpu->samples, run_recorder(cpu->cpu), run->measured_to);
	else
		timerlat_samples_finish(&cpu->samples, run_recorder(cpu->cpu),
					measured ? run->measured_to : 0);
}

static struct timerlat_cpu *cpu_of(struct timerlat *timerlat, const struct limit_reached *reached)
{
	unsigned int i;

	for (i = 0; reached && i < timerlat->run->nr_cpus; i++) {
		if (timerlat->run->cpus[i].cpu == (int)reached->sample.cpu)
			return &timerlat->cpus[i];
	}
	return NULL;
}

void timerlat_take_stack(struct timerlat *timerlat)
{
	struct rtlat_exceeded *exceeded = &timerlat->run->exceeded;
	const struct timerlat_cpu *cpu = cpu_of(timerlat, limit_first(timerlat->run));
	unsigned int i;

	/* In a run that goes on, the latest stack is not that of the first sample at a limit. */
	if (!cpu || timerlat->run->config.go_on)
		return;
	exceeded->nr_stack = cpu->stack.nr;
	for (i = 0; i < cpu->stack.nr; i++)
		exceeded->stack[i].address = cpu->stack.address[i];
}

/* A stack comes after the entries of its activation: none is of an earlier one. */
static void find_stack(struct timerlat_cpu *cpu, const void *record, size_t size)
{
	const struct timerlat *timerlat = cpu->timerlat;

	if (!is_timerlat(timerlat, record))
		stack_read(&timerlat->stack, record, size, &cpu->stack);
	else if (trace_field_read(&timerlat->context, record) == RTLAT_IRQ)
		cpu->stack.nr = 0;
}

void timerlat_find_stack(struct timerlat *timerlat)
{
	struct timerlat_cpu *cpu = cpu_of(timerlat, limit_first(timerlat->run));
	struct trace_reader *reader = NULL;
	struct trace_page page;
	const void *record;

	if (!cpu || trace_reader_open(&reader, timerlat->tep, timerlat->instance, cpu->cpu->cpu))
		return;
	while (trace_reader_next(reader, &page) > 0) {
		while ((record = trace_page_next(&page)))
			find_stack(cpu, record, page.at - (const unsigned char *)record);
	}
	trace_reader_close(reader);
	timerlat_take_stack(timerlat);
}
