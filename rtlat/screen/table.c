// SPDX-License-Identifier: GPL-2.0-only
/* The table: a line for all CPUs that stays, and the CPUs that fit. */
#include <string.h>

#include "rtlat/result/culprit.h"
#include "rtlat/result/noise_text.h"
#include "rtlat/screen/internal.h"

/* The positions of lines; -1: there is no room for the line. */
struct lines {
	int title;
	int info;
	int status;
	int groups;
	int heads;
	int total;
	int rule;
	int body;
	int nr_body;
	int footer;
};

/* A line that is not there takes no place: each needs a screen of some height. */
static int place_line(int *y, int height)
{
	return LINES >= height ? (*y)++ : -1;
}

static void place_lines(struct lines *lines)
{
	int y = 0;

	lines->title = place_line(&y, 4);
	lines->info = place_line(&y, 9);
	lines->status = place_line(&y, 10);
	lines->groups = place_line(&y, 7);
	lines->heads = place_line(&y, 3);
	lines->total = place_line(&y, 1);
	lines->rule = place_line(&y, 12);
	lines->body = y;
	lines->footer = LINES >= 8 ? LINES - 1 : -1;
	lines->nr_body = LINES - y - (lines->footer >= 0);
}

unsigned int screen_table_body(void)
{
	struct lines lines;

	place_lines(&lines);
	return lines.nr_body > 0 ? lines.nr_body : 0;
}

/* The vertical lines between the groups. */
static void draw_separators(const struct screen *screen, const struct screen_columns *columns,
			    int y, attr_t attr, enum screen_line line)
{
	unsigned int i;

	for (i = 0; i < columns->nr; i++)
		if (screen_column_opens(columns, i))
			screen_put_line(screen, y, columns->column[i].x - 2, attr, line);
}

static void draw_group(const struct screen *screen, const struct screen_columns *columns,
		       unsigned int first, int y)
{
	const struct screen_column *column = &columns->column[first];
	const struct screen_family *family = screen_family(screen);
	const char *text = family->group[column->group - 1].name;
	unsigned int last = first;
	int span;

	while (last + 1 < columns->nr && !screen_column_opens(columns, last + 1))
		last++;
	span = columns->column[last].x + columns->column[last].width - column->x;
	if ((int)strlen(text) > span)
		text = family->group[column->group - 1].brief;
	screen_put(y, column->x + (span - (int)strlen(text)) / 2, A_BOLD, "%s", text);
}

static void draw_groups(struct screen *screen, const struct screen_columns *columns, int y)
{
	unsigned int i;

	for (i = 0; i < columns->nr; i++) {
		if (row_kind(columns->column[i].key.field) == ROW_IS_TEXT)
			screen_put(y, columns->column[i].x, A_BOLD, "%s",
				   screen_family(screen)->words.group);
		else if (screen_column_opens(columns, i))
			draw_group(screen, columns, i, y);
	}
	if (columns->pages > 1 && columns->nr > 1 && columns->column[1].group == SCREEN_LEFT)
		screen_put(y, 0, screen->style.title, "columns %u/%u", screen->page + 1,
			   columns->pages);
	draw_separators(screen, columns, y, A_NORMAL, SCREEN_VERTICAL);
}

static void screen_table_draw_heads(struct screen *screen, const struct screen_columns *columns,
				    int y)
{
	unsigned int i;

	screen_fill(y, screen->style.heads);
	for (i = 0; i < columns->nr; i++) {
		const struct screen_column *column = &columns->column[i];
		int end = column->x + column->width - (column->key.field == ROW_CPU);

		if (row_kind(column->key.field) == ROW_IS_TEXT)
			screen_put(y, column->x, screen->style.heads, "%s", column->name);
		else
			screen_put_right(y, end, screen->style.heads, column->name);
	}
	draw_separators(screen, columns, y, screen->style.heads, SCREEN_VERTICAL);
}

static char state_mark(enum rtlat_cpu_state state)
{
	switch (state) {
	case RTLAT_CPU_MEASURED:
		return ' ';
	case RTLAT_CPU_OFFLINE:
		return 'x';
	case RTLAT_CPU_FAILED:
		return '!';
	}
	return ' ';
}

static void format_cpu(const struct rtlat_row *row, bool total, char text[SCREEN_NUMBER_MAX])
{
	if (total)
		snprintf(text, SCREEN_NUMBER_MAX, " all ");
	else if (row->cpu < 0)
		snprintf(text, SCREEN_NUMBER_MAX, "   ? ");
	else
		snprintf(text, SCREEN_NUMBER_MAX, "%4d%c", row->cpu, state_mark(row->state));
}

/* Below 100 the width has room for all of it. */
static void format_available(const struct rtlat_row *row, int width, char text[SCREEN_NUMBER_MAX])
{
	char available[NOISE_PERCENT_SIZE];

	noise_available_text(available, &row->noise);
	snprintf(text, SCREEN_NUMBER_MAX, "%.*s", width, available);
}

static void screen_table_format_cell(struct screen *screen, const struct screen_column *column,
				     const struct rtlat_row *row, bool total,
				     char text[SCREEN_NUMBER_MAX])
{
	uint64_t value = row_value(row, column->key);

	if (column->key.field == ROW_CPU)
		format_cpu(row, total, text);
	else if (column->key.field == ROW_CURRENT && total)
		text[0] = '\0';
	else if (!row_has(row, column->key))
		snprintf(text, SCREEN_NUMBER_MAX, "-");
	else if (column->key.field == ROW_AVAILABLE)
		format_available(row, column->width, text);
	else if (row_kind(column->key.field) == ROW_IS_TIME)
		screen_format_time(text, column->width, value, screen->nanoseconds);
	else
		screen_format_count(text, column->width, value);
}

static attr_t cell_attr(struct screen *screen, const struct screen_column *column,
			const struct rtlat_row *row, attr_t attr)
{
	const struct rtlat_row *total = screen_row(screen, RTLAT_ROW_TOTAL);
	uint64_t value = row_value(row, column->key);
	enum row_field field = column->key.field;
	bool selected = attr == screen->style.selected;
	attr_t found = attr;

	if (field == ROW_MISSED || field == ROW_LOST)
		found = value ? screen->style.warning : attr;
	else if ((field == ROW_MAX || field == ROW_MAX_PERIOD) && row != total &&
		 screen->feed.nr_cpus > 1 && value && value == row_value(total, column->key))
		found = screen->style.worst;
	return selected && found != attr ? attr | A_BOLD : found;
}

static void draw_words(struct screen *screen, const struct screen_column *column,
		       const struct rtlat_row *row, attr_t attr, int y)
{
	char text[CULPRIT_SIZE];

	if (column->key.field == ROW_VICTIM)
		victim_text(text, column->width, &row->worst, screen->feed.config->track.tracker,
			    screen->nanoseconds);
	else if (column->key.field == ROW_SOURCE)
		noise_source_text(text, column->width, &row->source, &row->noise);
	else
		culprit_text(text, column->width, &row->worst, screen->nanoseconds);
	screen_put(y, column->x, attr, "%s", text[0] ? text : "-");
}

static void draw_row(struct screen *screen, const struct screen_columns *columns,
		     unsigned int index, int y)
{
	const struct rtlat_row *row = screen_row(screen, index);
	bool total = index == RTLAT_ROW_TOTAL;
	attr_t attr = total ? screen->style.total : A_NORMAL;
	char text[SCREEN_NUMBER_MAX];
	unsigned int i;

	if (row->state != RTLAT_CPU_MEASURED)
		attr = screen->style.dim;
	if (index == screen->selected) {
		attr = screen->style.selected;
		screen_fill(y, attr);
	}
	for (i = 0; i < columns->nr; i++) {
		const struct screen_column *column = &columns->column[i];

		if (row_kind(column->key.field) == ROW_IS_TEXT) {
			draw_words(screen, column, row, attr, y);
			continue;
		}
		screen_table_format_cell(screen, column, row, total, text);
		screen_put_right(y, column->x + column->width, cell_attr(screen, column, row, attr),
				 text);
	}
	draw_separators(screen, columns, y, index == screen->selected ? attr : A_NORMAL,
			SCREEN_VERTICAL);
}

/* Keep the selected row on the screen, and the screen full. */
static void scroll_to_selected(struct screen *screen, int body)
{
	int place = screen_selected_place(screen);
	int last = (int)screen->feed.nr_cpus - body;
	int top = screen->top;

	if (place < top)
		top = place;
	if (place >= top + body)
		top = place - body + 1;
	if (top > last)
		top = last;
	screen->top = top < 0 ? 0 : top;
}

static void draw_body(struct screen *screen, const struct screen_columns *columns,
		      const struct lines *lines)
{
	unsigned int nr = lines->nr_body > 0 ? lines->nr_body : 0;
	char range[64];
	unsigned int i;

	scroll_to_selected(screen, nr);
	for (i = 0; i < nr && screen->top + i < screen->feed.nr_cpus; i++)
		draw_row(screen, columns, screen_row_at(screen, screen->top + i), lines->body + i);
	if (i < screen->feed.nr_cpus && COLS >= 60 && lines->status >= 0) {
		snprintf(range, sizeof(range), "rows %u-%u of %u", screen->top + 1, screen->top + i,
			 screen->feed.nr_cpus);
		screen_put_right(lines->status, COLS, A_NORMAL, range);
	}
}

void screen_draw_table(struct screen *screen)
{
	const struct screen_column *last;
	struct screen_columns columns;
	struct lines lines;
	int x;

	place_lines(&lines);
	screen_columns_choose(screen, COLS, &columns);
	last = &columns.column[columns.nr - 1];
	if (lines.title >= 0)
		screen_draw_title(screen, lines.title);
	screen_draw_info(screen, lines.info);
	screen_draw_status(screen, lines.status);
	draw_groups(screen, &columns, lines.groups);
	screen_table_draw_heads(screen, &columns, lines.heads);
	draw_row(screen, &columns, RTLAT_ROW_TOTAL, lines.total);
	if (lines.rule >= 0) {
		for (x = 0; x < last->x + last->width; x++)
			screen_put_line(screen, lines.rule, x, A_NORMAL, SCREEN_HORIZONTAL);
		draw_separators(screen, &columns, lines.rule, A_NORMAL, SCREEN_CROSS);
	}
	draw_body(screen, &columns, &lines);
	screen_draw_footer(screen, lines.footer,
			   columns.pages > 1 ? "q=quit p=pause r=reset s=sort n=ns/us h=histogram "
					       "<->=columns ?=help"
					     : "q=quit p=pause r=reset s=sort n=ns/us h=histogram "
					       "?=help");
}
