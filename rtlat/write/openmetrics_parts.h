/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces of metrics for Prometheus. */
#ifndef RTLAT_WRITE_OPENMETRICS_PARTS_H
#define RTLAT_WRITE_OPENMETRICS_PARTS_H

#include <stdio.h>

#include "rtlat.h"

/*
 * A file of metrics and its result. Several files are read together, so each series names its run.
 */
struct metrics {
	FILE *file;
	const struct rtlat_result *result;
	const char *run;
};

/*
 * Begins a family. `name` lacks the beginning "rtlat_" of all names. A family has the same help in
 * results of all commands: a reader of several files would refuse them otherwise.
 */
void openmetrics_family(const struct metrics *metrics, const char *name, const char *type,
			const char *help);
/* NAME{run="RUN", and of delays the tracker; labels may follow, then "} " and the value */
void openmetrics_series(const struct metrics *metrics, const char *name);
/* openmetrics_cpu() adds the CPU to a series; -1: all. */
void openmetrics_cpu(const struct metrics *metrics, const char *name, int cpu);
/* ,NAME="VALUE" */
void openmetrics_label(FILE *file, const char *name, const char *value);
void openmetrics_seconds(FILE *file, uint64_t ns);
/* A family of one time, which is of the whole run. */
void openmetrics_time(const struct metrics *metrics, const char *name, const char *help,
		      uint64_t ns);
/* A number of a CPU. */
void openmetrics_count(const struct metrics *metrics, const char *name, int cpu, uint64_t count);

/* openmetrics_threshold() tells from when on a time is noise, or makes an alert. */
void openmetrics_threshold(const struct metrics *metrics, uint64_t ns);

/* openmetrics_noise.c: families that only results of noise have */
void openmetrics_noise(const struct metrics *metrics);
/* openmetrics_track.c: families that only results of delays have */
void openmetrics_track(const struct metrics *metrics);

#endif /* RTLAT_WRITE_OPENMETRICS_PARTS_H */
