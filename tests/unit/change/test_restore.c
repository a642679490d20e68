// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the journal: what it notes and takes back. */
#include <errno.h>
#include <stdarg.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "lib/util/file.h"
#include "lib/change/journal.h"
#include "tests/unit/lib/restore_fixture.h"
#include "lib/change/internal.h"

static char directory[64], setting[96], other[96], made[96];

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
	restore_target_set_stand_in(directory);
	logged[0] = '\0';
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
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "50\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, other, "\n"), 0);
	assert_file(setting, "50");
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "1000");
	assert_file(other, "0-3");
	assert_int_equal(rtlat_restore(NULL, NULL), 0);
}

/* Change things in a process that then dies without a chance to clean up. */
static void change_and_die(void)
{
	struct rtlat_journal *journal;
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (rtlat_journal_open(&journal, NULL, NULL, 0) ||
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

/* Acts as if the machine had been booted since: it has the settings that it boots with. */
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
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "boot");
}

static void the_next_run_restores_first(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	change_and_die();
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_file(setting, "1000");
	assert_int_equal(rtlat_journal_undo(journal), 0);
}

/* Runs `test` in another process, while the journal of this one is open. */
static void beside(bool (*test)(struct rtlat_journal *second))
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (pid == 0) {
		struct rtlat_journal *second;
		bool passed;

		if (rtlat_journal_open(&second, &log_lines, NULL, 0))
			_exit(1);
		passed = test(second);
		if (!passed)
			fprintf(stderr, "beside: logged '%s'\n", logged);
		/* The changes of the first are not undone with those of the second. */
		_exit(rtlat_journal_undo(second) || !passed ? 2 : 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/* One line, which names the first run and `what`. */
static bool told_of(const char *what)
{
	char line[256];

	snprintf(line, sizeof(line),
		 "another rtlat is running, process %d, and uses %s; wait for it or end it",
		 getppid(), what);
	return strstr(logged, line);
}

static bool changes_something_else(struct rtlat_journal *second)
{
	int owner = 0;

	return !rtlat_journal_set(second, other, "2\n") && !rtlat_journal_claim(second, "that") &&
	       rtlat_restore(NULL, &owner) == -EBUSY && owner;
}

static bool changes_the_same(struct rtlat_journal *second)
{
	return rtlat_journal_set(second, setting, "50\n") == -EBUSY && told_of(setting);
}

static bool wants_the_same(struct rtlat_journal *second)
{
	return rtlat_journal_set(second, setting, "100\n") == -EBUSY && told_of(setting);
}

static bool claims_the_same(struct rtlat_journal *second)
{
	return rtlat_journal_claim(second, "this") == -EBUSY && told_of("this");
}

static void a_second_run_shares_the_machine(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_claim(journal, "this"), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	beside(changes_something_else);
	assert_file(other, "0-3");
	beside(changes_the_same);
	beside(wants_the_same);
	beside(claims_the_same);
	assert_file(setting, "100");
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "1000");
}

static bool keeps_it_too(struct rtlat_journal *second)
{
	return !rtlat_journal_set(second, setting, "1000\n");
}

/* A setting that is right already is not changed by another run, and may be right for many. */
static void what_a_run_relies_on_stays(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "1000\n"), 0);
	beside(changes_the_same);
	beside(keeps_it_too);
	assert_file(setting, "1000");
	assert_int_equal(rtlat_journal_undo(journal), 0);
}

/* A dead run's changes are undone while another run lives, whose own stay. */
static void a_dead_run_beside_a_living_one(void **state)
{
	struct rtlat_journal *journal;
	char third[128];
	int owner = 0;

	(void)state;
	snprintf(third, sizeof(third), "%s/third", directory);
	write_file(third, "7\n");
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, third, "8\n"), 0);
	change_and_die();
	assert_int_equal(rtlat_restore(NULL, &owner), 3);
	assert_file(setting, "1000");
	assert_file(third, "8");
	assert_int_equal(rtlat_restore(NULL, &owner), -EBUSY);
	assert_int_equal(owner, getpid());
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(third, "7");
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
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(rtlat_journal_note(journal, directory, "a directory is no file"), 0);
	assert_int_equal(rtlat_journal_undo(journal), -EISDIR);
	assert_file(setting, "1000");
}

static void what_is_so_already_is_no_change(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
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
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(unlink(setting), 0);
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_int_equal(access(setting, F_OK), -1);
}

static void assert_left(const char *value, const char *before)
{
	char line[512];

	snprintf(
		line, sizeof(line),
		"%s is left at '%s', which somebody else has set since: before rtlat it was '%s'\n",
		setting, value, before);
	assert_string_equal(logged, line);
	assert_file(setting, value);
}

/* One line, however often the run has set it. */
static void what_somebody_else_has_set_since_is_left(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, &log_lines, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "50\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, other, "2\n"), 0);
	write_file(setting, "7\n");
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_left("7", "1000");
	assert_file(other, "0-3");
}

static void what_somebody_else_has_put_back_needs_no_line(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_int_equal(rtlat_journal_open(&journal, &log_lines, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "100\n"), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "50\n"), 0);
	write_file(setting, "1000\n");
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "1000");
	assert_string_equal(logged, "");
}

static void what_was_set_since_the_kill_is_left(void **state)
{
	char rest[sizeof(logged)];
	const char *end;

	(void)state;
	change_and_die();
	write_file(setting, "7\n");
	assert_int_equal(rtlat_restore(&log_lines, NULL), 3);
	/* The first says that there is something to restore. */
	end = strchr(logged, '\n');
	assert_non_null(end);
	strcpy(rest, end + 1);
	strcpy(logged, rest);
	assert_left("7", "1000");
	assert_file(other, "0-3");
	assert_int_equal(access(made, F_OK), -1);
}

/* A dead run has noted "3" before its change; in `setting` is "0-1" now. */
static FILE *leave(void)
{
	char path[128];
	FILE *file;

	write_file(setting, "0-1\n");
	snprintf(path, sizeof(path), "%s/journal", directory);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "{\"path\":\"%s\",\"old\":\"3\"}\n", setting);
	return file;
}

/* The kernel gives a list, and many a number, back in its own way: that is what is compared. */
static void what_the_kernel_gives_back_is_the_new_value(void **state)
{
	FILE *file = leave();

	(void)state;
	fprintf(file, "{\"path\":\"%s\",\"new\":\"0-1\"}\n", setting);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(rtlat_restore(NULL, NULL), 1);
	assert_file(setting, "3");
}

static void a_change_of_unknown_outcome_is_undone(void **state)
{
	(void)state;
	assert_int_equal(fclose(leave()), 0);
	assert_int_equal(rtlat_restore(NULL, NULL), 1);
	assert_file(setting, "3");
}

/* Room for ten more bytes in the journal, or for all there will be. */
static int limit_journal(bool narrow)
{
	struct rlimit limit;
	struct stat stat_of;
	char path[128];

	snprintf(path, sizeof(path), "%s/journal", directory);
	if (stat(path, &stat_of) || getrlimit(RLIMIT_FSIZE, &limit))
		return -1;
	limit.rlim_cur = narrow ? (rlim_t)stat_of.st_size + 10 : limit.rlim_max;
	return setrlimit(RLIMIT_FSIZE, &limit);
}

static void a_line_that_is_cut_does_not_swallow_the_next(void **state)
{
	struct rtlat_journal *journal;
	int status;
	pid_t pid = fork();

	(void)state;
	assert_true(pid >= 0);
	if (pid == 0) {
		signal(SIGXFSZ, SIG_IGN);
		if (rtlat_journal_open(&journal, NULL, NULL, 0) || limit_journal(true) ||
		    rtlat_journal_set(journal, other, "2\n") == 0 || limit_journal(false) ||
		    rtlat_journal_set(journal, setting, "100\n"))
			_exit(1);
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_file(other, "0-3");
	assert_file(setting, "100");
	assert_int_equal(rtlat_restore(NULL, NULL), 1);
	assert_file(setting, "1000");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(undo_restores_in_reverse),
		TEST(restore_after_a_kill),
		TEST(what_another_boot_left_is_dropped),
		TEST(the_next_run_restores_first),
		TEST(a_second_run_shares_the_machine),
		TEST(what_a_run_relies_on_stays),
		TEST(a_dead_run_beside_a_living_one),
		TEST(a_torn_last_line_is_ignored),
		TEST(one_failure_does_not_stop_the_rest),
		TEST(what_is_gone_needs_no_restoring),
		TEST(what_is_so_already_is_no_change),
		TEST(what_somebody_else_has_set_since_is_left),
		TEST(what_somebody_else_has_put_back_needs_no_line),
		TEST(what_was_set_since_the_kill_is_left),
		TEST(what_the_kernel_gives_back_is_the_new_value),
		TEST(a_change_of_unknown_outcome_is_undone),
		TEST(a_line_that_is_cut_does_not_swallow_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
