// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Noise of a pinned thread per CPU that never sleeps, with BPF programs beside it that see who
 * interrupts it. They write that into a ring which the thread has mapped.
 */
#include <stdio.h>
#include <string.h>

#include "lib/session/source.h"
#include "lib/source/bpf/programs.h"
#include "lib/source/bpf/vectors.h"
#include "lib/symbols/irq_names.h"
#include "lib/trace/blame.h"
#include "lib/workload/spin_loop.h"

struct noise_thread {
	struct noise_window *window;
	uint32_t taken; /* of the entries written */
	bool named;     /* the result is to tell who they were */
	const struct irq_names *irqs;
	struct noise noise;
};

static int noise_probe(const struct rtlat_config *config, char *why, size_t size)
{
	int err = spin_loop_probe(config, why, size);

	if (!err)
		err = programs_probe(why, size);
	if (!err)
		snprintf(why, size, "BPF programs see who interrupts a spinning thread");
	return err;
}

static void begin(void *data)
{
	struct noise_thread *thread = data;
	struct noise_window *window = thread->window;

	memset(window->net, 0, sizeof(window->net));
	window->in_softirq = 0;
	window->last = run_now();
	__atomic_store_n(&window->state, WINDOW_OPEN, __ATOMIC_RELEASE);
}

static void end(void *data)
{
	struct noise_thread *thread = data;

	__atomic_store_n(&thread->window->state, 0, __ATOMIC_RELAXED);
}

static void copy_event(struct noise_event *event, const struct noise_entry *entry,
		       const struct irq_names *irqs)
{
	event->time = entry->end;
	event->duration = entry->time;
	event->by = (enum rtlat_interferer)entry->level;
	event->id = entry->id;
	if (entry->level == WINDOW_THREAD)
		memcpy(event->name, entry->name, sizeof(event->name));
	else
		vectors_set_name(event->name, entry->level, entry->id, entry->device);
	if (entry->level == WINDOW_IRQ && entry->device)
		snprintf(event->name, sizeof(event->name), "%s", irq_names_find(irqs, entry->id));
}

/* Takes the entries that are still there: those that the ring had no room for are lost. */
static void take_entries(struct noise_thread *thread, uint64_t until,
			 struct rtlat_recorder *recorder, struct noise_seen *seen)
{
	const struct noise_window *window = thread->window;
	uint32_t written = __atomic_load_n(&window->written, __ATOMIC_ACQUIRE);
	struct noise_event event;

	if (written - thread->taken > NOISE_ENTRIES) {
		if (recorder)
			rtlat_recorder_add_lost(recorder, written - thread->taken - NOISE_ENTRIES);
		thread->taken = written - NOISE_ENTRIES;
	}
	for (; thread->taken != written; thread->taken++) {
		copy_event(&event, &window->entry[thread->taken % NOISE_ENTRIES], thread->irqs);
		if (event.time > until)
			return;
		noise_add(&thread->noise, &event);
		seen->count[event.by]++;
		if (recorder && thread->named)
			rtlat_recorder_add_source(recorder, event.by, event.id, event.name,
						  event.duration);
	}
}

static uint32_t take_interruptions(void *data, uint64_t until, struct rtlat_recorder *recorder,
				   struct rtlat_sample *sample, struct noise_seen *seen)
{
	struct noise_thread *thread = data;
	unsigned int by, count = 0;
	uint64_t noise;

	take_entries(thread, until, recorder, seen);
	if (!sample)
		return thread->taken;
	noise = sample->latency[RTLAT_NOISE];
	noise_gap(&thread->noise, sample->expiry + noise, noise, &sample->interference);
	for (by = 0; by < RTLAT_INTERFERERS; by++)
		count += sample->interference.count[by];
	if (!count)
		sample->interference.hardware = noise;
	return thread->taken;
}

static bool noise_measure(const struct user_loop *loop)
{
	struct noise_thread *thread = programs_thread(loop->data, loop->cpu - loop->run->cpus);
	const struct spin_watch watch = {
		.data = thread,
		.events = &thread->window->written,
		.begin = begin,
		.end = end,
		.take = take_interruptions,
	};

	programs_introduce(loop->data, loop->cpu->cpu);
	return spin_loop_run(loop, &watch);
}

static int noise_start(struct session *run)
{
	struct programs *programs;
	struct noise_thread *thread;
	unsigned int i;
	int err;

	err = programs_load(run, sizeof(*thread), &programs);
	if (err)
		return err;
	for (i = 0; i < run->nr_cpus; i++) {
		thread = programs_thread(programs, i);
		thread->irqs = programs_irqs(programs);
		thread->window = programs_noise(programs, run->cpus[i].cpu);
		thread->named = run_explains(run);
	}
	return programs_start(run, noise_measure, programs);
}

const struct rtlat_source source_bpf_noise = {
	.name = "bpf",
	.lacks = SOURCE_ANY_NOISE | SOURCE_HARDWARE_ONLY,
	.contexts = RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_COUNTS,
	.threads = 0,
	.explains = true,
	.probe = noise_probe,
	.start = noise_start,
	.end = user_threads_end,
	.stop = programs_stop,
};
