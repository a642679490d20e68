/* SPDX-License-Identifier: GPL-2.0-only */
/* The differences of two results, and by how much more than by chance. */
#ifndef RTLAT_COMPARE_COMPARE_H
#define RTLAT_COMPARE_COMPARE_H

#include <stdio.h>

#include "rtlat/json/result_file.h"

/* The change that is taken for none unless it is set otherwise: a tenth. */
#define COMPARE_TOLERANCE 0.1

enum compare_verdict {
	COMPARE_SAME,      /* no difference beyond chance */
	COMPARE_TOLERATED, /* beyond chance, within the tolerance */
	COMPARE_BETTER,
	COMPARE_WORSE,
	COMPARE_UNJUDGED, /* no test is known for it */
};

struct compare_row {
	int cpu;                    /* -1: all together */
	enum rtlat_context context; /* RTLAT_CONTEXTS: of none */
	char metric[16];            /* "min", "p99.9", "missed" */
	unsigned int decimals;      /* for values that are not times */
	double base;                /* ns, a count, or in percent */
	double new;
	double chance; /* how likely by chance alone; not where it is unjudged */
	enum compare_verdict verdict;
};

struct comparison {
	const struct result_file *base;
	const struct result_file *new;
	double tolerance;             /* 0.1: a tenth */
	struct rtlat_notes obstacles; /* why they are not comparable */
	struct rtlat_notes differences;
	struct compare_row *rows;
	unsigned int nr_rows;
	unsigned int nr_judged;
	unsigned int nr_worse;
};

/* "same", "within tolerance", "better", "worse", "not judged" */
const char *compare_verdict_name(enum compare_verdict verdict);
/* (new - base) / base; HUGE_VAL where base is 0 and new is not. */
double compare_change(const struct compare_row *row);

/*
 * Returns 0; -ENODATA: one has no samples on CPUs that both have; -EINVAL: they are not both of
 * latencies, of noise, or of delays of the same tracker; or -ENOMEM.
 */
int compare_results(struct comparison *comparison, const struct result_file *base,
		    const struct result_file *new, double tolerance);
void compare_free(struct comparison *comparison);

/* Prints the rows with a difference beyond chance, and then, with `all`, the others. */
void compare_print(FILE *file, const struct comparison *comparison, bool nanoseconds, bool all);
/*
 * Writes all comparisons in the form of Documentation/rtlat-comparison.schema.json. Returns 0 or
 * -ENOMEM.
 */
int compare_print_json(FILE *file, const struct comparison *comparisons, unsigned int nr);

#endif /* RTLAT_COMPARE_COMPARE_H */
