/* SPDX-License-Identifier: GPL-2.0-only */
/* Several results as one. */
#ifndef RTLAT_MERGE_MERGE_H
#define RTLAT_MERGE_MERGE_H

#include "rtlat/option/options.h"
#include "rtlat/json/result_file.h"

struct merged {
	struct rtlat_result result; /* borrows from the files */
	struct rtlat_config config;
	struct rtlat_system system;
	struct rtlat_notes reasons;
	struct rtlat_notes notes;
	struct rtlat_notes obstacles; /* why they should not be merged */
	struct rtlat_gate_result gates[RTLAT_GATES_MAX];
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

/* Merges what one CPU has in each of them: cpus.c */
int merge_cpus(struct merged *merged, struct result_file *const *files, unsigned int nr);
/* noise.c: of one CPU; once all are added, the sources that are kept. */
int merge_noise(struct rtlat_cpu_result *to, const struct rtlat_noise *from);
void merge_noise_end(struct rtlat_cpu_result *cpu);
/*
 * track.c: the same of delays; samples have the numbers of the stacks in the file until they
 * have those in the whole.
 */
int merge_delays(struct rtlat_cpu_result *to, const struct rtlat_delays *from);
int merge_stacks(struct merged *merged, const struct result_file *file,
		 struct rtlat_sample *samples, unsigned int nr);
/* Ends the delays: those known of some CPUs only count for all of them together. */
void merge_delays_end(struct merged *merged, struct result_file *const *files, unsigned int nr);

#endif /* RTLAT_MERGE_MERGE_H */
