// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "output.h"
#include "program.h"

#define TOPS (COMMAND_TOP | COMMAND_OSNOISE_TOP | COMMAND_HWNOISE)
#define RTLA (COMMAND_HIST | COMMAND_OSNOISE_HIST | COMMAND_MERGE)
#define TABLE (RTLA | COMMAND_TRACK)
#define ALL (TOPS | TABLE)
/* What has no words for noise. */
#define LATENCY (COMMANDS_LATENCY | COMMAND_MERGE)

static const struct writer writers[] = {
	{ "text", TOPS, .write = write_text_top },
	{ "text", TABLE, .write = write_text_hist },
	{ "json", ALL, .write = write_json },
	{ "csv", ALL, .write = write_csv },
	{ "cyclictest", LATENCY, .write = write_cyclictest },
	{ "rt-tests-json", LATENCY, .write = write_rt_tests_json },
	{ "rtla", RTLA, .write = write_rtla },
	{ "hgrm", LATENCY | COMMAND_TRACK, .write = write_hgrm },
	{ "junit", ALL, .write = write_junit },
	{ "tap", ALL, .write = write_tap },
	{ "lava", ALL, .write = write_lava },
	{ "openmetrics", ALL, .write = write_openmetrics, .interim = true },
	{ "svg", ALL, .write = write_svg, .program = GNUPLOT },
	{ "png", ALL, .write = write_png, .program = GNUPLOT },
};

#define NR_WRITERS (sizeof(writers) / sizeof(writers[0]))

enum exit_status output_exit_status(enum rtlat_status status)
{
	switch (status) {
	case RTLAT_STATUS_PASS:
		return STATUS_MEASURED;
	case RTLAT_STATUS_FAIL:
		return STATUS_EXCEEDED;
	case RTLAT_STATUS_SKIP:
		return STATUS_SKIPPED;
	case RTLAT_STATUS_ERROR:
		break;
	}
	return STATUS_ERROR;
}

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

/*
 * The path of the file itself: symbolic links are followed, the last component need not exist.
 * NULL and errno: its directory can't be reached, or there is no memory.
 */
static char *resolve(const char *path)
{
	char *copy, *directory, *resolved;

	resolved = realpath(path, NULL);
	if (resolved || errno != ENOENT)
		return resolved;
	copy = strdup(path);
	if (!copy)
		return NULL;
	directory = realpath(dirname(copy), NULL);
	free(copy);
	if (!directory)
		return NULL;
	copy = strdup(path);
	if (!copy || asprintf(&resolved, "%s/%s", directory, basename(copy)) < 0)
		resolved = NULL;
	free(copy);
	free(directory);
	return resolved;
}

bool output_same_file(const char *a, const char *b)
{
	char *left = resolve(a), *right = resolve(b);
	bool same = left && right ? !strcmp(left, right) : !strcmp(a, b);

	free(left);
	free(right);
	return same;
}

/* What open(2) would have given the file, which mkostemp() makes private. */
static mode_t default_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

static void close_temporary(struct output *output)
{
	if (output->file)
		fclose(output->file);
	output->file = NULL;
	if (output->temporary)
		unlink(output->temporary);
	free(output->temporary);
	output->temporary = NULL;
}

static int open_temporary(struct output *output)
{
	int fd, err;

	if (asprintf(&output->temporary, "%s.XXXXXX", output->target) < 0) {
		output->temporary = NULL;
		return -ENOMEM;
	}
	fd = mkostemp(output->temporary, O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		free(output->temporary);
		output->temporary = NULL;
		return err;
	}
	output->file = fdopen(fd, "w");
	if (!output->file || fchmod(fd, output->mode)) {
		err = -errno;
		if (!output->file)
			close(fd);
		close_temporary(output);
		return err;
	}
	return 0;
}

/* Devices and pipes can't be replaced by a renamed file. */
static int open_in_place(struct output *output)
{
	output->file = fopen(output->spec->path, "we");
	return output->file ? 0 : -errno;
}

/* Whether it is there is found out before the run, too. */
static int check_program(const char *command, const struct writer *writer)
{
	if (!writer->program || program_exists(writer->program))
		return 0;
	complain(command, "-o %s: the program %s is not installed", writer->name, writer->program);
	return STATUS_SKIPPED;
}

static int open_output(struct output *output)
{
	const char *path = output->spec->path;
	struct stat status;

	if (!path) {
		output->file = stdout;
		return 0;
	}
	output->mode = default_mode();
	if (!stat(path, &status)) {
		if (!S_ISREG(status.st_mode))
			return open_in_place(output);
		/* Renaming would replace even a file that may not be written. */
		if (access(path, W_OK))
			return -errno;
		output->mode = status.st_mode & 07777;
	} else if (errno != ENOENT) {
		return -errno;
	}
	output->target = resolve(path);
	return output->target ? open_temporary(output) : -errno;
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
			complain(command, "%s: %s", specs[i].path, strerror(-err));
			outputs_discard(outputs);
			return STATUS_ERROR;
		}
	}
	return 0;
}

static void discard(struct output *output)
{
	if (output->file == stdout)
		output->file = NULL;
	close_temporary(output);
	free(output->target);
	memset(output, 0, sizeof(*output));
}

/* Everything that can fail must have failed, or not, before the file gets its name. */
static int complete(struct output *output, bool durable)
{
	FILE *file = output->file;

	errno = 0;
	if (fflush(file) || ferror(file))
		return errno ? -errno : -EIO;
	if (file == stdout)
		return 0;
	if (output->temporary && durable && fsync(fileno(file)))
		return -errno;
	output->file = NULL;
	if (fclose(file))
		return -errno;
	if (!output->temporary)
		return 0;
	if (rename(output->temporary, output->target))
		return -errno;
	free(output->temporary);
	output->temporary = NULL;
	return 0;
}

/* Where it was written while the run went on, it may have to be opened anew. */
static int write_output(struct output *output, const struct rtlat_result *result,
			const struct view *view)
{
	int err = output->file ? 0 : open_temporary(output);

	if (!err)
		err = output->spec->writer->write(output->file, result, view);
	/* One that will soon be replaced need not survive a crash. */
	return err ? err : complete(output, !result->running);
}

static bool is_interim(const struct output *output)
{
	return output->spec->writer->interim && output->target;
}

bool outputs_have_interim(const struct outputs *outputs)
{
	unsigned int i;

	for (i = 0; i < outputs->nr; i++) {
		if (is_interim(&outputs->output[i]))
			return true;
	}
	return false;
}

static void warn(const struct rtlat_log *log, const char *path, int err)
{
	char text[512];

	snprintf(text, sizeof(text), "%s: %s", path, strerror(-err));
	log->emit(log->data, RTLAT_WARNING, text);
}

void outputs_write_interim(struct outputs *outputs, const struct rtlat_result *result,
			   const struct view *view, const struct rtlat_log *log)
{
	unsigned int i;
	int err;

	for (i = 0; i < outputs->nr; i++) {
		struct output *output = &outputs->output[i];

		if (!is_interim(output))
			continue;
		err = write_output(output, result, view);
		close_temporary(output);
		if (err && err != output->interim_error)
			warn(log, output->spec->path, err);
		output->interim_error = err;
	}
}

int output_text(const char *command, const char *path, const char *text, size_t length)
{
	const struct output_spec spec = { .path = path };
	struct output output = { .spec = &spec };
	int err = open_output(&output);

	errno = 0;
	/*
	 * What is longer than the buffer is written at once, and why that failed is known only
	 * then.
	 */
	if (!err && fwrite(text, 1, length, output.file) < length)
		err = errno ? -errno : -EIO;
	if (!err)
		err = complete(&output, true);
	if (err)
		complain(command, "%s: %s", path ? path : "standard output", strerror(-err));
	discard(&output);
	return err ? STATUS_ERROR : 0;
}

int output_check(const char *command, const char *path)
{
	const struct output_spec spec = { .path = path };
	struct output output = { .spec = &spec };
	struct stat status;
	int err;

	/* Who reads a pipe would take it for all that comes. */
	if (!path || (!stat(path, &status) && S_ISFIFO(status.st_mode)))
		return 0;
	err = open_output(&output);
	if (err)
		complain(command, "%s: %s", path, strerror(-err));
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
		const char *path = output->spec->path;

		err = write_output(output, result, view);
		if (err) {
			complain(outputs->command, "%s: %s", path ? path : "standard output",
				 strerror(-err));
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
