// SPDX-License-Identifier: GPL-2.0-only
/* The value of one field of a live row, with its kind, for the screen and the table alike. */
#include <math.h>

#include "rtlat/result/row_field.h"

/* Shares are scaled by this before they are rounded: more steps than a double can tell apart. */
#define SHARE_STEPS 1e18

enum row_kind row_kind(enum row_field field)
{
	switch (field) {
	case ROW_CURRENT:
	case ROW_MIN:
	case ROW_AVG:
	case ROW_P99:
	case ROW_P999:
	case ROW_MAX:
	case ROW_RUNTIME:
	case ROW_NOISE:
	case ROW_MAX_PERIOD:
		return ROW_IS_TIME;
	case ROW_AVAILABLE:
		return ROW_IS_SHARE;
	case ROW_CULPRIT:
	case ROW_SOURCE:
	case ROW_VICTIM:
		return ROW_IS_TEXT;
	default:
		return ROW_IS_NUMBER;
	}
}

bool row_has(const struct rtlat_row *row, struct row_key key)
{
	switch (key.field) {
	case ROW_CURRENT:
	case ROW_MIN:
	case ROW_AVG:
	case ROW_MAX:
		return row->context[key.context].count;
	case ROW_P99:
		return row->context[key.context].count && row->context[key.context].p99;
	case ROW_P999:
		return row->context[key.context].count && row->context[key.context].p999;
	case ROW_NOISE:
	case ROW_AVAILABLE:
	case ROW_MAX_PERIOD:
	case ROW_HARDWARE:
	case ROW_NMIS:
	case ROW_IRQS:
	case ROW_SOFTIRQS:
	case ROW_THREADS:
		return row->noise.runtime;
	default:
		return true;
	}
}

static uint64_t context_value(const struct rtlat_row *row, struct row_key key)
{
	switch (key.field) {
	case ROW_CURRENT:
		return row->context[key.context].current;
	case ROW_MIN:
		return row->context[key.context].min;
	case ROW_AVG:
		return row->context[key.context].avg;
	case ROW_P99:
		return row->context[key.context].p99;
	case ROW_P999:
		return row->context[key.context].p999;
	default:
		return row->context[key.context].count ? row->context[key.context].max : 0;
	}
}

static uint64_t noise_value(const struct rtlat_noise *noise, enum row_field field)
{
	switch (field) {
	case ROW_PERIODS:
		return noise->periods;
	case ROW_RUNTIME:
		return noise->runtime;
	case ROW_NOISE:
		return noise->time;
	case ROW_AVAILABLE:
		return noise->runtime
			       ? (uint64_t)(SHARE_STEPS *
					    fmin((double)noise->time / (double)noise->runtime, 1))
			       : 0;
	case ROW_MAX_PERIOD:
		return noise->max_period;
	case ROW_HARDWARE:
		return noise->hardware;
	case ROW_NMIS:
		return noise->count[RTLAT_BY_NMI];
	case ROW_IRQS:
		return noise->count[RTLAT_BY_IRQ];
	case ROW_SOFTIRQS:
		return noise->count[RTLAT_BY_SOFTIRQ];
	case ROW_THREADS:
		return noise->count[RTLAT_BY_THREAD];
	default:
		return 0;
	}
}

uint64_t row_value(const struct rtlat_row *row, struct row_key key)
{
	switch (key.field) {
	case ROW_CPU:
		return row->cpu;
	case ROW_COUNT:
		return row->count;
	case ROW_MISSED:
		return row->missed;
	case ROW_LOST:
		return row->lost;
	case ROW_TIMEOUTS:
		return row->delays.timeouts;
	case ROW_CURRENT:
	case ROW_MIN:
	case ROW_AVG:
	case ROW_P99:
	case ROW_P999:
	case ROW_MAX:
		return context_value(row, key);
	default:
		return noise_value(&row->noise, key.field);
	}
}
