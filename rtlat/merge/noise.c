// SPDX-License-Identifier: GPL-2.0-only
/* The noise of several results, and who made it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/read.h"
#include "rtlat/merge/merge.h"

static bool is_same(const struct rtlat_noise_source *a, const struct rtlat_noise_source *b)
{
	return a->by == b->by && a->id == b->id && !strcmp(a->name, b->name);
}

/* Add it to what is there of the same one, or at the end, where there is room. */
static int add_source(struct rtlat_noise *noise, struct rtlat_noise_source *sources,
		      const struct rtlat_noise_source *added)
{
	unsigned int i = 0;

	while (i < noise->nr_sources && !is_same(&sources[i], added))
		i++;
	if (i == noise->nr_sources) {
		sources[noise->nr_sources++] = *added;
		return 0;
	}
	sources[i].count += added->count;
	sources[i].time += added->time;
	if (added->max > sources[i].max)
		sources[i].max = added->max;
	return sources[i].count > JSON_TIME_MAX || sources[i].time > JSON_TIME_MAX ? -EOVERFLOW : 0;
}

static int add_sources(struct rtlat_noise *to, const struct rtlat_noise *from)
{
	unsigned int i, nr = to->nr_sources + from->nr_sources;
	struct rtlat_noise_source *sources;
	int err = 0;

	sources = realloc((void *)to->source, (nr + 1) * sizeof(*sources));
	if (!sources)
		return -ENOMEM;
	to->source = sources;
	for (i = 0; !err && i < from->nr_sources; i++)
		err = add_source(to, sources, &from->source[i]);
	return err;
}

/* They stay what JSON can hold. */
static int add_numbers(struct rtlat_noise *to, const struct rtlat_noise *from)
{
	uint64_t *const sums[] = { &to->periods, &to->runtime, &to->time, &to->hardware };
	const uint64_t added[] = { from->periods, from->runtime, from->time, from->hardware };
	unsigned int i;
	int err = 0;

	for (i = 0; i < sizeof(added) / sizeof(added[0]); i++) {
		*sums[i] += added[i];
		err = *sums[i] > JSON_TIME_MAX ? -EOVERFLOW : err;
	}
	for (i = 0; i < RTLAT_INTERFERERS; i++) {
		to->count[i] += from->count[i];
		err = to->count[i] > JSON_TIME_MAX ? -EOVERFLOW : err;
	}
	if (from->max_period > to->max_period)
		to->max_period = from->max_period;
	return err;
}

int merge_noise(struct rtlat_cpu_result *to, const struct rtlat_noise *from)
{
	struct rtlat_noise *noise = (struct rtlat_noise *)to->noise;
	int err;

	if (!from)
		return 0;
	if (!noise)
		noise = calloc(1, sizeof(*noise));
	to->noise = noise;
	if (!noise)
		return -ENOMEM;
	err = add_numbers(noise, from);
	return err ? err : add_sources(noise, from);
}

static int by_time(const void *a, const void *b)
{
	const struct rtlat_noise_source *left = a, *right = b;

	if (left->time != right->time)
		return left->time < right->time ? 1 : -1;
	return left->by != right->by ? (int)left->by - (int)right->by
				     : strcmp(left->name, right->name);
}

static void sort(struct rtlat_noise *noise)
{
	if (noise->nr_sources)
		qsort((void *)noise->source, noise->nr_sources, sizeof(*noise->source), by_time);
}

void merge_noise_end(struct rtlat_cpu_result *cpu)
{
	struct rtlat_noise *noise = (struct rtlat_noise *)cpu->noise;
	unsigned int i, nr, named = 0;
	struct rtlat_noise_source *sources;

	if (!noise)
		return;
	sort(noise);
	nr = noise->nr_sources;
	sources = (struct rtlat_noise_source *)noise->source;
	/* The sources without a name are no more than the kinds, and keep their room. */
	noise->nr_sources = 0;
	for (i = 0; i < nr; i++) {
		struct rtlat_noise_source source = sources[i];

		if (source.name[0] && ++named > RTLAT_NOISE_SOURCES - RTLAT_INTERFERERS) {
			source.id = 0;
			memset(source.name, 0, sizeof(source.name));
		}
		add_source(noise, sources, &source);
	}
	sort(noise);
}
