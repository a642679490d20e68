// SPDX-License-Identifier: GPL-2.0-only
/* The rows of the table: reading them as late as possible, sorting, selecting. */
#include <errno.h>
#include <stdlib.h>

#include "screen_internal.h"

int screen_rows_init(struct screen *screen)
{
	struct screen_rows *rows = &screen->rows;
	unsigned int nr = screen->feed.nr_cpus;
	unsigned int i;

	rows->row = calloc(nr + 1, sizeof(*rows->row));
	rows->read_at = calloc(nr + 1, sizeof(*rows->read_at));
	rows->order = calloc(nr + 1, sizeof(*rows->order));
	if (!rows->row || !rows->read_at || !rows->order)
		return -ENOMEM;
	for (i = 0; i <= nr; i++) {
		rows->row[i].cpu = -1;
		rows->order[i] = i;
	}
	rows->refresh = 1;
	return 0;
}

void screen_rows_free(struct screen *screen)
{
	free(screen->rows.row);
	free(screen->rows.read_at);
	free(screen->rows.order);
}

void screen_rows_refresh(struct screen *screen)
{
	screen->rows.refresh++;
}

const struct rtlat_row *screen_row(struct screen *screen, unsigned int index)
{
	struct screen_rows *rows = &screen->rows;
	unsigned int slot = index == RTLAT_ROW_TOTAL ? screen->feed.nr_cpus : index;
	struct rtlat_row row;

	if (rows->read_at[slot] != rows->refresh) {
		rows->read_at[slot] = rows->refresh;
		/* On failure the numbers of before stay: better than a row of garbage. */
		if (!screen->feed.row(screen->feed.data, index, &row))
			rows->row[slot] = row;
	}
	return &rows->row[slot];
}

void screen_rows_all(struct screen *screen)
{
	unsigned int i;

	for (i = 0; i < screen->feed.nr_cpus; i++)
		screen_row(screen, i);
	screen_row(screen, RTLAT_ROW_TOTAL);
}

uint64_t screen_row_value(const struct rtlat_row *row, struct screen_key key)
{
	switch (key.field) {
	case SCREEN_CPU:
		return row->cpu;
	case SCREEN_COUNT:
		return row->count;
	case SCREEN_MISSED:
		return row->missed;
	case SCREEN_LOST:
		return row->lost;
	case SCREEN_CURRENT:
		return row->context[key.context].current;
	case SCREEN_MIN:
		return row->context[key.context].min;
	case SCREEN_AVG:
		return row->context[key.context].avg;
	case SCREEN_P99:
		return row->context[key.context].p99;
	case SCREEN_MAX:
		return row->context[key.context].count ? row->context[key.context].max : 0;
	case SCREEN_CULPRIT:
		break;
	}
	return 0;
}

const char *screen_field_name(enum screen_field field)
{
	static const char *const name[] = {
		[SCREEN_CPU] = "CPU",         [SCREEN_COUNT] = "count", [SCREEN_MISSED] = "missed",
		[SCREEN_LOST] = "lost",       [SCREEN_CURRENT] = "cur", [SCREEN_MIN] = "min",
		[SCREEN_AVG] = "avg",         [SCREEN_P99] = "p99",     [SCREEN_MAX] = "max",
		[SCREEN_CULPRIT] = "culprit",
	};

	return name[field];
}

/* CPU upwards, everything else worst first; equals stay in the order of their CPUs. */
static int compare_rows(const void *left, const void *right, void *data)
{
	const struct screen *screen = data;
	unsigned int a = *(const unsigned int *)left, b = *(const unsigned int *)right;
	uint64_t value_a = screen_row_value(&screen->rows.row[a], screen->rows.sort);
	uint64_t value_b = screen_row_value(&screen->rows.row[b], screen->rows.sort);

	if (screen->rows.sort.field != SCREEN_CPU && value_a != value_b)
		return value_a < value_b ? 1 : -1;
	return a < b ? -1 : 1;
}

static void sort_rows(struct screen *screen)
{
	struct screen_rows *rows = &screen->rows;
	unsigned int i;

	if (rows->ordered_at == rows->refresh)
		return;
	rows->ordered_at = rows->refresh;
	/* The feed is in CPU order: nothing has to be read for that. */
	if (rows->sort.field == SCREEN_CPU) {
		for (i = 0; i < screen->feed.nr_cpus; i++)
			rows->order[i] = i;
		return;
	}
	screen_rows_all(screen);
	qsort_r(rows->order, screen->feed.nr_cpus, sizeof(*rows->order), compare_rows, screen);
}

unsigned int screen_row_at(struct screen *screen, unsigned int place)
{
	sort_rows(screen);
	return screen->rows.order[place];
}

int screen_selected_place(struct screen *screen)
{
	unsigned int place;

	for (place = 0; place < screen->feed.nr_cpus; place++)
		if (screen_row_at(screen, place) == screen->selected)
			return place;
	return -1;
}

void screen_select_place(struct screen *screen, int place)
{
	int last = screen->feed.nr_cpus - 1;

	if (place > last)
		place = last;
	screen->selected = place < 0 ? RTLAT_ROW_TOTAL : screen_row_at(screen, place);
}

/* CPU, count, the maximum of each context, then missed and lost where there are any. */
static bool next_key(struct screen *screen, struct screen_key *key)
{
	const struct rtlat_row *total = screen_row(screen, RTLAT_ROW_TOTAL);
	int context = key->field == SCREEN_MAX ? (int)key->context + 1 : 0;

	if (key->field == SCREEN_CPU) {
		key->field = SCREEN_COUNT;
		return true;
	}
	if (key->field == SCREEN_COUNT || key->field == SCREEN_MAX) {
		for (; context < RTLAT_CONTEXTS; context++) {
			if (!(screen->feed.contexts & RTLAT_HAS(context)))
				continue;
			*key = (struct screen_key){ SCREEN_MAX, context };
			return true;
		}
		key->field = SCREEN_MISSED;
		return total->missed;
	}
	key->field = key->field == SCREEN_MISSED ? SCREEN_LOST : SCREEN_CPU;
	return key->field == SCREEN_CPU || total->lost;
}

void screen_sort_next(struct screen *screen)
{
	while (!next_key(screen, &screen->rows.sort))
		;
	screen->rows.ordered_at = 0;
}
