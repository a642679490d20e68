/* SPDX-License-Identifier: GPL-2.0-only */
/* The first line of a run. */
#ifndef RTLAT_MEASURE_HEADLINE_H
#define RTLAT_MEASURE_HEADLINE_H

#include <stddef.h>

#include "rtlat.h"

/* Formats what measures, and what that gives, in less than 80 columns where the source is known. */
void headline(const struct rtlat_run *run, char *text, size_t size);

#endif /* RTLAT_MEASURE_HEADLINE_H */
