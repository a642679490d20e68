// SPDX-License-Identifier: GPL-2.0-only
/* Items that only a recording of noise has, below its header. */
#include <errno.h>
#include <string.h>

#include "tests/recording/internal.h"

#define COUNT_MAX 1000000

int recording_noise_sample(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	uint64_t *time = &sample->latency[RTLAT_NOISE];

	if (recording_times(recording, &line, &time, 1))
		return -EINVAL;
	sample->has |= RTLAT_HAS(RTLAT_NOISE);
	return line ? recording_fail(recording, "expected nothing after the noise") : 0;
}

/* "period CPU SEQ END NOISE RUNTIME", without its first word */
static int parse_period(struct recording *recording, char *line, struct recording_item *item)
{
	struct rtlat_sample *sample = &item->sample;
	uint64_t runtime = 0;
	uint64_t *const times[] = { &sample->expiry, &sample->latency[RTLAT_NOISE], &runtime };
	const char *field = recording_field(&line);
	int err = recording_cpu(recording, field, &item->cpu);

	if (err)
		return err;
	sample->cpu = item->cpu;
	sample->has |= RTLAT_HAS(RTLAT_NOISE);
	field = recording_field(&line);
	if (field && strcmp(field, "-") != 0) {
		if (rtlat_parse_u64(field, recording->last[item->cpu].period + 1,
				    RECORDING_TIME_MAX, &sample->seq))
			return recording_fail(recording,
					      "expected a number above that of the period before");
		recording->last[item->cpu].period = sample->seq;
		item->seen.periods = 1;
	}
	if (recording_times(recording, &line, times, 3))
		return -EINVAL;
	item->seen.max_period = sample->latency[RTLAT_NOISE];
	item->seen.runtime = runtime;
	return line ? recording_fail(recording, "expected nothing after the runtime") : 0;
}

/* "counts CPU HARDWARE NMI IRQ SOFTIRQ THREAD", without its first word */
static int parse_counts(struct recording *recording, char *line, struct recording_item *item)
{
	uint64_t *count = item->seen.count;
	uint64_t *const counts[] = { &item->seen.hardware, &count[RTLAT_BY_NMI],
				     &count[RTLAT_BY_IRQ], &count[RTLAT_BY_SOFTIRQ],
				     &count[RTLAT_BY_THREAD] };
	unsigned int i;
	char *field;
	int err;

	if (!(recording->contexts & RTLAT_HAS_COUNTS))
		return recording_fail(recording, "the header has no counts");
	err = recording_cpu(recording, recording_field(&line), &item->cpu);
	for (i = 0; i < 5 && !err; i++) {
		field = recording_field(&line);
		if (!field || rtlat_parse_u64(field, 0, UINT32_MAX, counts[i]))
			err = recording_fail(recording, "expected five counts");
	}
	return !err && line ? recording_fail(recording, "expected five counts") : err;
}

/* "source CPU COUNT DURATION KIND [ID NAME]", without its first word */
static int parse_source(struct recording *recording, char *line, struct recording_item *item)
{
	struct rtlat_noise_source *source = &item->source;
	uint64_t *time = &source->max;
	const char *field;
	int err;

	if (!(recording->contexts & RTLAT_HAS_INTERFERENCE))
		return recording_fail(recording, "the header has no interference");
	err = recording_cpu(recording, recording_field(&line), &item->cpu);
	if (err)
		return err;
	field = recording_field(&line);
	if (!field || rtlat_parse_u64(field, 1, COUNT_MAX, &source->count))
		return recording_fail(recording, "expected how often, up to %d", COUNT_MAX);
	if (recording_times(recording, &line, &time, 1) ||
	    recording_interferer(recording, &line, &source->by))
		return -EINVAL;
	if (source->by != RTLAT_BY_NMI)
		return recording_name(recording, line, &source->id, source->name);
	return line ? recording_fail(recording, "expected nothing more of NMIs") : 0;
}

int recording_noise(struct recording *recording, char *line, struct recording_item *item)
{
	static const struct {
		const char *key;
		enum recording_kind kind;
		int (*parse)(struct recording *recording, char *line, struct recording_item *item);
	} lines[] = {
		{ "period", RECORDING_PERIOD, parse_period },
		{ "counts", RECORDING_COUNTS, parse_counts },
		{ "source", RECORDING_SOURCE, parse_source },
	};
	char *rest = line;
	unsigned int i = 0;
	int err;

	while (i < 3 && !recording_value(line, lines[i].key))
		i++;
	if (i == 3 || !(recording->contexts & RTLAT_HAS(RTLAT_NOISE)))
		return 0;
	item->kind = lines[i].kind;
	if (item->sample.has && item->kind != RECORDING_PERIOD)
		return recording_fail(recording, "expected a sample or a period");
	recording_field(&rest);
	err = lines[i].parse(recording, rest, item);
	return err ? err : 1;
}
