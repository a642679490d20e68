// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "recording.h"

#define LINE_SIZE 512
/* Latencies and expiries are the kernel's signed 64 bits. */
#define TIME_MAX INT64_MAX
#define TOLD ",interference"

__attribute__((format(printf, 2, 3))) static int fail(struct recording *recording,
						      const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(recording->why, sizeof(recording->why), format, args);
	va_end(args);
	return -EINVAL;
}

/* The next line, without its newline. 1, at the end 0, or a negative errno. */
static int read_any_line(struct recording *recording, char line[LINE_SIZE])
{
	size_t length = 0;
	int c;

	recording->line++;
	while ((c = getc(recording->file)) != EOF && c != '\n') {
		if ((unsigned char)c < ' ')
			return fail(recording, "a control character");
		if (length == LINE_SIZE - 1)
			return fail(recording, "longer than %d characters", LINE_SIZE - 1);
		line[length++] = c;
	}
	line[length] = '\0';
	if (ferror(recording->file))
		return -EIO;
	if (c == EOF)
		return length ? fail(recording, "no newline at its end") : 0;
	return 1;
}

/* The same for the next line that is no comment. */
static int read_line(struct recording *recording, char line[LINE_SIZE])
{
	int ret;

	do
		ret = read_any_line(recording, line);
	while (ret > 0 && line[0] == '#');
	return ret;
}

/* Cut the next field off; NULL where there is none. */
static char *next_field(char **line)
{
	char *field = *line;

	if (!field)
		return NULL;
	*line = strchr(field, ' ');
	if (*line)
		*(*line)++ = '\0';
	return field;
}

/* The text behind "key ", or NULL. */
static const char *value_of(const char *line, const char *key)
{
	size_t length = strlen(key);

	return strncmp(line, key, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* A line of the header that must be there: "key VALUE". */
static int read_value(struct recording *recording, const char *key, char line[LINE_SIZE],
		      const char **value)
{
	int ret = read_line(recording, line);

	if (ret < 0)
		return ret;
	*value = ret ? value_of(line, key) : NULL;
	return *value ? 0 : fail(recording, "expected '%s'", key);
}

static int copy_text(struct recording *recording, char *to, size_t size, const char *value)
{
	size_t length = strlen(value);

	if (!length || length >= size)
		return fail(recording, "expected a text of 1 to %zu characters", size - 1);
	memcpy(to, value, length + 1);
	return 0;
}

static int read_text(struct recording *recording, const char *key, char to[RECORDING_TEXT])
{
	char line[LINE_SIZE];
	const char *value;
	int err = read_value(recording, key, line, &value);

	return err ? err : copy_text(recording, to, RECORDING_TEXT, value);
}

static int read_number(struct recording *recording, const char *key, uint64_t max, uint64_t *number)
{
	char line[LINE_SIZE];
	const char *value;
	int err = read_value(recording, key, line, &value);

	if (err)
		return err;
	if (rtlat_parse_u64(value, 1, max, number))
		return fail(recording, "expected a %s from 1 to %llu", key,
			    (unsigned long long)max);
	return 0;
}

static int read_contexts(struct recording *recording)
{
	char line[LINE_SIZE], names[32];
	const char *value, *told;
	unsigned int mask, context;
	int err = read_value(recording, "contexts", line, &value);

	if (err)
		return err;
	told = strstr(value, TOLD);
	if (told && told[strlen(TOLD)] == '\0') {
		recording->contexts = RTLAT_HAS_INTERFERENCE;
		line[told - line] = '\0';
	}
	for (mask = 1; mask < 1U << RTLAT_CONTEXTS; mask++) {
		names[0] = '\0';
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (!(mask & RTLAT_HAS(context)))
				continue;
			if (names[0])
				strcat(names, ",");
			strcat(names, rtlat_context_name(context));
		}
		if (strcmp(names, value) == 0) {
			recording->contexts |= mask;
			return 0;
		}
	}
	return fail(recording, "expected contexts out of irq,thread,return,interference");
}

static int read_cpus(struct recording *recording)
{
	char line[LINE_SIZE];
	const char *value;
	int err = read_value(recording, "cpus", line, &value);

	if (err)
		return err;
	if (rtlat_cpuset_parse(value, &recording->cpus))
		return fail(recording, "expected a list of CPUs");
	return 0;
}

static int add_note(struct recording *recording, const char *text)
{
	struct rtlat_notes *notes = &recording->notes;

	if (notes->nr == RTLAT_NOTES_MAX)
		return fail(recording, "more than %d notes", RTLAT_NOTES_MAX);
	return copy_text(recording, notes->text[notes->nr++], RTLAT_NOTE_SIZE, text);
}

/* What may be absent, up to the line "samples". */
static int read_rest_of_header(struct recording *recording)
{
	char line[LINE_SIZE];
	const char *value;
	int ret;

	for (;;) {
		ret = read_line(recording, line);
		if (ret < 0)
			return ret;
		if (ret && strcmp(line, "samples") == 0)
			return 0;
		if (!ret)
			ret = fail(recording, "expected 'samples'");
		else if ((value = value_of(line, "note")))
			ret = add_note(recording, value);
		else if ((value = value_of(line, "stop")) && !recording->stop[0] &&
			 !recording->notes.nr)
			ret = copy_text(recording, recording->stop, RECORDING_TEXT, value);
		else
			ret = fail(recording, "expected 'stop', 'note' or 'samples'");
		if (ret)
			return ret;
	}
}

int recording_open(struct recording *recording, FILE *file)
{
	char line[LINE_SIZE];
	int ret;

	memset(recording, 0, sizeof(*recording));
	recording->file = file;
	ret = read_line(recording, line);
	if (ret >= 0 && (!ret || strcmp(line, "rtlat-samples 1") != 0))
		ret = fail(recording, "expected 'rtlat-samples 1'");
	if (ret < 0)
		return ret;
	if ((ret = read_text(recording, "source", recording->source)) ||
	    (ret = read_text(recording, "reason", recording->reason)) ||
	    (ret = read_contexts(recording)) || (ret = read_cpus(recording)) ||
	    (ret = read_number(recording, "period", RTLAT_PERIOD_MAX, &recording->period_ns)) ||
	    (ret = read_number(recording, "duration", RTLAT_DURATION_MAX, &recording->duration_ns)))
		return ret;
	return read_rest_of_header(recording);
}

static int parse_cpu(struct recording *recording, const char *field, int *cpu)
{
	uint64_t number;

	if (!field || rtlat_parse_u64(field, 0, RTLAT_MAX_CPUS - 1, &number) ||
	    !rtlat_cpuset_has(&recording->cpus, (int)number))
		return fail(recording, "expected a CPU of the header's list");
	*cpu = (int)number;
	return 0;
}

static int parse_latencies(struct recording *recording, char **line, struct rtlat_sample *sample)
{
	unsigned int context;
	char *field;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		field = next_field(line);
		if (field && strcmp(field, "-") == 0)
			continue;
		if (!field || rtlat_parse_u64(field, 0, TIME_MAX, &sample->latency[context]))
			return fail(recording, "expected a latency in ns, or '-'");
		sample->has |= RTLAT_HAS(context);
	}
	if (!(sample->has & ~RTLAT_HAS_INTERFERENCE) || sample->has & ~recording->contexts)
		return fail(recording, "expected latencies of the header's contexts");
	return 0;
}

static int parse_sample(struct recording *recording, char *line, struct recording_item *item)
{
	struct rtlat_sample *sample = &item->sample;
	char *field;
	int err = parse_cpu(recording, next_field(&line), &item->cpu);

	if (err)
		return err;
	sample->cpu = item->cpu;
	field = next_field(&line);
	if (!field ||
	    rtlat_parse_u64(field, recording->last[item->cpu].seq + 1, TIME_MAX, &sample->seq))
		return fail(recording, "expected a number above the one before on its CPU");
	field = next_field(&line);
	if (!field || rtlat_parse_u64(field, recording->last[item->cpu].expiry + 1, TIME_MAX,
				      &sample->expiry))
		return fail(recording, "expected an expiry after the one before on its CPU");
	err = parse_latencies(recording, &line, sample);
	if (err)
		return err;
	if (!line || rtlat_parse_u64(line, 0, TIME_MAX, &sample->missed))
		return fail(recording, "expected the number of missed periods, last");
	recording->last[item->cpu].seq = sample->seq;
	recording->last[item->cpu].expiry = sample->expiry;
	return 0;
}

/* Cut `nr` fields off. */
static int parse_times(struct recording *recording, char **line, uint64_t *const *times,
		       unsigned int nr)
{
	unsigned int i;
	char *field;

	for (i = 0; i < nr; i++) {
		field = next_field(line);
		if (!field || rtlat_parse_u64(field, 0, TIME_MAX, times[i]))
			return fail(recording, "expected a time in ns");
	}
	return 0;
}

/* "interference LATE HANDLER DISPATCH", without its first word */
static int parse_interference(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	struct rtlat_interference *interference = &sample->interference;
	uint64_t *const times[] = { &interference->late, &interference->handler,
				    &interference->dispatch };

	if (!(recording->contexts & RTLAT_HAS_INTERFERENCE) || sample->has)
		return fail(recording, "expected a sample");
	sample->has = RTLAT_HAS_INTERFERENCE;
	if (parse_times(recording, &line, times, 3))
		return -EINVAL;
	return line ? fail(recording, "expected three times") : 0;
}

/* "DURATION ID NAME" */
static int parse_longest(struct recording *recording, char *line, struct rtlat_culprit *longest)
{
	uint64_t *time = &longest->duration;
	int64_t id;
	char *field;

	if (parse_times(recording, &line, &time, 1))
		return -EINVAL;
	field = next_field(&line);
	if (!field || rtlat_parse_s64(field, INT32_MIN, INT32_MAX, &id))
		return fail(recording, "expected a pid or number");
	longest->id = id;
	return copy_text(recording, longest->name, RTLAT_NAME_SIZE, line ? line : "");
}

/* "by KIND TIME COUNT DURATION ID NAME", without its first word */
static int parse_interferer(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	struct rtlat_interference *interference = &sample->interference;
	const char *kind = next_field(&line);
	enum rtlat_interferer by = 0;
	uint64_t *time, count;
	char *field;

	if (!sample->has)
		return fail(recording, "expected 'interference' first");
	while (by < RTLAT_INTERFERERS && strcmp(kind, rtlat_interferer_name(by)) != 0)
		by++;
	if (by == RTLAT_INTERFERERS)
		return fail(recording, "expected thread, softirq, irq or nmi");
	time = &interference->time[by];
	if (parse_times(recording, &line, &time, 1))
		return -EINVAL;
	field = next_field(&line);
	if (!field || rtlat_parse_u64(field, 1, UINT32_MAX, &count))
		return fail(recording, "expected how many there were");
	interference->count[by] = count;
	if (by < RTLAT_BY_NMI)
		return parse_longest(recording, line, &interference->worst[by]);
	return line ? fail(recording, "expected nothing more of NMIs") : 0;
}

/* "lost CPU COUNT" and "state CPU STATE", without their first word */
static int parse_event(struct recording *recording, char *line, struct recording_item *item)
{
	int err = parse_cpu(recording, next_field(&line), &item->cpu);

	if (err)
		return err;
	if (item->kind == RECORDING_LOST) {
		if (!line || rtlat_parse_u64(line, 1, TIME_MAX, &item->lost))
			return fail(recording, "expected how many samples were lost");
		return 0;
	}
	if (!line || (strcmp(line, "offline") != 0 && strcmp(line, "failed") != 0))
		return fail(recording, "expected 'offline' or 'failed'");
	item->state = *line == 'o' ? RTLAT_CPU_OFFLINE : RTLAT_CPU_FAILED;
	return 0;
}

/* What comes before its sample: 1 if `line` is of that. */
static int read_before_sample(struct recording *recording, char *line, struct rtlat_sample *sample)
{
	char *rest = line;
	int err;

	if (value_of(line, "interference")) {
		next_field(&rest);
		err = parse_interference(recording, rest, sample);
	} else if (value_of(line, "by")) {
		next_field(&rest);
		err = parse_interferer(recording, rest, sample);
	} else {
		return 0;
	}
	return err ? err : 1;
}

int recording_next(struct recording *recording, struct recording_item *item)
{
	char line[LINE_SIZE], *rest = line;
	int ret;

	memset(item, 0, sizeof(*item));
	do {
		ret = read_line(recording, line);
		if (!ret && item->sample.has)
			ret = fail(recording, "expected a sample");
		if (ret <= 0)
			return ret;
		ret = read_before_sample(recording, line, &item->sample);
	} while (ret > 0);
	if (ret < 0)
		return ret;
	if (!item->sample.has && (value_of(line, "lost") || value_of(line, "state"))) {
		item->kind = line[0] == 'l' ? RECORDING_LOST : RECORDING_STATE;
		next_field(&rest);
		ret = parse_event(recording, rest, item);
	} else {
		item->kind = RECORDING_SAMPLE;
		ret = parse_sample(recording, rest, item);
	}
	return ret ? ret : 1;
}
