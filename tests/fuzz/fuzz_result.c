// SPDX-License-Identifier: GPL-2.0-only
/*
 * A result as JSON, or what somebody says is one: what is accepted can be merged, compared and
 * reported, has no control characters in any format, and what is written as JSON can be read.
 */
#include <errno.h>
#include <string.h>

#include "rtlat/compare/compare.h"
#include "tests/fuzz/fuzz.h"
#include "rtlat/merge/merge.h"
#include "rtlat/report/report.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed)
{
	size_t length = seed % 8 ? fuzz_mutate_json(data, size, max, seed / 8) : 0;

	return length ? length : LLVMFuzzerMutate(data, size, max);
}

/* NULL: it is refused. */
static struct result_file *read_file(const void *data, size_t size)
{
	struct result_file *file = NULL;
	int status = result_file_read(&file, "merge", fuzz_file("result", data, size));

	require(status == 0 ? file != NULL : status == STATUS_ERROR);
	return file;
}

static void require_text(const char *text, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		require((unsigned char)text[i] >= ' ' ? text[i] != 0x7f
						      : text[i] == '\n' || text[i] == '\t');
}

static void check_round_trip(const char *text, size_t size)
{
	struct result_file *file = read_file(text, size);

	require(file);
	result_file_close(file);
}

static void write_as(const struct writer *writer, const struct rtlat_result *result)
{
	static const struct view view = { .nanoseconds = true };
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	int err;

	require(file);
	err = writer->write(file, result, &view);
	require(fclose(file) == 0 && err <= 0);
	require_text(text, size);
	if (!err && !strcmp(writer->name, "json"))
		check_round_trip(text, size);
	free(text);
}

static void write_all(const struct rtlat_result *result)
{
	static const char *const names[] = {
		"text",  "json", "csv",  "cyclictest",  "rt-tests-json", "rtla", "hgrm",
		"junit", "tap",  "lava", "openmetrics", "svg",           "png",
	};
	const struct writer *writer;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		writer = writer_find(names[i], strlen(names[i]), COMMAND_MERGE);
		require(writer);
		if (writer_takes(writer, result->config->measure))
			write_as(writer, result);
	}
}

static void merge(struct result_file *const *files, unsigned int nr)
{
	struct options *options = calloc(1, sizeof(*options));
	struct merged *merged = calloc(1, sizeof(*merged));
	int err;

	require(options && merged);
	options->command = COMMAND_MERGE;
	options->name = "merge";
	err = merge_results(merged, files, nr, options);
	require(err == 0 || err == -EOVERFLOW);
	if (!err)
		write_all(&merged->result);
	merge_free(merged);
	free(merged);
	free(options);
}

static void compare(struct result_file *const *files)
{
	struct comparison comparison;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	int err;

	require(file);
	err = compare_results(&comparison, files[0], files[1], COMPARE_TOLERANCE);
	require(err == 0 || err == -ENODATA);
	/* A result compared with itself has nothing that is worse, or of another kind. */
	require(!comparison.nr_worse && !comparison.obstacles.nr);
	if (!err) {
		compare_print(file, &comparison, false, false);
		require(compare_print_json(file, &comparison, 1) == 0);
	}
	compare_free(&comparison);
	require(fclose(file) == 0);
	require_text(text, size);
	free(text);
}

static void report(struct result_file *const *files)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	require(file);
	report_write(file, files, 2);
	require(fclose(file) == 0);
	require_text(text, size);
	require(!strstr(text, "<script"));
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct result_file *files[2];

	files[0] = read_file(data, size);
	if (!files[0])
		return 0;
	files[1] = read_file(data, size);
	require(files[1]);
	merge(files, 1);
	merge(files, 2);
	compare(files);
	report(files);
	result_file_close(files[0]);
	result_file_close(files[1]);
	return 0;
}
