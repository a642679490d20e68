/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A source delivers samples to the recorders of a run. A new one is a file with one of these
 * structs, and a line in lib/source/table.c.
 */
#ifndef LIB_SESSION_SOURCE_H
#define LIB_SESSION_SOURCE_H

#include "lib/session/session.h"

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
	int (*start)(struct session *run);
	/*
	 * End measuring; every recorder is final when it returns, and a trace that is kept is
	 * there.
	 */
	void (*end)(struct session *run);
	void (*stop)(struct session *run);
	/* NULL: nothing is traced; or write the trace that is kept to a file. */
	int (*save_trace)(struct session *run, enum rtlat_trace_format format, int fd);
	/* NULL, or: statistics are kept elsewhere too, and begin anew. The recorders follow. */
	void (*reset)(struct session *run);
};

#endif /* LIB_SESSION_SOURCE_H */
