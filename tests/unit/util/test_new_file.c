// SPDX-License-Identifier: GPL-2.0-only
/* Files that are written aside, on a file system that has nameless files, and on one without. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rtlat/util/aside.h"
#include "rtlat/util/new_file.h"
#include "tests/unit/lib/unit.h"

#define NAME "night.json"
#define LEFT ".night.json.rtlat-0123abcd"

static bool nameless, removes;

/* Takes the place of the C library's. */
int openat(int directory, const char *path, int flags, ...)
{
	mode_t mode;
	va_list list;

	va_start(list, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
	va_end(list);
	if ((flags & O_TMPFILE) == O_TMPFILE && !nameless) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return syscall(SYS_openat, directory, path, flags, mode);
}

/* Takes the place of the C library's. Another run may clean up just before the rename. */
int renameat(int from, const char *old, int to, const char *new)
{
	if (removes)
		assert_int_equal(aside_remove_dead(AT_FDCWD, NAME, NULL), 0);
	return syscall(SYS_renameat2, from, old, to, new, 0);
}

static void enter_directory(void)
{
	char path[] = "/tmp/test_new_file.XXXXXX";

	assert_non_null(mkdtemp(path));
	assert_int_equal(chdir(path), 0);
}

static unsigned int count_files(void)
{
	DIR *entries = opendir(".");
	unsigned int nr = 0;
	struct dirent *entry;

	assert_non_null(entries);
	while ((entry = readdir(entries)))
		nr += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
	closedir(entries);
	return nr;
}

static void leave_directory(void)
{
	char path[PATH_MAX];

	assert_int_equal(count_files(), 0);
	assert_non_null(getcwd(path, sizeof(path)));
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(path), 0);
}

static void make(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static bool is_there(const char *name)
{
	return !access(name, F_OK);
}

static unsigned int nr_told;

static void tell(const char *name)
{
	assert_string_equal(name, LEFT);
	nr_told++;
}

static void begin(struct new_file *file)
{
	assert_int_equal(new_file_open(file, NAME, true), 0);
	assert_int_equal(new_file_begin(file), 0);
	fputs("whole\n", file->file);
}

/* Begins a file and dies. */
static void die_while_writing(void)
{
	pid_t pid = fork();
	struct new_file file;
	int status;

	assert_true(pid >= 0);
	if (!pid) {
		if (new_file_open(&file, NAME, true) || new_file_begin(&file))
			_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void a_dead_run_leaves_no_file(void **state)
{
	(void)state;
	enter_directory();
	nameless = true;
	die_while_writing();
	assert_int_equal(count_files(), 0);
	leave_directory();
}

static void the_next_run_removes_it(void **state)
{
	struct new_file file;

	(void)state;
	enter_directory();
	nameless = false;
	die_while_writing();
	assert_int_equal(count_files(), 1);
	begin(&file);
	assert_int_equal(count_files(), 1);
	assert_int_equal(new_file_finish(&file, false), 0);
	assert_int_equal(new_file_publish(&file, true), 0);
	new_file_close(&file);
	assert_int_equal(count_files(), 1);
	assert_int_equal(unlink(NAME), 0);
	leave_directory();
}

/* A file that is being written stays, whichever of the two ways it is written. */
static void a_living_run_keeps_its_file(void **state)
{
	struct new_file file;

	(void)state;
	enter_directory();
	removes = true;
	for (int i = 0; i < 2; i++) {
		nameless = i;
		begin(&file);
		assert_int_equal(aside_remove_dead(AT_FDCWD, NAME, tell), 0);
		assert_int_equal(new_file_finish(&file, false), 0);
		assert_int_equal(new_file_publish(&file, true), 0);
		new_file_close(&file);
		assert_true(is_there(NAME));
		assert_int_equal(unlink(NAME), 0);
	}
	removes = false;
	leave_directory();
}

/* A file that could not get its name has another, which is not taken for a dead run's. */
static void a_kept_file_stays(void **state)
{
	struct new_file file;
	char kept[NAME_MAX + 1];

	(void)state;
	enter_directory();
	nameless = true;
	begin(&file);
	assert_int_equal(new_file_finish(&file, false), 0);
	assert_int_equal(mkdir(NAME, 0755), 0);
	assert_int_equal(new_file_publish(&file, true), -EISDIR);
	strcpy(kept, file.aside);
	new_file_close(&file);
	assert_int_equal(kept[0], NAME[0]);
	assert_int_equal(aside_remove_dead(AT_FDCWD, NAME, tell), 0);
	assert_int_equal(unlink(kept), 0);
	assert_int_equal(rmdir(NAME), 0);
	leave_directory();
}

static void only_left_files_are_removed(void **state)
{
	static const char *const others[] = {
		"night.json.0123abcd",         ".night.json.rtlat-0123abc",
		".night.json.rtlat-0123abcde", ".night.json.rtlat-0123abcdX",
		".other.json.rtlat-0123abcd",  "linked",
	};

	(void)state;
	enter_directory();
	make(LEFT, "half");
	for (unsigned int i = 0; i < ARRAY_SIZE(others); i++)
		make(others[i], "somebody's");
	assert_int_equal(symlink("night.json.0123abcd", ".night.json.rtlat-00000001"), 0);
	assert_int_equal(link("linked", ".night.json.rtlat-00000002"), 0);
	assert_int_equal(mkfifo(".night.json.rtlat-00000003", 0600), 0);
	nr_told = 0;
	assert_int_equal(aside_remove_dead(AT_FDCWD, NAME, tell), 0);
	assert_int_equal(nr_told, 1);
	assert_false(is_there(LEFT));
	for (unsigned int i = 0; i < ARRAY_SIZE(others); i++)
		assert_int_equal(unlink(others[i]), 0);
	assert_int_equal(unlink(".night.json.rtlat-00000001"), 0);
	assert_int_equal(unlink(".night.json.rtlat-00000002"), 0);
	assert_int_equal(unlink(".night.json.rtlat-00000003"), 0);
	leave_directory();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dead_run_leaves_no_file),
		cmocka_unit_test(the_next_run_removes_it),
		cmocka_unit_test(a_living_run_keeps_its_file),
		cmocka_unit_test(a_kept_file_stays),
		cmocka_unit_test(only_left_files_are_removed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
