// SPDX-License-Identifier: GPL-2.0-only
/* The reader of recorded samples: whatever it accepts keeps what its header says. */
#include <errno.h>

#include "tests/fuzz/fuzz.h"
#include "lib/stats/recorder.h"
#include "tests/recording/recording.h"

static void check_item(const struct recording *recording, const struct recording_item *item)
{
	require(rtlat_cpuset_has(&recording->cpus, item->cpu));
	switch (item->kind) {
	case RECORDING_SAMPLE:
		require((int)item->sample.cpu == item->cpu && item->sample.seq > 0);
		require(item->sample.has &&
			!(item->sample.has & ~(recording->contexts | RTLAT_HAS_MET_IDLE)));
		break;
	case RECORDING_PERIOD:
		require(recording->contexts & RTLAT_HAS(RTLAT_NOISE));
		require(item->seen.runtime >= 0 && item->seen.periods == !!item->sample.seq);
		require((int)item->sample.cpu == item->cpu);
		break;
	case RECORDING_COUNTS:
		require(recording->contexts & RTLAT_HAS_COUNTS);
		break;
	case RECORDING_SOURCE:
		require(recording->contexts & RTLAT_HAS(RTLAT_NOISE));
		require(recording->contexts & RTLAT_HAS_INTERFERENCE);
		require(item->source.count > 0 && item->source.by < RTLAT_INTERFERERS);
		require(!item->source.name[0] == (item->source.by == RTLAT_BY_NMI));
		break;
	case RECORDING_LOST:
		require(item->lost > 0);
		break;
	case RECORDING_STATE:
		require(item->state == RTLAT_CPU_OFFLINE || item->state == RTLAT_CPU_FAILED);
		break;
	}
}

static void check_failure(const struct recording *recording, int err)
{
	require(err == -EINVAL);
	require(recording->why[0] && recording->line > 0);
}

/* Not as often as it was: that takes its time. */
static void record(struct rtlat_recorder *recorder, const struct recording_item *item)
{
	const struct rtlat_noise_source *source = &item->source;

	if (item->kind == RECORDING_SOURCE)
		rtlat_recorder_add_source(recorder, source->by, source->id, source->name,
					  source->max);
	else if (item->kind != RECORDING_SAMPLE)
		rtlat_recorder_add_noise(recorder, &item->seen);
	else if (item->sample.has & RTLAT_HAS(RTLAT_NOISE))
		rtlat_recorder_add_gap(recorder, &item->sample);
	else
		rtlat_recorder_add(recorder, &item->sample);
}

static void read_all(struct recording *recording, struct rtlat_recorder *recorder, FILE *file)
{
	struct recording_item item;
	uint64_t samples = 0;
	int ret = recording_open(recording, file);

	if (ret) {
		check_failure(recording, ret);
		return;
	}
	while ((ret = recording_next(recording, &item)) > 0) {
		check_item(recording, &item);
		record(recorder, &item);
		samples += item.kind == RECORDING_SAMPLE;
	}
	require(recorder->count == samples);
	require(recorder->noise.nr_sources <= recorder->layout.sources);
	if (ret)
		check_failure(recording, ret);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct rtlat_recorder_layout layout = {
		.worst = 3,
		.sources = 6,
		.contexts = RTLAT_HAS(RTLAT_LATENCIES) - 1,
	};
	struct recording *recording = malloc(sizeof(*recording));
	void *memory = aligned_alloc(64, (rtlat_recorder_size(&layout) + 63) & ~63UL);
	FILE *file = size ? fmemopen((void *)data, size, "r") : NULL;

	if (recording && memory && file)
		read_all(recording, rtlat_recorder_init(memory, 0, &layout), file);
	if (file)
		fclose(file);
	free(memory);
	free(recording);
	return 0;
}
