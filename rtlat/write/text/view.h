/* SPDX-License-Identifier: GPL-2.0-only */
/* How a result is shown. */
#ifndef RTLAT_WRITE_TEXT_VIEW_H
#define RTLAT_WRITE_TEXT_VIEW_H

#include <stdbool.h>

/* The frames of a stack that are shown where an address has no name. */
enum stack_view { STACK_TRUNCATE, STACK_SKIP, STACK_FULL };

/* How the text tables look; other formats always hold everything, and may have the name. */
struct view {
	const char *run;    /* the name of the file that is written, without its end; NULL: none */
	unsigned int width; /* of the terminal; 0: it is none, and lines are as long as they come */
	bool nanoseconds;
	bool quiet;        /* no screen and no progress */
	bool only_summary; /* no rows of histograms, no worst samples */
	bool linear;       /* the histogram has a row for each bucket */
	bool no_header;
	bool no_summary;
	bool no_index;
	bool no_irq;
	bool no_thread;
	bool with_zeros;
	bool only_explanation;
	enum stack_view stack_format;
};

#endif /* RTLAT_WRITE_TEXT_VIEW_H */
