// SPDX-License-Identifier: GPL-2.0-only
/* All output formats, and the files that a run writes with them. The formats are in formats.h. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtlat/util/flush.h"
#include "rtlat/util/message.h"
#include "rtlat/output/output.h"
#include "rtlat/util/program.h"
#include "rtlat/util/terminal.h"

#define TOPS (COMMAND_TOP | COMMAND_OSNOISE_TOP | COMMAND_HWNOISE)
#define RTLA (COMMAND_HIST | COMMAND_OSNOISE_HIST | COMMAND_MERGE)
#define TABLE (RTLA | COMMAND_TRACK)
#define ALL (TOPS | TABLE)
/* The commands of formats without words for noise. */
#define LATENCY (COMMANDS_LATENCY | COMMAND_MERGE)

#define FORMAT(word, offered, function, ...)                                                       \
	{ .name = (word), .commands = (offered), .write = function, __VA_ARGS__ },
static const struct writer writers[] = {
#include "rtlat/write/formats.h"
};
#undef FORMAT

#define NR_WRITERS (sizeof(writers) / sizeof(writers[0]))

const struct writer *writer_find(const char *name, size_t length, enum command command)
{
	size_t i;

	for (i = 0; i < NR_WRITERS; i++) {
		if (writers[i].commands & command && strlen(writers[i].name) == length &&
		    !strncmp(writers[i].name, name, length))
			return &writers[i];
	}
	return NULL;
}

bool writer_takes(const struct writer *writer, enum rtlat_measure measure)
{
	static const unsigned int commands[] = {
		[RTLAT_MEASURE_LATENCY] = COMMANDS_LATENCY,
		[RTLAT_MEASURE_NOISE] = COMMANDS_NOISE,
		[RTLAT_MEASURE_DELAY] = COMMAND_TRACK,
	};

	return writer->commands & commands[measure];
}

void writer_names(enum command command, char *buffer, size_t size)
{
	size_t i, length = 0;

	buffer[0] = '\0';
	for (i = 0; i < NR_WRITERS && length < size; i++) {
		if (writers[i].commands & command)
			length += snprintf(buffer + length, size - length, "%s%s",
					   length ? ", " : "", writers[i].name);
	}
}

void writer_nearest(struct nearest *nearest, enum command command)
{
	size_t i;

	for (i = 0; i < NR_WRITERS; i++) {
		if (writers[i].commands & command)
			nearest_try(nearest, writers[i].name);
	}
}

/* Checks before the run that the writer's program is installed. */
static int check_program(const char *command, const struct writer *writer)
{
	if (!writer->program || program_exists(writer->program))
		return 0;
	complain(command, "-o %s: the program %s is not installed", writer->name, writer->program);
	return STATUS_SKIPPED;
}

static int open_output(struct output *output)
{
	output->new = NEW_FILE_NONE;
	return output->spec->path ? new_file_open(&output->new, output->spec->path, false) : 0;
}

/* Reports what is wrong with an output. */
static void complain_of(const char *command, const struct output *output, int err)
{
	const char *path = output->spec->path;
	char text[512];

	new_file_explain(&output->new, err, text, sizeof(text));
	complain(command, "%s: %s", path ? path : "standard output", text);
}

int outputs_open(struct outputs *outputs, const char *command, const struct output_spec *specs,
		 unsigned int nr)
{
	unsigned int i;
	int err;

	memset(outputs, 0, sizeof(*outputs));
	outputs->command = command;
	for (i = 0; i < nr; i++) {
		err = check_program(command, specs[i].writer);
		if (err) {
			outputs_discard(outputs);
			return err;
		}
		outputs->output[i].spec = &specs[i];
		outputs->nr++;
		err = open_output(&outputs->output[i]);
		if (err) {
			complain_of(command, &outputs->output[i], err);
			outputs_discard(outputs);
			return STATUS_ERROR;
		}
	}
	return 0;
}

static void discard(struct output *output)
{
	new_file_close(&output->new);
	output->spec = NULL;
}

/* Everything that can fail must have failed, or not, before the file gets its name. */
static int complete(struct output *output, bool durable)
{
	int err;

	if (!output->spec->path)
		return flush_stream(stdout);
	err = new_file_finish(&output->new, durable);
	return err ? err : new_file_publish(&output->new, durable);
}

/* Names the run after its file: "rtlat" for "/directory/rtlat.prom". */
static void name_run(const char *path, char name[NAME_MAX + 1])
{
	const char *file = basename(path);
	const char *dot = strrchr(file, '.');

	snprintf(name, NAME_MAX + 1, "%.*s",
		 dot && dot > file ? (int)(dot - file) : (int)strlen(file), file);
}

/* Writes an output. An interim one will soon be replaced, and need not survive a crash. */
static int output_write_output(struct output *output, const struct rtlat_result *result,
			       const struct view *view)
{
	const char *path = output->spec->path;
	int err = path ? new_file_begin(&output->new) : 0;
	struct view named = *view;
	char name[NAME_MAX + 1];

	if (path) {
		name_run(path, name);
		named.run = name;
	} else {
		named.width = terminal_width(STDOUT_FILENO);
	}
	if (!err)
		err = output->spec->writer->write(path ? output->new.file : stdout, result, &named);
	return err ? err : complete(output, !result->running);
}

static bool is_replaced(const struct output *output)
{
	return output->new.directory >= 0;
}

static bool is_interim(const struct output *output)
{
	return output->spec->writer->interim && is_replaced(output);
}

bool outputs_have_interim(const struct outputs *outputs, bool all)
{
	unsigned int i;

	for (i = 0; i < outputs->nr; i++) {
		if (is_interim(&outputs->output[i]) || (all && is_replaced(&outputs->output[i])))
			return true;
	}
	return false;
}

static void warn(const struct rtlat_log *log, const struct output *output, int err)
{
	char why[256], text[512];

	new_file_explain(&output->new, err, why, sizeof(why));
	snprintf(text, sizeof(text), "%s: %s", output->spec->path, why);
	log->emit(log->data, RTLAT_WARNING, text);
}

unsigned int outputs_write_interim(struct outputs *outputs, const struct rtlat_result *result,
				   const struct view *view, const struct rtlat_log *log, bool all)
{
	unsigned int i, written = 0;
	int err;

	for (i = 0; i < outputs->nr; i++) {
		struct output *output = &outputs->output[i];

		if (!is_interim(output) && !(all && is_replaced(output)))
			continue;
		err = output_write_output(output, result, view);
		new_file_drop(&output->new);
		if (err && err != output->interim_error)
			warn(log, output, err);
		output->interim_error = err;
		written += !err;
	}
	return written;
}

static int write_text(struct output *output, const char *text, size_t length)
{
	FILE *file = stdout;
	int err = 0;

	if (output->spec->path) {
		err = new_file_begin(&output->new);
		file = output->new.file;
	}
	errno = 0;
	/*
	 * A text longer than the buffer is written at once, and errno tells why that failed only
	 * now.
	 */
	if (!err && fwrite(text, 1, length, file) < length)
		err = errno ? -errno : -EIO;
	return err ? err : complete(output, true);
}

int output_text(const char *command, const char *path, const char *text, size_t length)
{
	const struct output_spec spec = { .path = path };
	struct output output = { .spec = &spec };
	int err = open_output(&output);

	if (!err)
		err = write_text(&output, text, length);
	if (err)
		complain_of(command, &output, err);
	discard(&output);
	return err ? STATUS_ERROR : 0;
}

int output_check(const char *command, const char *path)
{
	const struct output_spec spec = { .path = path };
	struct output output = { .spec = &spec };
	struct stat status;
	int err;

	/* The reader of a pipe would take the interim result for the whole one. */
	if (!path || (!stat(path, &status) && S_ISFIFO(status.st_mode)))
		return 0;
	err = open_output(&output);
	if (err)
		complain_of(command, &output, err);
	discard(&output);
	return err ? STATUS_ERROR : 0;
}

int outputs_write(struct outputs *outputs, const struct rtlat_result *result,
		  const struct view *view)
{
	unsigned int i;
	int status = 0, err;

	for (i = 0; i < outputs->nr; i++) {
		struct output *output = &outputs->output[i];

		err = output_write_output(output, result, view);
		if (err) {
			complain_of(outputs->command, output, err);
			status = STATUS_ERROR;
		}
		discard(output);
	}
	outputs->nr = 0;
	return status;
}

void outputs_discard(struct outputs *outputs)
{
	unsigned int i;

	for (i = 0; i < outputs->nr; i++)
		discard(&outputs->output[i]);
	outputs->nr = 0;
}
