// SPDX-License-Identifier: GPL-2.0-only
/* The rows of the table: reading them as late as possible, sorting, selecting. */
#include <errno.h>
#include <stdlib.h>

#include "rtlat/screen/internal.h"

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
		/* On failure the previous numbers stay: better than a row of garbage. */
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

/* CPU upwards, everything else worst first; equals stay in the order of their CPUs. */
static int compare_rows(const void *left, const void *right, void *data)
{
	const struct screen *screen = data;
	unsigned int a = *(const unsigned int *)left, b = *(const unsigned int *)right;
	uint64_t value_a = row_value(&screen->rows.row[a], screen->rows.sort);
	uint64_t value_b = row_value(&screen->rows.row[b], screen->rows.sort);

	if (screen->rows.sort.field != ROW_CPU && value_a != value_b)
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
	if (rows->sort.field == ROW_CPU) {
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

/* True for causes that hwnoise, with interrupts off, cannot see. */
static bool is_of_software(enum row_field field)
{
	return field == ROW_IRQS || field == ROW_SOFTIRQS || field == ROW_THREADS;
}

bool screen_field_shown(struct screen *screen, const struct screen_field *field)
{
	if (field->key.field == ROW_MISSED || field->key.field == ROW_LOST ||
	    field->key.field == ROW_TIMEOUTS)
		return row_value(screen_row(screen, RTLAT_ROW_TOTAL), field->key);
	if (is_of_software(field->key.field) && screen->feed.config->hardware_only)
		return false;
	return field->group == SCREEN_LEFT ||
	       screen->feed.contexts & screen_family(screen)->group[field->group - 1].has;
}

/* The place of the column that the table is sorted by. */
static unsigned int sorted_by(const struct screen *screen)
{
	const struct screen_family *family = screen_family(screen);
	struct row_key key = screen->rows.sort;
	unsigned int i = 0;

	while (family->field[i].key.field != key.field ||
	       family->field[i].key.context != key.context)
		i++;
	return i;
}

void screen_sort_next(struct screen *screen)
{
	const struct screen_family *family = screen_family(screen);
	unsigned int i = sorted_by(screen);

	do {
		i = (i + 1) % family->nr_fields;
	} while (!family->field[i].sorted || !screen_field_shown(screen, &family->field[i]));
	screen->rows.sort = family->field[i].key;
	screen->rows.ordered_at = 0;
}
