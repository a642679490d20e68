// SPDX-License-Identifier: LGPL-2.1-or-later
/* The noise of a recorder beside its samples: how much there was, and who made it. */
#include <stdlib.h>

#include "lib/stats/recorder.h"

static void add_seen(struct rtlat_noise *noise, const struct noise_seen *seen)
{
	unsigned int by;

	noise->runtime += seen->runtime;
	noise->time += seen->time;
	noise->periods += seen->periods;
	noise->hardware += seen->hardware;
	if (seen->max_period > noise->max_period)
		noise->max_period = seen->max_period;
	for (by = 0; by < RTLAT_INTERFERERS; by++)
		noise->count[by] += seen->count[by];
}

void rtlat_recorder_add_noise(struct rtlat_recorder *recorder, const struct noise_seen *seen)
{
	recorder_write_begin(recorder);
	add_seen(&recorder->noise, seen);
	recorder_write_end(recorder);
}

static bool is_same(const struct rtlat_noise_source *a, const struct rtlat_noise_source *b)
{
	return a->by == b->by && a->id == b->id && !memcmp(a->name, b->name, sizeof(a->name));
}

static struct rtlat_noise_source *recorder_noise_find(struct rtlat_recorder *recorder,
						      const struct rtlat_noise_source *wanted)
{
	struct rtlat_noise_source *source = recorder_sources(recorder);
	unsigned int i;

	for (i = 0; i < recorder->noise.nr_sources; i++) {
		if (is_same(&source[i], wanted))
			return &source[i];
	}
	return NULL;
}

/* The one with the least time that has a name to lose. */
static struct rtlat_noise_source *find_least(struct rtlat_recorder *recorder)
{
	struct rtlat_noise_source *source = recorder_sources(recorder), *least = NULL;
	unsigned int i;

	for (i = 0; i < recorder->noise.nr_sources; i++) {
		if (source[i].name[0] && (!least || source[i].time < least->time))
			least = &source[i];
	}
	return least;
}

static void add(struct rtlat_noise_source *to, const struct rtlat_noise_source *from)
{
	to->count += from->count;
	to->time += from->time;
	if (from->max > to->max)
		to->max = from->max;
}

static struct rtlat_noise_source *append(struct rtlat_recorder *recorder,
					 const struct rtlat_noise_source *source)
{
	struct rtlat_noise_source *added;

	added = &recorder_sources(recorder)[recorder->noise.nr_sources++];
	*added = *source;
	return added;
}

/* Room for one of each kind without a name is never given away. */
static bool has_room(struct rtlat_recorder *recorder, const struct rtlat_noise_source *source)
{
	unsigned int i, kept = source->name[0] ? RTLAT_INTERFERERS : 0;

	for (i = 0; i < recorder->noise.nr_sources && kept; i++)
		kept -= !recorder_sources(recorder)[i].name[0];
	return recorder->noise.nr_sources + kept < recorder->layout.sources;
}

static void add_to_others(struct rtlat_recorder *recorder, const struct rtlat_noise_source *source)
{
	struct rtlat_noise_source others = *source, *found;

	others.id = 0;
	memset(others.name, 0, sizeof(others.name));
	found = recorder_noise_find(recorder, &others);
	if (found)
		add(found, &others);
	else if (has_room(recorder, &others))
		append(recorder, &others);
}

/*
 * Adds a source. Of a CPU's events, a new source replaces the one with the least time, however
 * little time it has itself: otherwise sources that come late would never get a name. When sums are
 * merged, the larger one keeps its name.
 */
static void add_source(struct rtlat_recorder *recorder, const struct rtlat_noise_source *source,
		       bool sum)
{
	struct rtlat_noise_source *found = recorder_noise_find(recorder, source);

	if (found) {
		add(found, source);
	} else if (!source->name[0]) {
		add_to_others(recorder, source);
	} else if (has_room(recorder, source)) {
		append(recorder, source);
	} else {
		found = find_least(recorder);
		if (!found || (sum && found->time >= source->time)) {
			add_to_others(recorder, source);
			return;
		}
		add_to_others(recorder, found);
		*found = *source;
	}
}

void rtlat_recorder_add_source(struct rtlat_recorder *recorder, enum rtlat_interferer by,
			       int32_t id, const char name[RTLAT_NAME_SIZE], uint64_t duration)
{
	struct rtlat_noise_source source = {
		.count = 1,
		.time = duration,
		.max = duration,
		.by = by,
		.id = id,
	};

	memcpy(source.name, name, sizeof(source.name));
	recorder_write_begin(recorder);
	add_source(recorder, &source, false);
	recorder_write_end(recorder);
}

static int compare(const void *left, const void *right)
{
	const struct rtlat_noise_source *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? 1 : -1;
	return a->by != b->by ? (int)a->by - (int)b->by : strcmp(a->name, b->name);
}

void rtlat_recorder_sort_sources(struct rtlat_recorder *recorder)
{
	qsort(recorder_sources(recorder), recorder->noise.nr_sources,
	      sizeof(struct rtlat_noise_source), compare);
}

void recorder_copy_sources(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	/* A copy that was caught at a bad moment keeps no sources. */
	if (to->noise.nr_sources > to->layout.sources)
		to->noise.nr_sources = 0;
	memcpy(recorder_sources(to), recorder_sources((struct rtlat_recorder *)from),
	       to->noise.nr_sources * sizeof(struct rtlat_noise_source));
}

void recorder_merge_noise(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	const struct rtlat_noise_source *source = recorder_sources((struct rtlat_recorder *)from);
	const struct rtlat_noise *added = &from->noise;
	struct noise_seen seen = {
		.runtime = added->runtime,
		.time = added->time,
		.periods = added->periods,
		.max_period = added->max_period,
		.hardware = added->hardware,
	};
	unsigned int i;

	memcpy(seen.count, added->count, sizeof(seen.count));
	add_seen(&to->noise, &seen);
	for (i = 0; i < added->nr_sources; i++)
		add_source(to, &source[i], true);
}
