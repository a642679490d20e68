// SPDX-License-Identifier: GPL-2.0-only
/* Items of a recording, below its header. */
#include <errno.h>
#include <string.h>

#include "tests/recording/internal.h"

int recording_cpu(struct recording *recording, const char *field, int *cpu)
{
	uint64_t number;

	if (!field || rtlat_parse_u64(field, 0, RTLAT_MAX_CPUS - 1, &number) ||
	    !rtlat_cpuset_has(&recording->cpus, (int)number))
		return recording_fail(recording, "expected a CPU of the header's list");
	*cpu = (int)number;
	return 0;
}

static int parse_latencies(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	unsigned int context;
	char *field;

	for (context = 0; context < RTLAT_LATENCIES; context++) {
		field = recording_field(&line);
		if (field && strcmp(field, "-") == 0)
			continue;
		if (!field ||
		    rtlat_parse_u64(field, 0, RECORDING_TIME_MAX, &sample->latency[context]))
			return recording_fail(recording, "expected a latency in ns, or '-'");
		sample->has |= RTLAT_HAS(context);
	}
	if (!(sample->has & ~RTLAT_HAS_INTERFERENCE) || sample->has & ~recording->contexts)
		return recording_fail(recording, "expected latencies of the header's contexts");
	if (!line || rtlat_parse_u64(line, 0, RECORDING_TIME_MAX, &sample->missed))
		return recording_fail(recording, "expected the number of missed periods, last");
	return 0;
}

/* Nobody is known but whom it hit. */
static int parse_delay(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	uint64_t *time = &sample->latency[RTLAT_DELAY];

	if (recording_times(recording, &line, &time, 1))
		return -EINVAL;
	sample->has |= RTLAT_HAS(RTLAT_DELAY);
	sample->delay.priority = RTLAT_PRIORITY_ANY;
	sample->delay.other_pid = RTLAT_PID_ANY;
	return recording_name(recording, line, &sample->delay.pid, sample->delay.comm);
}

static int parse_sample(struct recording *recording, char *line, struct recording_item *item)
{
	struct rtlat_sample *sample = &item->sample;
	char *field;
	int err = recording_cpu(recording, recording_field(&line), &item->cpu);

	if (err)
		return err;
	sample->cpu = item->cpu;
	field = recording_field(&line);
	if (!field || rtlat_parse_u64(field, recording->last[item->cpu].seq + 1, RECORDING_TIME_MAX,
				      &sample->seq))
		return recording_fail(recording,
				      "expected a number above the one before on its CPU");
	field = recording_field(&line);
	if (!field || rtlat_parse_u64(field, recording->last[item->cpu].expiry + 1,
				      RECORDING_TIME_MAX, &sample->expiry))
		return recording_fail(recording,
				      "expected an expiry after the one before on its CPU");
	if (recording->contexts & RTLAT_HAS(RTLAT_DELAY))
		err = parse_delay(recording, line, sample);
	else if (recording->contexts & RTLAT_HAS(RTLAT_NOISE))
		err = recording_noise_sample(recording, line, sample);
	else
		err = parse_latencies(recording, line, sample);
	if (err)
		return err;
	if (sample->has & RTLAT_HAS_INTERFERENCE && sample->interference.met.known &&
	    !sample->interference.met.pid)
		sample->has |= RTLAT_HAS_MET_IDLE;
	recording->last[item->cpu].seq = sample->seq;
	recording->last[item->cpu].expiry = sample->expiry;
	return 0;
}

int recording_times(struct recording *recording, char **line, uint64_t *const *times,
		    unsigned int nr)
{
	unsigned int i;
	char *field;

	for (i = 0; i < nr; i++) {
		field = recording_field(line);
		if (!field || rtlat_parse_u64(field, 0, RECORDING_TIME_MAX, times[i]))
			return recording_fail(recording, "expected a time in ns");
	}
	return 0;
}

/* "interference LATE HANDLER DISPATCH" or "interference HARDWARE", without its first word */
static int parse_interference(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	struct rtlat_interference *interference = &sample->interference;
	uint64_t *const times[] = { &interference->late, &interference->handler,
				    &interference->dispatch };
	uint64_t *const hardware[] = { &interference->hardware };
	bool noise = recording->contexts & RTLAT_HAS(RTLAT_NOISE);

	if (!(recording->contexts & RTLAT_HAS_INTERFERENCE) || sample->has)
		return recording_fail(recording, "expected a sample");
	sample->has = RTLAT_HAS_INTERFERENCE;
	if (recording_times(recording, &line, noise ? hardware : times, noise ? 1 : 3))
		return -EINVAL;
	return line ? recording_fail(recording, "expected %s", noise ? "one time" : "three times")
		    : 0;
}

int recording_name(struct recording *recording, char *line, int32_t *id, char name[RTLAT_NAME_SIZE])
{
	const char *field = recording_field(&line);
	int64_t number;

	if (!field || rtlat_parse_s64(field, INT32_MIN, INT32_MAX, &number))
		return recording_fail(recording, "expected a pid or number");
	*id = number;
	return recording_text(recording, name, RTLAT_NAME_SIZE, line ? line : "");
}

/* "DURATION ID NAME" */
static int parse_longest(struct recording *recording, char *line, struct rtlat_culprit *longest)
{
	uint64_t *time = &longest->duration;

	if (recording_times(recording, &line, &time, 1))
		return -EINVAL;
	return recording_name(recording, line, &longest->id, longest->name);
}

int recording_interferer(struct recording *recording, char **line, enum rtlat_interferer *by)
{
	const char *kind = recording_field(line);

	*by = 0;
	while (kind && *by < RTLAT_INTERFERERS && strcmp(kind, rtlat_interferer_name(*by)) != 0)
		(*by)++;
	if (!kind || *by == RTLAT_INTERFERERS)
		return recording_fail(recording, "expected thread, softirq, irq or nmi");
	return 0;
}

/* "by KIND TIME COUNT DURATION ID NAME", without its first word */
static int parse_interferer(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	struct rtlat_interference *interference = &sample->interference;
	enum rtlat_interferer by;
	uint64_t *time, count;
	char *field;

	if (!sample->has)
		return recording_fail(recording, "expected 'interference' first");
	if (recording_interferer(recording, &line, &by))
		return -EINVAL;
	time = &interference->time[by];
	if (recording_times(recording, &line, &time, 1))
		return -EINVAL;
	field = recording_field(&line);
	if (!field || rtlat_parse_u64(field, 1, UINT32_MAX, &count))
		return recording_fail(recording, "expected how many there were");
	interference->count[by] = count;
	if (by < RTLAT_BY_NMI)
		return parse_longest(recording, line, &interference->worst[by]);
	return line ? recording_fail(recording, "expected nothing more of NMIs") : 0;
}

/* "met PID NAME", without its first word */
static int parse_met(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	struct rtlat_met *met = &sample->interference.met;

	if (!sample->has)
		return recording_fail(recording, "expected 'interference' first");
	met->known = true;
	return recording_name(recording, line, &met->pid, met->name);
}

/* "hrtimer TIME COUNT DURATION FUNCTION", without its first word */
static int parse_hrtimers(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	struct rtlat_hrtimers *hrtimers = &sample->interference.hrtimers;
	uint64_t count = 0;
	uint64_t *const times[] = { &hrtimers->time, &count, &hrtimers->longest };

	if (!sample->has)
		return recording_fail(recording, "expected 'interference' first");
	if (recording_times(recording, &line, times, 3))
		return -EINVAL;
	if (!count || count > UINT32_MAX)
		return recording_fail(recording, "expected how many there were");
	hrtimers->count = (uint32_t)count;
	return recording_text(recording, hrtimers->name, sizeof(hrtimers->name), line ? line : "");
}

/* "lost CPU COUNT" and "state CPU STATE", without their first word */
static int parse_event(struct recording *recording, char *line, struct recording_item *item)
{
	int err = recording_cpu(recording, recording_field(&line), &item->cpu);

	if (err)
		return err;
	if (item->kind == RECORDING_LOST) {
		if (!line || rtlat_parse_u64(line, 1, RECORDING_TIME_MAX, &item->lost))
			return recording_fail(recording, "expected how many samples were lost");
		return 0;
	}
	if (!line || (strcmp(line, "offline") != 0 && strcmp(line, "failed") != 0))
		return recording_fail(recording, "expected 'offline' or 'failed'");
	item->state = *line == 'o' ? RTLAT_CPU_OFFLINE : RTLAT_CPU_FAILED;
	return 0;
}

/* Reads a line that comes before its sample: 1 if `line` is one. */
static int read_before_sample(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	static const struct {
		const char *word;
		int (*parse)(struct recording *recording, char *line, struct rtlat_sample *sample);
	} lines[] = {
		{ "interference", parse_interference },
		{ "by", parse_interferer },
		{ "met", parse_met },
		{ "hrtimer", parse_hrtimers },
	};
	char *rest = line;
	unsigned int i;
	int err;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (!recording_value(line, lines[i].word))
			continue;
		recording_field(&rest);
		err = lines[i].parse(recording, rest, sample);
		return err ? err : 1;
	}
	return 0;
}

int recording_next(struct recording *recording, struct recording_item *item)
{
	char line[RECORDING_LINE], *rest = line;
	int ret;

	memset(item, 0, sizeof(*item));
	do {
		ret = recording_line(recording, line);
		if (!ret && item->sample.has)
			ret = recording_fail(recording, "expected a sample");
		if (ret <= 0)
			return ret;
		ret = read_before_sample(recording, line, &item->sample);
	} while (ret > 0);
	if (ret < 0)
		return ret;
	ret = recording_noise(recording, line, item);
	if (ret)
		return ret;
	if (!item->sample.has &&
	    (recording_value(line, "lost") || recording_value(line, "state"))) {
		item->kind = line[0] == 'l' ? RECORDING_LOST : RECORDING_STATE;
		recording_field(&rest);
		ret = parse_event(recording, rest, item);
	} else {
		item->kind = RECORDING_SAMPLE;
		ret = parse_sample(recording, rest, item);
	}
	return ret ? ret : 1;
}
