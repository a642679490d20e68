// SPDX-License-Identifier: GPL-2.0-only
/* Tests of reading and writing whole small files. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "tests/unit/lib/unit.h"

#define OPENINGS 20000

/* Two names in a directory that change places: a regular file, and a pipe. */
struct swapped {
	char file[64];
	char pipe[64];
	atomic_bool over;
};

static void *swap_main(void *data)
{
	struct swapped *swapped = data;

	while (!atomic_load(&swapped->over))
		renameat2(AT_FDCWD, swapped->file, AT_FDCWD, swapped->pipe, RENAME_EXCHANGE);
	return NULL;
}

static void make_both(struct swapped *swapped, char *directory)
{
	FILE *file;

	assert_non_null(mkdtemp(directory));
	snprintf(swapped->file, sizeof(swapped->file), "%s/file", directory);
	snprintf(swapped->pipe, sizeof(swapped->pipe), "%s/pipe", directory);
	file = fopen(swapped->file, "w");
	assert_non_null(file);
	fclose(file);
	assert_int_equal(mkfifo(swapped->pipe, 0600), 0);
}

static void remove_both(const struct swapped *swapped, const char *directory)
{
	unlink(swapped->file);
	unlink(swapped->pipe);
	assert_int_equal(rmdir(directory), 0);
}

static void test_only_regular(void **state)
{
	char directory[] = "/tmp/rtlat-file-XXXXXX";
	struct swapped swapped = { 0 };
	int fd;

	(void)state;
	make_both(&swapped, directory);
	fd = file_open_regular(swapped.file);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(file_open_regular(swapped.pipe), -EINVAL);
	assert_int_equal(file_open_regular(directory), -EINVAL);
	remove_both(&swapped, directory);
	assert_int_equal(file_open_regular(swapped.file), -ENOENT);
}

/* The pipe is never opened, whenever the names change places: inotify has an event for each opening. */
static void test_swapped(void **state)
{
	char directory[] = "/tmp/rtlat-file-XXXXXX", events[4096];
	struct swapped swapped = { 0 };
	unsigned int i, opened = 0;
	pthread_t thread;
	int watch, fd;

	(void)state;
	make_both(&swapped, directory);
	watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	assert_true(inotify_add_watch(watch, swapped.pipe, IN_OPEN) >= 0);
	assert_int_equal(pthread_create(&thread, NULL, swap_main, &swapped), 0);
	for (i = 0; i < OPENINGS; i++) {
		fd = file_open_regular(swapped.file);
		if (fd < 0)
			continue;
		close(fd);
		opened++;
	}
	atomic_store(&swapped.over, true);
	pthread_join(thread, NULL);
	/* Both of it has been there. */
	assert_in_range(opened, 1, OPENINGS - 1);
	assert_int_equal(read(watch, events, sizeof(events)), -1);
	assert_int_equal(errno, EAGAIN);
	close(watch);
	remove_both(&swapped, directory);
}

/* Rights are asked for only where they are what is missing. */
static void test_usable(void **state)
{
	char why[128];

	(void)state;
	assert_int_equal(file_usable("/proc/self/stat", O_RDONLY, why, sizeof(why)), 0);
	assert_int_equal(file_usable("/proc/nothing", O_RDONLY, why, sizeof(why)), -EOPNOTSUPP);
	assert_string_equal(why, "/proc/nothing: No such file or directory");
	if (geteuid() == 0 && !seteuid(65534)) {
		assert_int_equal(file_usable("/proc/1/environ", O_RDONLY, why, sizeof(why)),
				 -EACCES);
		assert_string_equal(
			why, "/proc/1/environ: Permission denied; needs root or CAP_DAC_OVERRIDE");
		assert_int_equal(seteuid(0), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_regular),
		cmocka_unit_test(test_swapped),
		cmocka_unit_test(test_usable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
