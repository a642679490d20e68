// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared by the fuzz targets: a directory for files, and a stand-in for the function that starts
 * programs.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "rtlat/util/program.h"

static char directory[64];
static char file_path[PATH_MAX];

/* Takes the place of program_filter() in all that is linked: no target starts programs. */
int __wrap_program_filter(const char *name, const char *input, size_t length, FILE *output);

int __wrap_program_filter(const char *name, const char *input, size_t length, FILE *output)
{
	require(*name && memchr(input, '\0', length) == NULL);
	fwrite(input, 1, length, output);
	return 0;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	require(text);
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

static void remove_directory(void)
{
	/* Remove the last file written; the others have the same few names. */
	static const char *const names[] = { "elf", "kallsyms", "maps", "result" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(file_path, sizeof(file_path), "%s/%s", directory, names[i]);
		unlink(file_path);
	}
	rmdir(directory);
}

const char *fuzz_directory(void)
{
	const char *parent = getenv("TMPDIR");

	if (directory[0])
		return directory;
	snprintf(directory, sizeof(directory), "%s/rtlat-fuzz-XXXXXX", parent ? parent : "/tmp");
	require(mkdtemp(directory));
	atexit(remove_directory);
	return directory;
}

const char *fuzz_file(const char *name, const uint8_t *data, size_t size)
{
	int fd;

	snprintf(file_path, sizeof(file_path), "%s/%s", fuzz_directory(), name);
	fd = open(file_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	require(fd >= 0);
	require(write(fd, data, size) == (ssize_t)size);
	close(fd);
	return file_path;
}
