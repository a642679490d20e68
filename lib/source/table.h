/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A source delivers samples to the recorders of a run. A new one is a file with one of these
 * structs, and a line in table.c.
 */
#ifndef LIB_SOURCE_TABLE_H
#define LIB_SOURCE_TABLE_H

#include "lib/run/run.h"

struct rtlat_source {
	const char *name;
	unsigned int contexts; /* RTLAT_HAS() mask */
	/* The threads options that mean this source; RTLAT_THREADS_ANY is always accepted. */
	unsigned int threads; /* 1U << enum rtlat_threads */
	bool traced;          /* samples come through a trace buffer */
	/* The histograms are of all CPUs together, in run->whole. */
	bool whole;
	/*
	 * See rtlat_source_probe(). -ENOSYS: it would work, but for what was asked of it, so that no
	 * other source is meant. Changes nothing, but may mount tracefs to look into it.
	 */
	int (*probe)(const struct rtlat_config *config, char *why, size_t size);
	/*
	 * Start measuring. What it sets in run->source_data is freed by stop; end comes before
	 * that, and both come after an error, too.
	 */
	int (*start)(struct rtlat_run *run);
	/*
	 * End measuring; every recorder is final when it returns, and a trace that is kept is
	 * there.
	 */
	void (*end)(struct rtlat_run *run);
	void (*stop)(struct rtlat_run *run);
	/* NULL: nothing is traced; or write the trace that is kept to a file. */
	int (*save_trace)(struct rtlat_run *run, enum rtlat_trace_format format, int fd);
	/* NULL, or: statistics are kept elsewhere too, and begin anew. The recorders follow. */
	void (*reset)(struct rtlat_run *run);
};

extern const struct rtlat_source source_record;
extern const struct rtlat_source source_timerlat_user;
extern const struct rtlat_source source_histogram;
extern const struct rtlat_source source_timerlat_kernel;
extern const struct rtlat_source source_clock;
extern const struct rtlat_source source_osnoise;
extern const struct rtlat_source source_spin;
extern const struct rtlat_source source_module;
extern const struct rtlat_source source_events;
extern const struct rtlat_source source_hist;

/*
 * Choose the first source that fits the configuration and works here, or the next one of these after
 * the one that was chosen before; logs why none does.
 */
int source_choose(const struct rtlat_config *config, struct source_choice *choice, char *reason,
		  size_t size);
/* The chosen one could not be started, for want of a right. */
void source_refused(struct source_choice *choice, int err, const char *why);

#endif /* LIB_SOURCE_TABLE_H */
