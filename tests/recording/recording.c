// SPDX-License-Identifier: GPL-2.0-only
/* The lines of a recording, and its header. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "tests/recording/internal.h"

int recording_fail(struct recording *recording, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(recording->why, sizeof(recording->why), format, args);
	va_end(args);
	return -EINVAL;
}

/* The next line, without its newline. 1, at the end 0, or a negative errno. */
static int read_any_line(struct recording *recording, char line[RECORDING_LINE])
{
	size_t length = 0;
	int c;

	recording->line++;
	while ((c = getc(recording->file)) != EOF && c != '\n') {
		if ((unsigned char)c < ' ')
			return recording_fail(recording, "a control character");
		if (length == RECORDING_LINE - 1)
			return recording_fail(recording, "longer than %d characters",
					      RECORDING_LINE - 1);
		line[length++] = c;
	}
	line[length] = '\0';
	if (ferror(recording->file))
		return -EIO;
	if (c == EOF)
		return length ? recording_fail(recording, "no newline at its end") : 0;
	return 1;
}

int recording_line(struct recording *recording, char line[RECORDING_LINE])
{
	int ret;

	do
		ret = read_any_line(recording, line);
	while (ret > 0 && line[0] == '#');
	return ret;
}

char *recording_field(char **line)
{
	char *field = *line;

	if (!field)
		return NULL;
	*line = strchr(field, ' ');
	if (*line)
		*(*line)++ = '\0';
	return field;
}

const char *recording_value(const char *line, const char *key)
{
	size_t length = strlen(key);

	return strncmp(line, key, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* A line of the header that must be there: "key VALUE". */
static int read_value(struct recording *recording, const char *key, char line[RECORDING_LINE],
		      const char **value)
{
	int ret = recording_line(recording, line);

	if (ret < 0)
		return ret;
	*value = ret ? recording_value(line, key) : NULL;
	return *value ? 0 : recording_fail(recording, "expected '%s'", key);
}

int recording_text(struct recording *recording, char *to, size_t size, const char *value)
{
	size_t length = strlen(value);

	if (!length || length >= size)
		return recording_fail(recording, "expected a text of 1 to %zu characters",
				      size - 1);
	memcpy(to, value, length + 1);
	return 0;
}

static int read_text(struct recording *recording, const char *key, char to[RECORDING_TEXT])
{
	char line[RECORDING_LINE];
	const char *value;
	int err = read_value(recording, key, line, &value);

	return err ? err : recording_text(recording, to, RECORDING_TEXT, value);
}

static int read_number(struct recording *recording, const char *key, uint64_t max, uint64_t *number)
{
	char line[RECORDING_LINE];
	const char *value;
	int err = read_value(recording, key, line, &value);

	if (err)
		return err;
	if (rtlat_parse_u64(value, 1, max, number))
		return recording_fail(recording, "expected a %s from 1 to %llu", key,
				      (unsigned long long)max);
	return 0;
}

/* Cut ",name" off the end. */
static bool cut_off(char *value, const char *name)
{
	size_t length = strlen(value), end = strlen(name);

	if (length <= end || value[length - end - 1] != ',' || strcmp(value + length - end, name))
		return false;
	value[length - end - 1] = '\0';
	return true;
}

static int read_noise(struct recording *recording, char *value)
{
	if (cut_off(value, "counts"))
		recording->contexts |= RTLAT_HAS_COUNTS;
	if (strcmp(value, rtlat_context_name(RTLAT_NOISE)) != 0)
		return -EINVAL;
	recording->contexts |= RTLAT_HAS(RTLAT_NOISE);
	return 0;
}

static int read_delay(struct recording *recording, const char *value)
{
	if (strcmp(value, rtlat_context_name(RTLAT_DELAY)) != 0)
		return -EINVAL;
	recording->contexts |= RTLAT_HAS(RTLAT_DELAY);
	return 0;
}

static int read_latencies(struct recording *recording, const char *value)
{
	unsigned int mask, context;
	char names[32];

	for (mask = 1; mask < 1U << RTLAT_LATENCIES; mask++) {
		names[0] = '\0';
		for (context = 0; context < RTLAT_LATENCIES; context++) {
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
	return -EINVAL;
}

static int read_contexts(struct recording *recording)
{
	char line[RECORDING_LINE], *names;
	const char *value;
	int err = read_value(recording, "contexts", line, &value);

	if (err)
		return err;
	names = line + strlen("contexts ");
	if (cut_off(names, "interference"))
		recording->contexts = RTLAT_HAS_INTERFERENCE;
	if (!recording->contexts && !read_delay(recording, names))
		return 0;
	if (read_latencies(recording, names) && read_noise(recording, names))
		return recording_fail(recording,
				      "expected contexts out of irq,thread,return,interference, of "
				      "noise,counts,interference, or delay");
	return 0;
}

static int read_cpus(struct recording *recording)
{
	char line[RECORDING_LINE];
	const char *value;
	int err = read_value(recording, "cpus", line, &value);

	if (err)
		return err;
	if (rtlat_cpuset_parse(value, &recording->cpus))
		return recording_fail(recording, "expected a list of CPUs");
	return 0;
}

static int add_note(struct recording *recording, const char *text)
{
	struct rtlat_notes *notes = &recording->notes;

	if (notes->nr == RTLAT_NOTES_MAX)
		return recording_fail(recording, "more than %d notes", RTLAT_NOTES_MAX);
	return recording_text(recording, notes->text[notes->nr++], RTLAT_NOTE_SIZE, text);
}

/* Reads the lines that may be absent, up to the line "samples". */
static int read_rest_of_header(struct recording *recording)
{
	char line[RECORDING_LINE];
	const char *value;
	int ret;

	for (;;) {
		ret = recording_line(recording, line);
		if (ret < 0)
			return ret;
		if (ret && strcmp(line, "samples") == 0)
			return 0;
		if (!ret)
			ret = recording_fail(recording, "expected 'samples'");
		else if ((value = recording_value(line, "note")))
			ret = add_note(recording, value);
		else if ((value = recording_value(line, "stop")) && !recording->stop[0] &&
			 !recording->notes.nr)
			ret = recording_text(recording, recording->stop, RECORDING_TEXT, value);
		else
			ret = recording_fail(recording, "expected 'stop', 'note' or 'samples'");
		if (ret)
			return ret;
	}
}

/* How it was measured. */
static int read_configuration(struct recording *recording)
{
	bool noise = recording->contexts & RTLAT_HAS(RTLAT_NOISE);
	uint64_t period_max = noise ? RTLAT_NOISE_PERIOD_MAX : RTLAT_PERIOD_MAX;
	int err = read_number(recording, "period", period_max, &recording->period_ns);

	if (!err && noise)
		err = read_number(recording, "runtime", recording->period_ns,
				  &recording->runtime_ns);
	if (!err && noise)
		err = read_number(recording, "threshold", RTLAT_NOISE_PERIOD_MAX,
				  &recording->threshold_ns);
	if (!err)
		err = read_number(recording, "duration", RTLAT_DURATION_MAX,
				  &recording->duration_ns);
	return err;
}

int recording_open(struct recording *recording, FILE *file)
{
	char line[RECORDING_LINE];
	int ret;

	memset(recording, 0, sizeof(*recording));
	recording->file = file;
	ret = recording_line(recording, line);
	if (ret >= 0 && (!ret || strcmp(line, "rtlat-samples 1") != 0))
		ret = recording_fail(recording, "expected 'rtlat-samples 1'");
	if (ret < 0)
		return ret;
	if ((ret = read_text(recording, "source", recording->source)) ||
	    (ret = read_text(recording, "reason", recording->reason)) ||
	    (ret = read_contexts(recording)) || (ret = read_cpus(recording)) ||
	    (ret = read_configuration(recording)))
		return ret;
	return read_rest_of_header(recording);
}
