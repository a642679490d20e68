/* SPDX-License-Identifier: GPL-2.0-only */
/* Several results as one. */
#ifndef MERGE_H
#define MERGE_H

#include "options.h"
#include "result_file.h"

struct merged {
	struct rtlat_result result; /* borrows from the files */
	struct rtlat_config config;
	struct rtlat_system system;
	struct rtlat_notes reasons;
	struct rtlat_notes notes;
	struct rtlat_notes obstacles; /* why they should not be merged */
	struct rtlat_gate_result gates[RTLAT_GATES_MAX];
};

/*
 * 0, -ENOMEM, -EOVERFLOW: there are too many samples, or -EINVAL: some have latencies and some
 * noise. After any of them, merge_free().
 */
int merge_results(struct merged *merged, struct result_file *const *files, unsigned int nr,
		  const struct options *options);
void merge_free(struct merged *merged);

/* The same for what one CPU has in each of them: merge_cpus.c */
int merge_cpus(struct merged *merged, struct result_file *const *files, unsigned int nr);
/* merge_noise.c: of one CPU; once all are added, the sources that are kept. */
int merge_noise(struct rtlat_cpu_result *to, const struct rtlat_noise *from);
void merge_noise_end(struct rtlat_cpu_result *cpu);

#endif /* MERGE_H */
