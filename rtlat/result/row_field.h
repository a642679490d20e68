/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields of a row in tables. */
#ifndef RTLAT_RESULT_ROW_FIELD_H
#define RTLAT_RESULT_ROW_FIELD_H

#include "rtlat.h"

enum row_field {
	ROW_CPU,
	ROW_COUNT,
	ROW_MISSED,
	ROW_LOST,
	/* Fields of a context: */
	ROW_CURRENT,
	ROW_MIN,
	ROW_AVG,
	ROW_P99,
	ROW_P999,
	ROW_MAX,
	/* Fields of noise: */
	ROW_PERIODS,
	ROW_RUNTIME,
	ROW_NOISE,
	ROW_AVAILABLE,
	ROW_MAX_PERIOD,
	ROW_HARDWARE,
	ROW_NMIS,
	ROW_IRQS,
	ROW_SOFTIRQS,
	ROW_THREADS,
	/* Fields of delays: */
	ROW_TIMEOUTS,
	/* Fields with text: */
	ROW_CULPRIT,
	ROW_SOURCE,
	ROW_VICTIM,
};

struct row_key {
	enum row_field field;
	enum rtlat_context context; /* where it is of one */
};

enum row_kind { ROW_IS_NUMBER, ROW_IS_TIME, ROW_IS_SHARE, ROW_IS_TEXT };

enum row_kind row_kind(enum row_field field);
/* Was there anything to measure it by? */
bool row_has(const struct rtlat_row *row, struct row_key key);
/*
 * Returns the value to sort by: more is worse, except for the CPU. Of the available time, it is
 * what is missing. 0 for a text.
 */
uint64_t row_value(const struct rtlat_row *row, struct row_key key);

#endif /* RTLAT_RESULT_ROW_FIELD_H */
