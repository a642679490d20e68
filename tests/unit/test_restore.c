// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "file.h"
#include "restore.h"
#include "restore_internal.h"

static char directory[64], setting[96], other[96], made[96];

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void assert_file(const char *path, const char *expected)
{
	char *text = NULL;

	assert_int_equal(file_read(path, &text), 0);
	assert_string_equal(text, expected);
	free(text);
}

static int setup(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/rtlat-restore-XXXXXX");
	if (!mkdtemp(directory))
		return -1;
	snprintf(setting, sizeof(setting), "%s/setting", directory);
	snprintf(other, sizeof(other), "%s/other", directory);
	snprintf(made, sizeof(made), "%s/made", directory);
	rtlat_journal_set_directory(directory);
	write_file(setting, "1000\n");
	write_file(other, "0-3\n");
	return 0;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", directory);
	return system(command);
}

static void undo_restores_in_reverse(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "50\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, other, "\n"), 0);
	assert_file(setting, "50");
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "1000");
	assert_file(other, "0-3");
	assert_int_equal(rtlat_restore(NULL, NULL), 0);
}

static void a_living_run_will_unload_its_modules(void **state)
{
	struct rtlat_journal *journal;
	int owner = 0;

	(void)state;
	assert_false(rtlat_journal_will_unload("rtlat_none", &owner));
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	assert_false(rtlat_journal_will_unload("rtlat_none", &owner));
	assert_int_equal(rtlat_journal_note_module(journal, "rtlat_none"), 0);
	assert_false(rtlat_journal_will_unload("rtlat_no", &owner));
	assert_true(rtlat_journal_will_unload("rtlat_none", &owner));
	assert_int_equal(owner, getpid());
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_false(rtlat_journal_will_unload("rtlat_none", &owner));
}

/* Change things in a process that then dies without a chance to clean up. */
static void change_and_die(void)
{
	struct rtlat_journal *journal;
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (rtlat_journal_open(&journal, NULL, NULL) ||
		    rtlat_journal_note_directory(journal, made) || mkdir(made, 0700) ||
		    rtlat_journal_set(journal, setting, "100\n") ||
		    rtlat_journal_note(journal, other, "0-3") || file_write(other, "2\n"))
			_exit(1);
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_file(setting, "100");
	assert_file(other, "2");
}

static void restore_after_a_kill(void **state)
{
	(void)state;
	change_and_die();
	assert_int_equal(rtlat_restore(NULL, NULL), 3);
	assert_file(setting, "1000");
	assert_file(other, "0-3");
	assert_int_equal(access(made, F_OK), -1);
	assert_int_equal(rtlat_restore(NULL, NULL), 0);
}

/* As if the machine had been booted since: it has the settings that it boots with. */
static void change_and_reboot(void)
{
	char path[128], *journal, *boot;

	change_and_die();
	snprintf(path, sizeof(path), "%s/journal", directory);
	assert_int_equal(file_read(path, &journal), 0);
	boot = strstr(journal, "\"boot_id\":\"");
	assert_non_null(boot);
	boot += strlen("\"boot_id\":\"");
	*boot = *boot == '0' ? '1' : '0';
	write_file(path, journal);
	free(journal);
	write_file(setting, "boot\n");
}

static void what_another_boot_left_is_dropped(void **state)
{
	struct rtlat_journal *journal;
	char path[128];

	(void)state;
	change_and_reboot();
	assert_int_equal(rtlat_restore(NULL, NULL), 0);
	assert_file(setting, "boot");
	snprintf(path, sizeof(path), "%s/journal", directory);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(rmdir(made), 0);
	change_and_reboot();
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "boot");
}

static void the_next_run_restores_first(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	change_and_die();
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	assert_file(setting, "1000");
	assert_int_equal(rtlat_journal_undo(journal), 0);
}

static void a_second_run_is_told_of_the_first(void **state)
{
	struct rtlat_journal *journal;
	int status, owner = 0;
	pid_t pid, parent = getpid();

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct rtlat_journal *second;
		int err = rtlat_journal_open(&second, NULL, &owner);

		if (err != -EBUSY || owner != parent)
			_exit(1);
		owner = 0;
		_exit(rtlat_restore(NULL, &owner) == -EBUSY && owner == parent ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(rtlat_journal_undo(journal), 0);
}

static void a_torn_last_line_is_ignored(void **state)
{
	char path[128];
	FILE *file;

	(void)state;
	change_and_die();
	snprintf(path, sizeof(path), "%s/journal", directory);
	file = fopen(path, "a");
	assert_non_null(file);
	assert_true(fputs("{\"path\": \"/tmp/x\", \"ol", file) >= 0);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(rtlat_restore(NULL, NULL), 3);
	assert_file(setting, "1000");
}

static void one_failure_does_not_stop_the_rest(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(rtlat_journal_note(journal, directory, "a directory is no file"), 0);
	assert_int_equal(rtlat_journal_undo(journal), -EISDIR);
	assert_file(setting, "1000");
}

static void what_is_so_already_is_no_change(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "1000\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "1000"), 0);
	write_file(setting, "7\n");
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "7");
}

static void what_is_gone_needs_no_restoring(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(unlink(setting), 0);
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_int_equal(access(setting, F_OK), -1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_living_run_will_unload_its_modules),
		TEST(undo_restores_in_reverse),
		TEST(restore_after_a_kill),
		TEST(what_another_boot_left_is_dropped),
		TEST(the_next_run_restores_first),
		TEST(a_second_run_is_told_of_the_first),
		TEST(a_torn_last_line_is_ignored),
		TEST(one_failure_does_not_stop_the_rest),
		TEST(what_is_gone_needs_no_restoring),
		TEST(what_is_so_already_is_no_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
