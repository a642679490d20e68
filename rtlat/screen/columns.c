// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which columns the table has at a given width. Page 0 has all groups, each with those of its
 * columns that matter most, as many as fit; the first in any case. Where that is not everything,
 * pages 1 and up have one group each. At the right end of every page is who interfered, where the
 * source tells; numbers give way to it, but for the first.
 */
#include "rtlat/result/culprit.h"
#include "rtlat/screen/internal.h"

#define USEC_WIDTH 6
#define NSEC_WIDTH 8
#define ALL_GROUPS 0

static int field_width(const struct screen *screen, const struct screen_field *field)
{
	if (field->width != SCREEN_TIME_WIDTH)
		return field->width;
	return screen->nanoseconds ? NSEC_WIDTH : USEC_WIDTH;
}

/* True if the field belongs to a group of the page. */
static bool is_on_page(struct screen *screen, const struct screen_field *field, unsigned int group)
{
	return field->group != SCREEN_LEFT && (group == ALL_GROUPS || field->group == group) &&
	       screen_field_shown(screen, field);
}

/* Every column has a blank before it, but for the first; x and width are of the text alone. */
static struct screen_column *add_column(struct screen_columns *columns, int *end, int width)
{
	struct screen_column *column = &columns->column[columns->nr++];

	column->width = width;
	column->x = *end + (columns->nr > 1);
	*end = column->x + width;
	return column;
}

static void add_field(struct screen *screen, struct screen_columns *columns, int *end,
		      const struct screen_field *field)
{
	struct screen_column *column = add_column(columns, end, field_width(screen, field));

	column->key = field->key;
	column->name = field->name;
	column->group = field->group;
}

/*
 * Returns the width of the groups' columns that are at least so important, each group with its
 * line.
 */
static int width_of_rank(struct screen *screen, unsigned int rank, unsigned int group)
{
	const struct screen_family *family = screen_family(screen);
	unsigned int last = SCREEN_LEFT, i;
	int width = 0;

	for (i = 0; i < family->nr_fields; i++) {
		const struct screen_field *field = &family->field[i];

		if (field->rank > rank || !is_on_page(screen, field, group))
			continue;
		width += (field->group != last) + 1 + field_width(screen, field);
		last = field->group;
	}
	return width;
}

static unsigned int lowest_rank(struct screen *screen, unsigned int group)
{
	const struct screen_family *family = screen_family(screen);
	unsigned int rank = 0, i;

	for (i = 0; i < family->nr_fields; i++) {
		const struct screen_field *field = &family->field[i];

		if (field->rank > rank && is_on_page(screen, field, group))
			rank = field->rank;
	}
	return rank;
}

/*
 * Returns the rank up to which all columns fit. Those of rank 0 are shown in any case, and are cut
 * at the edge.
 */
static unsigned int rank_that_fits(struct screen *screen, int room, unsigned int group)
{
	unsigned int rank = lowest_rank(screen, group);

	while (rank > 0 && width_of_rank(screen, rank, group) > room)
		rank--;
	return rank;
}

/* Adds the columns on the left, while there is room beside them for a line and a time. */
static int add_left_columns(struct screen *screen, int width, struct screen_columns *columns)
{
	const struct screen_family *family = screen_family(screen);
	int narrow = 1 + (screen->nanoseconds ? NSEC_WIDTH : USEC_WIDTH), end = 0;
	unsigned int i;

	for (i = 0; i < family->nr_fields; i++) {
		const struct screen_field *field = &family->field[i];

		if (field->group != SCREEN_LEFT)
			continue;
		narrow += 1 + field_width(screen, field);
		if (!columns->nr || (screen_field_shown(screen, field) && width >= narrow))
			add_field(screen, columns, &end, field);
	}
	return end;
}

static void add_groups(struct screen *screen, struct screen_columns *columns, int *end,
		       unsigned int group, unsigned int rank, int width)
{
	const struct screen_family *family = screen_family(screen);
	unsigned int last = SCREEN_LEFT, i;

	for (i = 0; i < family->nr_fields; i++) {
		const struct screen_field *field = &family->field[i];

		if (field->rank > rank || !is_on_page(screen, field, group))
			continue;
		*end += field->group != last; /* the line before the group */
		last = field->group;
		if (*end + 1 + field_width(screen, field) > width)
			return;
		add_field(screen, columns, end, field);
	}
}

/* Returns how much of `room` the words take: their line, a blank, and the text. */
static int words_room(struct screen *screen, int room)
{
	if (!(screen->feed.contexts & (RTLAT_HAS_INTERFERENCE | RTLAT_HAS(RTLAT_DELAY))))
		return 0;
	room -= width_of_rank(screen, 0, ALL_GROUPS);
	return room >= 2 + CULPRIT_WIDTH_MIN ? 2 + CULPRIT_WIDTH_MIN : 0;
}

static void add_words(const struct screen_family *family, struct screen_columns *columns, int end,
		      int width)
{
	int room = width - end - 2;
	struct screen_column *column;

	end++; /* the line before it */
	column = add_column(columns, &end, room < CULPRIT_WIDTH_MAX ? room : CULPRIT_WIDTH_MAX);
	column->key = (struct row_key){ .field = family->words.field };
	column->name = family->words.name;
	column->group = family->nr_groups + 1;
}

static bool has_group(const struct screen *screen, unsigned int group)
{
	return screen->feed.contexts & screen_family(screen)->group[group - 1].has;
}

/* Returns the first group of the page; how many there are is in `*nr`. */
static unsigned int page_group(const struct screen *screen, unsigned int *nr)
{
	unsigned int group, found = ALL_GROUPS;

	*nr = 0;
	for (group = 1; group <= screen_family(screen)->nr_groups; group++) {
		if (has_group(screen, group) && ++*nr == screen->page)
			found = group;
	}
	return found;
}

void screen_columns_choose(struct screen *screen, int width, struct screen_columns *columns)
{
	unsigned int group, nr, rank;
	int end, room, words;

	columns->nr = 0;
	end = add_left_columns(screen, width, columns);
	words = words_room(screen, width - end);
	room = width - end - words;
	group = page_group(screen, &nr);
	rank = rank_that_fits(screen, room, ALL_GROUPS);
	columns->pages = rank == lowest_rank(screen, ALL_GROUPS) ? 1 : 1 + nr;
	if (screen->page >= columns->pages) {
		screen->page = 0;
		group = ALL_GROUPS;
	}
	if (group != ALL_GROUPS)
		rank = rank_that_fits(screen, room, group);
	add_groups(screen, columns, &end, group, rank, width);
	if (words)
		add_words(screen_family(screen), columns, end, width);
}

bool screen_column_opens(const struct screen_columns *columns, unsigned int index)
{
	const struct screen_column *column = &columns->column[index];

	return column->group != SCREEN_LEFT && column[-1].group != column->group;
}
