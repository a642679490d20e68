// SPDX-License-Identifier: GPL-2.0-only
/* Makes the directory that stands for "/" in tests, and its files. */
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/lib/fake_root.h"
#include "lib/util/sysfs.h"
#include "tests/unit/lib/unit.h"

static char root[PATH_MAX / 2];

int fake_root_create(void **state)
{
	const char *directory = getenv("TMPDIR");

	(void)state;
	snprintf(root, sizeof(root), "%s/rtlat-unit-XXXXXX", directory ? directory : "/tmp");
	if (!mkdtemp(root))
		return -1;
	sysfs_set_root(root);
	/* Podman sets it in every process of a container, which is not what is tested. */
	unsetenv("container");
	return 0;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status;
	(void)type;
	(void)where;
	return remove(path);
}

int fake_root_destroy(void **state)
{
	(void)state;
	sysfs_set_root(NULL);
	return nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fake_root_path(const char *path)
{
	static char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", root, path);
	return full;
}

static void make_directories(const char *path)
{
	char copy[PATH_MAX];
	char *slash;

	snprintf(copy, sizeof(copy), "%s", path);
	for (slash = strchr(copy + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(copy, 0755) && errno != EEXIST)
			fail_msg("mkdir %s: %s", copy, strerror(errno));
		*slash = '/';
	}
}

void fake_root_write_bytes(const char *path, const void *bytes, size_t size)
{
	const char *full = fake_root_path(path);
	FILE *file;

	make_directories(full);
	file = fopen(full, "w");
	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
		fail_msg("%s: %s", full, strerror(errno));
}

void fake_root_write(const char *path, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	assert_true(length >= 0);
	fake_root_write_bytes(path, text, length);
	free(text);
}

void fake_root_remove(const char *path)
{
	assert_int_equal(remove(fake_root_path(path)), 0);
}
