// SPDX-License-Identifier: GPL-2.0-only
/* The format png: gnuplot's picture of a histogram. */
#include "rtlat/write/write.h"
#include "rtlat/write/plot.h"

int write_png(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	(void)view;
	return plot_write(file, result, "pngcairo size 1000,1000 noenhanced");
}
