/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The BPF programs of a run: loaded, attached, and their memory mapped. */
#ifndef LIB_SOURCE_BPF_PROGRAMS_H
#define LIB_SOURCE_BPF_PROGRAMS_H

#include "lib/session/session.h"
#include "lib/source/bpf/noise_window.h"
#include "lib/symbols/irq_names.h"
#include "lib/workload/user_threads.h"

struct programs;

/*
 * Tells whether programs can be loaded here, and have the clock of this process, as
 * rtlat_source_probe() does.
 */
int programs_probe(char *why, size_t size);

/*
 * Loads and attaches the programs for the run's CPUs, for latencies or for noise. Their windows are
 * closed. Each CPU's thread has `size` bytes for itself, which are 0. A failure is logged. Nothing
 * of the programs outlives the process.
 */
int programs_load(struct session *run, size_t size, struct programs **programs);
/*
 * Creates the threads, which call `measure` with the programs as the loop's data, as
 * user_threads_start() does. The programs belong to the run from then on, until programs_stop(); a
 * failure before that frees them.
 */
int programs_start(struct session *run, user_threads_measure measure, struct programs *programs);
void programs_stop(struct session *run);

/* Returns what the thread of the run's `index`th CPU has for itself. */
void *programs_thread(const struct programs *programs, unsigned int index);
/* Returns the names of devices' interrupts, which are read for noise. */
const struct irq_names *programs_irqs(const struct programs *programs);

/* Return the window of a CPU, which is in memory of the kernel's. */
struct window *programs_window(const struct programs *programs, int cpu);
struct noise_window *programs_noise(const struct programs *programs, int cpu);
/*
 * Tells the programs that the calling thread, which is on its CPU, is the one that measures there.
 */
int programs_introduce(const struct programs *programs, int cpu);

#endif /* LIB_SOURCE_BPF_PROGRAMS_H */
