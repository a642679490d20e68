/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces of HTML. */
#ifndef RTLAT_REPORT_HTML_H
#define RTLAT_REPORT_HTML_H

#include <stdio.h>

#include "rtlat.h"

/* Text of any bytes, escaped for content and attributes. */
void html_text(FILE *file, const char *text);
/* Writes text from a format, escaped. */
void html_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* <li>, one for each; `title` with a colon before it, unless NULL. */
void html_items(FILE *file, const char *title, const struct rtlat_notes *notes);

/* <table> in a box that scrolls; then its header row is open, for html_column(). */
void html_table_begin(FILE *file, const char *caption);
void html_column(FILE *file, const char *title);
/* After the columns: the rows follow. */
void html_table_rows(FILE *file);
void html_row_begin(FILE *file, const char *title);
void html_cell(FILE *file, const char *text);
/* Microseconds with a decimal; "" where it is not known. */
void html_cell_time(FILE *file, bool known, double ns);
void html_cell_count(FILE *file, uint64_t count);
void html_row_end(FILE *file);
void html_table_end(FILE *file);

#endif /* RTLAT_REPORT_HTML_H */
