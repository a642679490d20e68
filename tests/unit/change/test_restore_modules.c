// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the journal: the modules that other runs have loaded, and will unload. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "lib/change/journal.h"
#include "lib/change/internal.h"

/* A process that does not wait for a lock has ended after this time. */
#define WAITS_MS 300

static char directory[64];

static int setup(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/rtlat-modules-XXXXXX");
	if (!mkdtemp(directory))
		return -1;
	rtlat_journal_set_directory(directory);
	return 0;
}

/* Fails if anything of a run is left in the directory. */
static int teardown(void **state)
{
	(void)state;
	return rmdir(directory);
}

/* /sys/module/kernel is there on every kernel, as a module that is built in. */
static void a_module_stays_if_no_run_will_unload_it(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	assert_true(rtlat_journal_module_stays("kernel"));
	assert_false(rtlat_journal_module_stays("latency_tracker_none"));
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_note_module(journal, "kerne"), 0);
	assert_true(rtlat_journal_module_stays("kernel"));
	assert_int_equal(rtlat_journal_note_module(journal, "kernel"), 0);
	assert_false(rtlat_journal_module_stays("kernel"));
	assert_int_equal(rtlat_journal_undo(journal), -EXDEV);
	assert_true(rtlat_journal_module_stays("kernel"));
}

/* A run unloads its modules while all others are kept out, also those that only look. */
static void who_looks_at_a_module_waits_for_a_run_that_ends(void **state)
{
	struct pollfd end = { .events = POLLIN };
	struct journal_file file;
	int status, ends[2];
	pid_t pid;

	(void)state;
	assert_int_equal(journal_directory_open(&file, false), 0);
	assert_int_equal(journal_enter(&file), 0);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		/* The copy of the descriptor would keep the lock of the parent. */
		close(file.mutex);
		_exit(rtlat_journal_module_stays("kernel") ? 0 : 1);
	}
	close(ends[1]);
	end.fd = ends[0];
	assert_int_equal(poll(&end, 1, WAITS_MS), 0);
	journal_file_close(&file);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
	close(ends[0]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_module_stays_if_no_run_will_unload_it),
		TEST(who_looks_at_a_module_waits_for_a_run_that_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
