// SPDX-License-Identifier: GPL-2.0-only
/* Reads a result from a JSON file. All of it is checked, since others may have written the file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/util/status.h"
#include "rtlat/util/message.h"
#include "lib/util/printable.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_file.h"
#include "rtlat/json/result_parts.h"

#define SCHEMA "rtlat-result/1"
#define ARGUMENTS_MAX 4096

static void read_lines(struct json_reader *reader, const json_t *json, const char *key,
		       struct rtlat_notes *notes, size_t max)
{
	const json_t *list = json_read_array(reader, json, key, max);
	size_t i;

	for (i = 0; i < json_array_size(list) && notes->nr < RTLAT_NOTES_MAX; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		if (!text)
			json_read_fail(reader, key, "expected strings");
		else if (*text)
			printable_copy(notes->text[notes->nr++], RTLAT_NOTE_SIZE, text);
	}
}

static void read_time(struct json_reader *reader, const json_t *json, const char *key,
		      struct timespec *time)
{
	const char *text = json_read_text(reader, json, key), *end;
	struct tm utc = { 0 };
	int nsec = 0, length = 0;

	end = strptime(text, "%Y-%m-%dT%H:%M:%S", &utc);
	if (!end || sscanf(end, ".%6dZ%n", &nsec, &length) != 1 || length != 8 || end[length] ||
	    nsec < 0)
		json_read_fail(reader, key, "expected a time such as 2026-01-31T12:00:00.000000Z");
	time->tv_sec = timegm(&utc);
	time->tv_nsec = nsec * 1000L;
}

static void read_command(struct json_reader *reader, const json_t *json, struct result_file *file)
{
	const json_t *list = json_read_array(reader, json, "command", ARGUMENTS_MAX);
	size_t i;

	file->argv = read_memory_get(reader, json_array_size(list) + 1, sizeof(*file->argv));
	if (!file->argv)
		return;
	for (i = 0; i < json_array_size(list); i++) {
		file->argv[i] = (char *)json_string_value(json_array_get(list, i));
		if (!file->argv[i])
			json_read_fail(reader, "command", "expected strings");
	}
	file->result.argc = json_array_size(list);
	file->result.argv = file->argv;
}

static void read_gate(struct json_reader *reader, const json_t *json, struct rtlat_gate *gate,
		      struct rtlat_gate_result *verdict)
{
	if (rtlat_gate_parse(json_read_text(reader, json, "gate"), gate))
		json_read_fail(reader, "gate", "expected one such as thread.max<=100us");
	verdict->gate = gate;
	verdict->outcome = json_read_enum(reader, json, "outcome", rtlat_gate_outcome_name, 5);
	verdict->cpu = -1;
	if (json_read_given(json, "cpu"))
		verdict->cpu = json_read_number(reader, json, "cpu", RTLAT_MAX_CPUS - 1);
	if (rtlat_gate_measured(verdict))
		verdict->measured = json_read_real(reader, json, "measured", (double)JSON_TIME_MAX);
	if (gate->metric == RTLAT_GATE_AVAILABLE)
		verdict->measured *= RTLAT_PERCENT;
}

static void read_verdict(struct json_reader *reader, const json_t *json, struct result_file *file)
{
	struct json_place place = json_enter(reader, "verdict");
	const json_t *gates = json_read_array(reader, json, "gates", RTLAT_GATES_MAX);
	unsigned int i, failed = 0;

	file->result.status = json_read_enum(reader, json, "status", rtlat_status_name, 4);
	file->config.nr_gates = file->result.nr_gates = json_array_size(gates);
	file->result.gates = file->gates;
	for (i = 0; i < file->result.nr_gates; i++) {
		struct json_place gate = json_enter(reader, "gates[%u]", i);

		read_gate(reader, json_array_get(gates, i), &file->config.gates[i],
			  &file->gates[i]);
		failed += file->gates[i].outcome != RTLAT_GATE_HELD;
		json_leave(reader, &gate);
	}
	read_lines(reader, json, "reasons", &file->reasons, RTLAT_NOTES_MAX + RTLAT_GATES_MAX);
	/* The reasons of the gates are the last ones, and will be made of the gates again. */
	file->reasons.nr -= failed < file->reasons.nr ? failed : file->reasons.nr;
	json_leave(reader, &place);
}

static void read_cpus(struct json_reader *reader, const json_t *list, struct result_file *file)
{
	struct rtlat_result *result = &file->result;
	unsigned int i;

	result->cpus = read_memory_get(reader, json_array_size(list), sizeof(*result->cpus));
	if (!result->cpus)
		return;
	for (i = 0; i < json_array_size(list) && json_read_ok(reader); i++) {
		struct json_place place = json_enter(reader, "cpus[%u]", i);

		read_cpu(reader, json_array_get(list, i), file, &result->cpus[i]);
		result->nr_cpus++;
		if (result->cpus[i].cpu <= (i ? result->cpus[i - 1].cpu : -1))
			json_read_fail(reader, "cpu", "expected CPUs in ascending order");
		json_leave(reader, &place);
	}
}

static unsigned int contexts_of(const struct rtlat_cpu_result *total)
{
	unsigned int i, contexts = 0;

	for (i = 0; i < RTLAT_CONTEXTS; i++)
		contexts |= total->context[i].histogram ? RTLAT_HAS(i) : 0;
	for (i = 0; i < total->nr_worst; i++)
		contexts |= total->worst[i].has & RTLAT_HAS_INTERFERENCE;
	return contexts;
}

/* Sets which contexts noise has: one that every CPU has, and all together have. */
static void read_noise_contexts(struct json_reader *reader, const json_t *json,
				struct rtlat_result *result)
{
	const json_t *cpu, *cpus = json_object_get(json, "cpus");
	unsigned int contexts = read_noise_has(json_object_get(json, "total"));
	size_t i;

	json_array_foreach(cpus, i, cpu)
	{
		if (read_noise_has(cpu) != contexts)
			json_read_fail(reader, "cpus",
				       "expected the same kinds of figures for all of them");
	}
	result->contexts = RTLAT_HAS(RTLAT_NOISE) | contexts;
}

/* Checks that either every CPU has a histogram of its delays, or none has. */
static void check_delays(struct json_reader *reader, const struct rtlat_result *result)
{
	unsigned int i;

	for (i = 1; i < result->nr_cpus; i++) {
		if (!result->cpus[i].context[RTLAT_DELAY].histogram !=
		    !result->cpus[0].context[RTLAT_DELAY].histogram)
			json_read_fail(reader, "cpus", "expected delay in all of them, or in none");
	}
}

static void read_head(struct json_reader *reader, const json_t *json, struct result_file *file)
{
	struct rtlat_result *result = &file->result;

	json_read_text(reader, json, "version");
	read_command(reader, json, file);
	read_system(reader, json_read_object(reader, json, "system"), &file->system);
	read_config(reader, json_read_object(reader, json, "config"), &file->config);
	result->realtime_priority =
		json_read_boolean(reader, json_object_get(json, "config"), "realtime_priority");
	result->source = json_read_text(reader, json, "source");
	result->source_reason = json_read_text_or_null(reader, json, "source_reason");
	file->start = json_read_text(reader, json, "start");
	read_time(reader, json, "start", &result->start);
	if (json_object_get(json, "start_monotonic_ns"))
		result->start_monotonic_ns =
			json_read_number(reader, json, "start_monotonic_ns", JSON_TIME_MAX);
	read_time(reader, json, "end", &result->end);
	result->duration_ns = json_read_number(reader, json, "duration_ns", JSON_TIME_MAX);
	result->complete = json_read_boolean(reader, json, "complete");
	read_verdict(reader, json_read_object(reader, json, "verdict"), file);
	if (json_read_given(json, "stop"))
		result->stop = json_read_text(reader, json, "stop");
	read_lines(reader, json, "notes", &file->notes, RTLAT_NOTES_MAX);
}

static void read_result(struct json_reader *reader, struct result_file *file)
{
	struct rtlat_result *result = &file->result;
	const json_t *json = file->json, *total;
	struct json_place place;

	read_head(reader, json, file);
	result->system = &file->system;
	result->config = &file->config;
	result->reasons = &file->reasons;
	result->notes = &file->notes;
	if (json_read_ok(reader) && json_read_given(json, "exceeded")) {
		read_exceeded(reader, json_read_object(reader, json, "exceeded"), file);
		result->exceeded = &file->exceeded;
	}
	if (json_read_ok(reader))
		read_cpus(reader, json_read_array(reader, json, "cpus", RTLAT_MAX_CPUS), file);
	total = json_read_object(reader, json, "total");
	if (json_read_ok(reader)) {
		place = json_enter(reader, "total");
		read_cpu(reader, total, file, &result->total);
		json_leave(reader, &place);
	}
	if (json_read_ok(reader) && json_object_get(json, "series"))
		read_series(reader, json_read_object(reader, json, "series"), file);
	if (json_read_ok(reader) && result->total.cpu >= 0)
		json_read_fail(reader, "total.cpu", "expected none");
	result->contexts = contexts_of(&result->total);
	if (json_read_ok(reader) && file->config.measure == RTLAT_MEASURE_NOISE)
		read_noise_contexts(reader, json, result);
	if (json_read_ok(reader) && file->config.measure == RTLAT_MEASURE_DELAY)
		check_delays(reader, result);
	result->stacks = file->stacks.stack;
	result->nr_stacks = file->stacks.nr;
}

/* Drops the statistics, which are most of a file: once read they have memory of their own. */
static void drop_statistics(json_t *json)
{
	json_object_del(json, "cpus");
	json_object_del(json, "total");
	json_object_del(json, "series");
}

int result_file_take(struct result_file **file, const char *command, const char *path, FILE *stream)
{
	struct json_reader reader = { .where = "" };
	struct result_file *new = calloc(1, sizeof(*new));
	const char *schema;
	size_t before;

	if (new)
		new->path = printable_dup(path);
	if (!new || !new->path) {
		complain(command, "%s: no memory for it", path);
		free(new);
		return STATUS_ERROR;
	}
	new->result.total.cpu = -1;
	before = read_memory_used();
	read_memory_begin();
	new->json = read_json(&reader, stream);
	schema = json_string_value(json_object_get(new->json, "schema"));
	if (new->json && (!schema || strcmp(schema, SCHEMA)))
		json_read_fail(&reader, NULL, "not a result of rtlat: expected the schema " SCHEMA);
	if (json_read_ok(&reader) && read_memory_count(&reader, sizeof(*new)))
		read_result(&reader, new);
	drop_statistics(new->json);
	read_memory_end();
	new->memory = read_memory_used() - before;
	if (json_read_ok(&reader)) {
		*file = new;
		return 0;
	}
	complain(command, "%s: %s", path, reader.error);
	result_file_close(new);
	return STATUS_ERROR;
}

int result_file_read(struct result_file **file, const char *command, const char *path)
{
	FILE *stream = fopen(path, "re");
	int status;

	if (!stream) {
		complain(command, "%s: %s", path, strerror(errno));
		return STATUS_ERROR;
	}
	status = result_file_take(file, command, path, stream);
	fclose(stream);
	return status;
}

int result_files_read(struct result_file ***files, const char *command, char *const *paths,
		      unsigned int nr)
{
	struct result_file **new = calloc(nr, sizeof(struct result_file *));
	int status = 0;
	unsigned int i;

	if (!new) {
		complain(command, "%s", strerror(ENOMEM));
		return STATUS_ERROR;
	}
	for (i = 0; i < nr && !status; i++)
		status = result_file_read(&new[i], command, paths[i]);
	if (status)
		result_files_close(new, i - 1);
	else
		*files = new;
	return status;
}

void result_file_close(struct result_file *file)
{
	unsigned int i;

	for (i = 0; i < file->result.nr_cpus; i++)
		free_cpu(&file->result.cpus[i]);
	free(file->result.cpus);
	free_cpu(&file->result.total);
	free(file->exceeded.tasks);
	free(file->stacks.stack);
	free(file->series);
	free(file->argv);
	json_decref(file->json);
	read_memory_release(file->memory);
	free(file->path);
	free(file);
}

void result_files_close(struct result_file **files, unsigned int nr)
{
	while (nr)
		result_file_close(files[--nr]);
	free(files);
}
