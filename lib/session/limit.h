/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The limits that end a run. The writer of a CPU's recorder finds the sample that reached a limit
 * and puts it into the memory that it shares with the run, which wakes up whoever waits for the
 * run.
 */
#ifndef LIB_SESSION_LIMIT_H
#define LIB_SESSION_LIMIT_H

#include "lib/session/session.h"

/* True if the run has a limit. Loops ask before they compare: a run without limits pays nothing. */
static inline bool limit_is_set(const struct rtlat_config *config)
{
	return config->stop_irq_ns || config->stop_thread_ns || config->stop_noise_ns ||
	       config->stop_period_ns;
}

/* The limit of a latency; 0: there is none. */
uint64_t limit_of(const struct rtlat_config *config, enum rtlat_context context);

/*
 * Tells the run of a sample that counts and has reached a limit, from one of the run's threads or
 * from a process that it forked. The first one of each CPU is kept. True if the sample ends the
 * run.
 */
bool limit_tell(struct session *run, struct run_cpu *cpu, const struct rtlat_sample *sample);
/* Tells of the noise of a whole period, in a sample of its own. */
bool limit_tell_period(struct session *run, struct run_cpu *cpu, const struct rtlat_sample *period);
/* Tells of the latest sample of the CPU's recorder. For its writer. */
bool limit_tell_latest(struct session *run, struct run_cpu *cpu);

/* Returns the earliest sample that the CPUs have told, or NULL. */
const struct limit_reached *limit_first(const struct session *run);

/* When its latency was known. */
uint64_t limit_reached_at(const struct limit_reached *reached);

#endif /* LIB_SESSION_LIMIT_H */
