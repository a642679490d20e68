/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The latencies that end a run. The writer of a CPU's recorder finds the sample that reached one
 * and says so in the memory that it shares with the run; whoever waits for the run wakes up.
 */
#ifndef LIB_SESSION_LIMIT_H
#define LIB_SESSION_LIMIT_H

#include "lib/session/session.h"

/* Does the run end at some latency? A loop without a limit is to cost nothing more. */
static inline bool limit_is_set(const struct rtlat_config *config)
{
	return config->stop_irq_ns || config->stop_thread_ns || config->stop_noise_ns ||
	       config->stop_period_ns;
}

/* The limit of a latency; 0: there is none. */
uint64_t limit_of(const struct rtlat_config *config, enum rtlat_context context);

/*
 * If the sample counts and has reached a limit, tell the run, from one of its threads or from a
 * process that it forked. A CPU's first one is kept. Returns whether that ends the run.
 */
bool limit_tell(struct session *run, struct run_cpu *cpu, const struct rtlat_sample *sample);
/* Tells of the noise of a whole period, in a sample of its own. */
bool limit_tell_period(struct session *run, struct run_cpu *cpu, const struct rtlat_sample *period);
/* Tells of the latest sample of the CPU's recorder. For its writer. */
bool limit_tell_latest(struct session *run, struct run_cpu *cpu);

/* The earliest of what the CPUs have told, or NULL. */
const struct limit_reached *limit_first(const struct session *run);

/* When its latency was known. */
uint64_t limit_reached_at(const struct limit_reached *reached);

#endif /* LIB_SESSION_LIMIT_H */
