/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts of the live screen, for each other. Nothing else includes this. */
#ifndef RTLAT_SCREEN_INTERNAL_H
#define RTLAT_SCREEN_INTERNAL_H

#include <curses.h>
#include <signal.h>

#include "rtlat/result/row_field.h"
#include "rtlat/screen/screen.h"

enum screen_view { SCREEN_TABLE, SCREEN_HISTOGRAM };

struct screen_style {
	attr_t title;
	attr_t heads;
	attr_t selected;
	attr_t total;
	attr_t worst;
	attr_t warning;
	attr_t notice;
	attr_t dim;
	attr_t bar;
};

/*
 * The numbers on display, read when something first wants them and then kept until the next
 * refresh: a key redraws without reading anything twice, and a pause is no refresh.
 */
struct screen_rows {
	struct rtlat_row *row; /* nr_cpus of them, then the total */
	uint64_t *read_at;     /* the refresh each was read in */
	unsigned int *order;   /* CPU rows as sorted */
	uint64_t refresh;
	uint64_t ordered_at;
	struct row_key sort;
};

struct screen {
	struct screen_feed feed;
	struct screen_rows rows;
	struct screen_style style;
	SCREEN *terminal;
	WINDOW *keys; /* never shown: reading keys from stdscr would draw it */
	FILE *in;
	FILE *out;
	struct sigaction suspend; /* SIGTSTP's before ncurses took it */
	enum screen_view view;
	bool help;
	bool nanoseconds;
	bool unicode;
	bool paused;
	uint64_t paused_at;    /* elapsed when the pause began */
	bool warm;             /* something was measured: the warm-up is over */
	uint64_t due;          /* next refresh, CLOCK_MONOTONIC */
	unsigned int selected; /* a row of the feed, or RTLAT_ROW_TOTAL */
	unsigned int top;      /* place of the first CPU row on the screen */
	unsigned int page;     /* of columns; 0 has all groups */
	char message[80];
	uint64_t message_until;
	enum rtlat_context context; /* of the histogram */
	struct {
		uint64_t read_at;
		unsigned int index;
		enum rtlat_context context;
	} held; /* the row and context of `histogram` */
	struct rtlat_histogram histogram;
};

/* over_time.c */
/* Draws the marks flush right in a line, if there is room behind column `x`. */
void screen_over_time_draw(const struct screen *screen, int y, int x);

/* terminal.c */
int screen_terminal_open(struct screen *screen);
void screen_terminal_close(struct screen *screen);
/* True if the size has changed since the last call. */
bool screen_terminal_resized(struct screen *screen);
bool screen_terminal_gone(const struct screen *screen);

/* rows.c */
int screen_rows_init(struct screen *screen);
void screen_rows_free(struct screen *screen);
void screen_rows_refresh(struct screen *screen);
/* Reads the rows that this refresh has not read yet. */
void screen_rows_all(struct screen *screen);
const struct rtlat_row *screen_row(struct screen *screen, unsigned int index);
/* The row at a place of the sorted table, and the place of the selected row (-1: the total). */
unsigned int screen_row_at(struct screen *screen, unsigned int place);
int screen_selected_place(struct screen *screen);
void screen_select_place(struct screen *screen, int place);
void screen_sort_next(struct screen *screen);

/* family.c */
#define SCREEN_LEFT 0
#define SCREEN_GROUPS_MAX 3
/* A width that follows from the unit. */
#define SCREEN_TIME_WIDTH 0

/* A column that the table may have. */
struct screen_field {
	struct row_key key;
	const char *name;
	int width;
	unsigned int group; /* SCREEN_LEFT, or from 1 on */
	unsigned int rank;  /* within a group; lower ranks matter more */
	bool sorted;        /* can the table be sorted by it? */
};

/* The columns and words for latency, noise or delay. */
struct screen_family {
	const char *title;
	struct {
		const char *name;
		const char *brief;
		unsigned int has; /* the feed needs one of these */
	} group[SCREEN_GROUPS_MAX];
	unsigned int nr_groups;
	const struct screen_field *field; /* as the table is sorted, one by one */
	unsigned int nr_fields;
	struct {
		enum row_field field;
		const char *name;
		const char *group;
	} words;                  /* the last column, of interference */
	enum rtlat_context worst; /* the context of the worst samples */
	const enum rtlat_part *part;
	unsigned int nr_parts;
	const char *const *help;
	unsigned int nr_help;
};

const struct screen_family *screen_family(const struct screen *screen);
/* Returns "rtlat top" or another command's name. */
const char *screen_name(const struct screen *screen);
const char *screen_field_name(const struct screen *screen, struct row_key key);

/* rows.c */
/* True if the feed has the field, or can say something about it. */
bool screen_field_shown(struct screen *screen, const struct screen_field *field);

/* columns.c */
#define SCREEN_COLUMNS_MAX 24

struct screen_column {
	struct row_key key;
	const char *name;
	unsigned int group; /* the group of text fields comes after the family's groups */
	int x;
	int width;
};

struct screen_columns {
	struct screen_column column[SCREEN_COLUMNS_MAX];
	unsigned int nr;
	unsigned int pages;
};

/* Choose the columns of page screen->page (brought into range) that fit `width`. */
void screen_columns_choose(struct screen *screen, int width, struct screen_columns *columns);
/* True if a group, or the text fields, begin with this column. */
bool screen_column_opens(const struct screen_columns *columns, unsigned int index);

/* format.c */
#define SCREEN_NUMBER_MAX 32

void screen_format_time(char text[SCREEN_NUMBER_MAX], int width, uint64_t ns, bool nanoseconds);
void screen_format_count(char text[SCREEN_NUMBER_MAX], int width, uint64_t count);
/* [Dd ]HH:MM:SS */
void screen_format_clock(char text[SCREEN_NUMBER_MAX], uint64_t ns);

/* draw.c */
void screen_put(int y, int x, attr_t attr, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Pieces of lines, as the character set has them: Unicode, or the terminal's own. */
enum screen_line {
	SCREEN_HORIZONTAL,
	SCREEN_VERTICAL,
	SCREEN_CROSS,
	SCREEN_UPPER_LEFT,
	SCREEN_UPPER_RIGHT,
	SCREEN_LOWER_LEFT,
	SCREEN_LOWER_RIGHT,
};

void screen_put_line(const struct screen *screen, int y, int x, attr_t attr, enum screen_line line);
/* Flush right, so that the text ends before column `end`. */
void screen_put_right(int y, int end, attr_t attr, const char *text);
void screen_fill(int y, attr_t attr);
void screen_draw_title(struct screen *screen, int y);
void screen_draw_info(struct screen *screen, int y);
void screen_draw_status(struct screen *screen, int y);
void screen_draw_footer(struct screen *screen, int y, const char *keys);

/* table.c */
void screen_draw_table(struct screen *screen);
/* Returns how many rows of CPUs fit the screen. */
unsigned int screen_table_body(void);

/* scale.c */
#define SCREEN_SCALE_MAX 512
#define SCREEN_SCALE_LOWEST 100

/*
 * Rows of a histogram: up to `rows` lower edges, ascending, in round numbers and roughly
 * logarithmic steps, the first not above `min` and the last not above `max`. An edge of 0 takes
 * all that is below SCREEN_SCALE_LOWEST. When even one row per decade is too many, the first row
 * takes everything below the second. Returns how many.
 */
unsigned int screen_scale(uint64_t min, uint64_t max, unsigned int rows,
			  uint64_t edge[SCREEN_SCALE_MAX]);

/* histogram.c */
void screen_draw_histogram(struct screen *screen);
void screen_histogram_turn(struct screen *screen, int step);

/* breakdown.c */
/*
 * The parts of the selected row's worst sample, in `room` lines from `y`: all, or the largest, or
 * none. Returns how many lines that took.
 */
int screen_draw_breakdown(struct screen *screen, int y, int room);

/* help.c */
void screen_draw_help(struct screen *screen);

#endif /* RTLAT_SCREEN_INTERNAL_H */
