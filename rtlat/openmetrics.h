/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces of metrics for Prometheus. */
#ifndef OPENMETRICS_H
#define OPENMETRICS_H

#include <stdio.h>

#include "rtlat.h"

/* All names begin with "rtlat_", which is not said. */
void openmetrics_family(FILE *file, const char *name, const char *type, const char *help);
/* ,NAME="VALUE" */
void openmetrics_label(FILE *file, const char *separator, const char *name, const char *value);
void openmetrics_seconds(FILE *file, uint64_t ns);
/* A family of one time, which is of the whole run. */
void openmetrics_time(FILE *file, const char *name, const char *help, uint64_t ns);

/* openmetrics_noise.c: what results of noise have beside */
void openmetrics_noise(FILE *file, const struct rtlat_result *result);
/* openmetrics_track.c: the same of delays */
void openmetrics_track(FILE *file, const struct rtlat_result *result);

#endif /* OPENMETRICS_H */
