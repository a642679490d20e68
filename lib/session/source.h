/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A source delivers samples to the recorders of a run. A new one is a file with one of these
 * structs, and a line in lib/source/table.c.
 */
#ifndef LIB_SESSION_SOURCE_H
#define LIB_SESSION_SOURCE_H

#include "lib/session/session.h"

/* The abilities of sources; each source has all that it does not say to lack. */
enum source_ability {
	SOURCE_STOPS = 1U << 0,         /* it ends at a limit */
	SOURCE_STACKS = 1U << 1,        /* it takes stacks at a limit */
	SOURCE_KNOWS_CAUSES = 1U << 2,  /* it can say which cause took how long */
	SOURCE_ANY_NOISE = 1U << 3,     /* it sees noise of any length */
	SOURCE_HARDWARE_ONLY = 1U << 4, /* it measures with interrupts off */
	/* These follow from the rest of the struct. */
	SOURCE_IRQ = 1U << 5,
	SOURCE_SAVES_TRACE = 1U << 6,
	SOURCE_TRACED = 1U << 7,
};

struct rtlat_source {
	const char *name;
	unsigned int lacks;    /* enum source_ability mask */
	unsigned int contexts; /* RTLAT_HAS() mask */
	/* The threads options that mean this source; RTLAT_THREADS_ANY is always accepted. */
	unsigned int threads; /* 1U << enum rtlat_threads */
	bool traced;          /* samples come through a trace buffer */
	bool explains; /* beside one with a trace buffer: tells who interferes, if asked to */
	/* The histograms are of all CPUs together, in run->whole. */
	bool whole;
	/*
	 * See rtlat_source_probe(). -ENOSYS: the source works, but not with this configuration, and
	 * no other source is to be taken instead. Changes nothing, but may mount tracefs to look
	 * into it.
	 */
	int (*probe)(const struct rtlat_config *config, char *why, size_t size);
	/*
	 * Starts to measure. stop() frees what start() puts into run->source_data. end() comes
	 * before stop(), and both are called after an error too.
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
