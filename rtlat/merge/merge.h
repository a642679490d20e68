/* SPDX-License-Identifier: GPL-2.0-only */
/* Several results as one. */
#ifndef RTLAT_MERGE_MERGE_H
#define RTLAT_MERGE_MERGE_H

#include "rtlat/option/options.h"
#include "rtlat/json/result_file.h"

struct rtlat_recorder;

struct merged {
	struct rtlat_result result; /* borrows from the files */
	struct rtlat_config config;
	struct rtlat_system system;
	struct rtlat_notes reasons;
	struct rtlat_notes notes;
	struct rtlat_notes obstacles; /* why they should not be merged */
	struct rtlat_gate_result gates[RTLAT_GATES_MAX];
	struct result_file *const *files;
	unsigned int nr_files;
	struct rtlat_recorder **recorders; /* from which the result's statistics are borrowed */
	unsigned int nr_recorders;
	bool whole;           /* a file knows delays of all CPUs together only */
	struct stacks stacks; /* of delays */
	bool stacks_left_out;
};

/*
 * 0, -ENOMEM, -EOVERFLOW: there are too many samples, or -EINVAL: they are not all of latencies,
 * nor of noise, nor of one tracker's delays. After any of them, merge_free().
 */
int merge_results(struct merged *merged, struct result_file *const *files, unsigned int nr,
		  const struct options *options);
void merge_free(struct merged *merged);

/* cpus.c: merges the statistics of `files`, once the configuration is known. */
int merge_cpus(struct merged *merged);

#endif /* RTLAT_MERGE_MERGE_H */
