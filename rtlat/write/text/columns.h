/* SPDX-License-Identifier: GPL-2.0-only */
/* Which columns the table of top has, and how wide they are. */
#ifndef RTLAT_WRITE_TEXT_COLUMNS_H
#define RTLAT_WRITE_TEXT_COLUMNS_H

#include "rtlat/result/row_field.h"
#include "rtlat/write/text/table.h"

#define CPU_WIDTH 4
#define GROUPS_MAX 4
#define COLUMNS_MAX 6
#define CELL_SIZE 32

struct column {
	const char *title;
	int width;
	enum row_field field;
	bool sum;
	unsigned int rank; /* with its group's: of the largest, columns go first; 0: it stays */
};

/* Columns between two lines. */
struct group {
	const char *title; /* NULL: none */
	const char *brief; /* a title for fewer columns */
	bool times;        /* their unit goes with the title */
	unsigned int has;  /* RTLAT_HAS() that a result needs for the group; 0: losses */
	enum rtlat_context context;
	const struct column *column;
	unsigned int nr;
	unsigned int rank; /* added to that of each column */
};

struct family {
	const char *count; /* title */
	enum row_field counted;
	const char *culprits;
	const char *culprit;
	struct group group[GROUPS_MAX];
	unsigned int nr;
};

/* Where the columns of a table are. */
struct layout {
	const struct top_table *table;
	const struct family *family;
	int left;
	int width[GROUPS_MAX][COLUMNS_MAX]; /* 0: the column is not shown */
	int culprit;                        /* 0: there is no such column */
};

/* Chooses the columns, all or those that fit the terminal, and their widths. */
void columns_lay_out(struct layout *layout, const struct top_table *table);
/* Returns the width of a group's columns; 0: none of them is shown. */
int columns_width(const struct layout *layout, unsigned int group);
/* Formats the value of a row in a column. */
void columns_cell(char cell[CELL_SIZE], const struct top_table *table, const struct rtlat_row *row,
		  struct row_key key);

#endif /* RTLAT_WRITE_TEXT_COLUMNS_H */
