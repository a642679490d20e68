// SPDX-License-Identifier: GPL-2.0-only
/* Latency over time in JSON. */
#include "rtlat/json/parts.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

/* The members of a line, each an array with a number for each interval. */
enum member { MEMBER_COUNT, MEMBER_MISSED, MEMBER_MAX, MEMBER_P99, MEMBERS };

static const char *const members[MEMBERS] = { "count", "missed", "max_ns", "p99_ns" };

static uint64_t *member_of(struct rtlat_series_point *point, enum member member)
{
	switch (member) {
	case MEMBER_COUNT:
		return &point->count;
	case MEMBER_MISSED:
		return &point->missed;
	case MEMBER_MAX:
		return &point->max;
	default:
		return &point->p99;
	}
}

static json_t *line_json(const struct rtlat_series *series, unsigned int line, int cpu)
{
	json_t *json = json_object(), *array;
	enum member member;
	unsigned int i;

	if (cpu >= 0)
		json_put(&json, "cpu", json_number(cpu));
	for (member = 0; member < MEMBERS; member++) {
		array = json_array();
		for (i = 0; i < series->nr; i++) {
			struct rtlat_series_point point = series->line[line].point[i];

			json_add(&array, json_number(*member_of(&point, member)));
		}
		json_put(&json, members[member], array);
	}
	return json;
}

json_t *json_series(const struct rtlat_result *result)
{
	const struct rtlat_series *series = result->series;
	json_t *json = json_object(), *cpus = json_array();
	unsigned int i;

	json_put(&json, "interval_ns", json_number(series->interval_ns));
	for (i = 0; i < result->nr_cpus; i++)
		json_add(&cpus, line_json(series, i, result->cpus[i].cpu));
	json_put(&json, "cpus", cpus);
	json_put(&json, "total", line_json(series, i, -1));
	return json;
}

static void read_line(struct json_reader *reader, const json_t *json, struct rtlat_series *series,
		      struct rtlat_series_line *line)
{
	enum member member;
	const json_t *array;
	unsigned int i;

	for (member = 0; member < MEMBERS && json_read_ok(reader); member++) {
		array = json_read_array(reader, json, members[member], RTLAT_SERIES_MAX);
		if (!series->nr)
			series->nr = (unsigned int)json_array_size(array);
		if (json_read_ok(reader) && json_array_size(array) != series->nr)
			json_read_fail(reader, members[member], "expected %u numbers", series->nr);
		for (i = 0; i < series->nr && json_read_ok(reader); i++) {
			const json_t *number = json_array_get(array, i);

			if (!json_is_integer(number) || json_integer_value(number) < 0)
				json_read_fail(reader, members[member],
					       "expected whole numbers of 0 or more");
			*member_of(&line->point[i], member) = (uint64_t)json_integer_value(number);
		}
	}
}

void read_series(struct json_reader *reader, const json_t *json, struct result_file *file)
{
	struct json_place place = json_enter(reader, "series");
	unsigned int i, nr = file->result.nr_cpus;
	struct rtlat_series *series;
	const json_t *cpus;

	file->series = series =
		read_memory_get(reader, 1, sizeof(*series) + (nr + 1) * sizeof(series->line[0]));
	if (!series)
		goto out;
	series->nr_lines = nr + 1;
	series->interval_ns = json_read_number(reader, json, "interval_ns", JSON_TIME_MAX);
	cpus = json_read_array(reader, json, "cpus", RTLAT_MAX_CPUS);
	if (json_read_ok(reader) && json_array_size(cpus) != nr)
		json_read_fail(reader, "cpus", "expected the CPUs of the result");
	for (i = 0; i < nr && json_read_ok(reader); i++)
		read_line(reader, json_array_get(cpus, i), series, &series->line[i]);
	read_line(reader, json_read_object(reader, json, "total"), series, &series->line[nr]);
	file->result.series = series;
out:
	json_leave(reader, &place);
}
