// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which columns the table has at a given width. Page 0 has all contexts, each with as many of its
 * five numbers as fit, the maximum in any case. Where that is not everything, pages 1 and up have
 * one context each. At the right end of every page is who made the worst sample late, where the
 * source tells; numbers give way to it, but for the maximum.
 */
#include "culprit.h"
#include "screen_internal.h"

#define CPU_WIDTH 5
#define COUNT_WIDTH 8
#define LOSS_WIDTH 6
#define USEC_WIDTH 6
#define NSEC_WIDTH 8
#define NUMBERS 5

/* Fields by how much they matter; a context shows the first few of them, in the order of enum. */
static const enum screen_field importance[NUMBERS] = {
	SCREEN_MAX, SCREEN_AVG, SCREEN_P99, SCREEN_MIN, SCREEN_CURRENT,
};

static int time_width(const struct screen *screen)
{
	return 1 + (screen->nanoseconds ? NSEC_WIDTH : USEC_WIDTH);
}

static unsigned int nr_contexts(unsigned int contexts)
{
	return __builtin_popcount(contexts & (RTLAT_HAS(RTLAT_CONTEXTS) - 1));
}

/* Every column has a blank before it, but for the first; x and width are of the text alone. */
static void add_column(struct screen_columns *columns, int *end, struct screen_key key, int width)
{
	struct screen_column *column = &columns->column[columns->nr++];

	column->key = key;
	column->width = width;
	column->x = *end + (columns->nr > 1);
	*end = column->x + width;
}

static int add_left_columns(struct screen *screen, int width, struct screen_columns *columns)
{
	const struct rtlat_row *total = screen_row(screen, RTLAT_ROW_TOTAL);
	int narrow = CPU_WIDTH + 1 + COUNT_WIDTH + 1 + time_width(screen);
	int end = 0;

	add_column(columns, &end, (struct screen_key){ .field = SCREEN_CPU }, CPU_WIDTH);
	if (width >= narrow)
		add_column(columns, &end, (struct screen_key){ .field = SCREEN_COUNT },
			   COUNT_WIDTH);
	narrow += 1 + LOSS_WIDTH;
	if (total->missed && width >= narrow)
		add_column(columns, &end, (struct screen_key){ .field = SCREEN_MISSED },
			   LOSS_WIDTH);
	narrow += 1 + LOSS_WIDTH;
	if (total->lost && width >= narrow)
		add_column(columns, &end, (struct screen_key){ .field = SCREEN_LOST }, LOSS_WIDTH);
	return end;
}

static bool is_chosen(enum screen_field field, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (importance[i] == field)
			return true;
	return false;
}

static void add_context(struct screen *screen, struct screen_columns *columns, int *end,
			enum rtlat_context context, unsigned int nr, int width)
{
	enum screen_field field;

	*end += 1; /* the line before the context */
	for (field = SCREEN_CURRENT; field <= SCREEN_MAX; field++) {
		if (!is_chosen(field, nr))
			continue;
		if (*end + time_width(screen) > width)
			return;
		add_column(columns, end, (struct screen_key){ field, context },
			   time_width(screen) - 1);
	}
}

/* How many numbers per context fit; at least one, to be cut at the edge. */
static unsigned int numbers_that_fit(const struct screen *screen, int room, unsigned int contexts)
{
	unsigned int nr = NUMBERS;

	while (nr > 1 && (int)nr_contexts(contexts) * (1 + (int)nr * time_width(screen)) > room)
		nr--;
	return nr;
}

/* What the culprit takes of `room`: its line, a blank, and its text. */
static int culprit_room(const struct screen *screen, int room)
{
	int least = (int)nr_contexts(screen->feed.contexts) * (1 + time_width(screen));

	if (!(screen->feed.contexts & RTLAT_HAS_INTERFERENCE))
		return 0;
	return room - least >= 2 + CULPRIT_WIDTH_MIN ? 2 + CULPRIT_WIDTH_MIN : 0;
}

static void add_culprit(struct screen_columns *columns, int end, int width)
{
	int room = width - end - 2;

	end++; /* the line before it */
	add_column(columns, &end, (struct screen_key){ .field = SCREEN_CULPRIT },
		   room < CULPRIT_WIDTH_MAX ? room : CULPRIT_WIDTH_MAX);
}

/* The contexts of a page. */
static unsigned int page_contexts(const struct screen *screen)
{
	unsigned int page = screen->page;
	int context;

	if (!page)
		return screen->feed.contexts;
	for (context = 0; context < RTLAT_CONTEXTS; context++)
		if (screen->feed.contexts & RTLAT_HAS(context) && !--page)
			return RTLAT_HAS(context);
	return screen->feed.contexts;
}

void screen_columns_choose(struct screen *screen, int width, struct screen_columns *columns)
{
	unsigned int contexts, nr;
	int context, end, room, culprit;

	columns->nr = 0;
	end = add_left_columns(screen, width, columns);
	culprit = culprit_room(screen, width - end);
	room = width - end - culprit;
	nr = numbers_that_fit(screen, room, screen->feed.contexts);
	columns->pages = nr == NUMBERS ? 1 : 1 + nr_contexts(screen->feed.contexts);
	if (screen->page >= columns->pages)
		screen->page = 0;
	contexts = page_contexts(screen);
	nr = numbers_that_fit(screen, room, contexts);
	for (context = 0; context < RTLAT_CONTEXTS; context++)
		if (contexts & RTLAT_HAS(context))
			add_context(screen, columns, &end, context, nr, width);
	if (culprit)
		add_culprit(columns, end, width);
}

bool screen_column_opens(const struct screen_columns *columns, unsigned int index)
{
	const struct screen_column *column = &columns->column[index];

	if (column->key.field < SCREEN_CURRENT)
		return false;
	if (column->key.field == SCREEN_CULPRIT)
		return true;
	return column[-1].key.field < SCREEN_CURRENT ||
	       column[-1].key.context != column->key.context;
}
