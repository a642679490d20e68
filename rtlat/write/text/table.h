/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of top, live and final, laid out as users of rtla know it. */
#ifndef RTLAT_WRITE_TEXT_TABLE_H
#define RTLAT_WRITE_TEXT_TABLE_H

#include <stdio.h>

#include "rtlat.h"

struct top_table {
	unsigned int contexts;
	bool hardware_only; /* noise */
	uint64_t elapsed_ns;
	bool nanoseconds;
	unsigned int width; /* of the terminal; 0: it is none */
	const struct rtlat_row *rows;
	unsigned int nr_rows;
	struct rtlat_row total;
};

void top_table_print(FILE *file, const struct top_table *table);

#endif /* RTLAT_WRITE_TEXT_TABLE_H */
