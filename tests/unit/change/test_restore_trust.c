// SPDX-License-Identifier: GPL-2.0-only
/* A journal that somebody else could have written, and paths that no change can have. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/change/journal.h"
#include "tests/unit/lib/restore_fixture.h"
#include "lib/change/internal.h"
#include "tests/unit/lib/unit.h"

#define NOBODY 65534
/* More than any of these takes; one that waits for ever is ended. */
#define PATIENCE 60

static char work[64], directory[80], journal_path[96], setting[80], made[80];

/* The journal of a dead run. */
static void plant(const char *format, const char *path)
{
	char text[512];

	snprintf(text, sizeof(text), format, path);
	write_file(journal_path, text);
	assert_int_equal(chmod(journal_path, 0600), 0);
}

static void plant_setting(const char *path)
{
	plant("{\"pid\":1}\n{\"path\":\"%s\",\"old\":\"7\"}\n{\"module\":\"latency_tracker_none\"}"
	      "\n",
	      path);
}

static int setup(void **state)
{
	(void)state;
	strcpy(work, "/tmp/rtlat-trust-XXXXXX");
	if (!mkdtemp(work))
		return -1;
	snprintf(directory, sizeof(directory), "%s/rtlat", work);
	snprintf(journal_path, sizeof(journal_path), "%s/journal", directory);
	snprintf(setting, sizeof(setting), "%s/setting", work);
	snprintf(made, sizeof(made), "%s/made", work);
	rtlat_journal_set_directory(directory);
	restore_target_set_stand_in(work);
	logged[0] = '\0';
	write_file(setting, "1000\n");
	if (mkdir(directory, 0755))
		return -1;
	plant_setting(setting);
	alarm(PATIENCE);
	return 0;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	alarm(0);
	snprintf(command, sizeof(command), "rm -rf %s", work);
	return system(command);
}

/* Nothing is changed, nothing waits, and the same line is said of it whoever asks. */
static void assert_distrusted(const char *path, const char *why)
{
	char reason[RTLAT_JOURNAL_REASON], expected[RTLAT_JOURNAL_REASON];
	struct rtlat_journal *journal;
	int owner = 0;

	snprintf(expected, sizeof(expected),
		 "%s is not trusted, %s: nothing of it is undone, remove it", path, why);
	assert_int_equal(rtlat_journal_open(&journal, &log_lines, reason, sizeof(reason)),
			 -EUCLEAN);
	assert_string_equal(reason, expected);
	assert_string_equal(logged, "");
	assert_int_equal(rtlat_restore(&log_lines, &owner), -EUCLEAN);
	strcat(reason, "\n");
	assert_string_equal(logged, reason);
	assert_file(setting, "1000");
}

static void one_of_our_own_is_undone(void **state)
{
	(void)state;
	assert_int_equal(rtlat_restore(NULL, NULL), 2);
	assert_file(setting, "7");
}

static void a_directory_of_another_user(void **state)
{
	char why[64];

	(void)state;
	if (geteuid())
		skip_because("only root can give it away");
	assert_int_equal(chown(directory, NOBODY, 0), 0);
	snprintf(why, sizeof(why), "it belongs to user %d and not to 0", NOBODY);
	assert_distrusted(directory, why);
}

static void a_directory_that_others_may_write(void **state)
{
	(void)state;
	assert_int_equal(chmod(directory, 0775), 0);
	assert_distrusted(directory, "others may write it (mode 0775)");
	assert_int_equal(chmod(directory, 01757), 0);
	logged[0] = '\0';
	assert_distrusted(directory, "others may write it (mode 1757)");
}

static void a_link_to_a_directory(void **state)
{
	char elsewhere[80];

	(void)state;
	snprintf(elsewhere, sizeof(elsewhere), "%s/elsewhere", work);
	assert_int_equal(rename(directory, elsewhere), 0);
	assert_int_equal(symlink(elsewhere, directory), 0);
	assert_distrusted(directory, "it is not a directory");
}

static void a_journal_of_another_user(void **state)
{
	char why[64];

	(void)state;
	if (geteuid())
		skip_because("only root can give it away");
	assert_int_equal(chown(journal_path, NOBODY, 0), 0);
	snprintf(why, sizeof(why), "it belongs to user %d and not to 0", NOBODY);
	assert_distrusted(journal_path, why);
}

static void a_journal_that_others_may_write(void **state)
{
	(void)state;
	assert_int_equal(chmod(journal_path, 0620), 0);
	assert_distrusted(journal_path, "others may write it (mode 0620)");
}

static void a_journal_of_two_names(void **state)
{
	char second[80];

	(void)state;
	snprintf(second, sizeof(second), "%s/second", work);
	assert_int_equal(link(journal_path, second), 0);
	assert_distrusted(journal_path, "it has 2 names");
}

static void a_journal_of_absurd_size(void **state)
{
	(void)state;
	assert_int_equal(truncate(journal_path, (32 << 20) + 1), 0);
	assert_distrusted(journal_path, "it has 33554433 bytes, no journal more than 33554432");
}

static void a_link_to_a_journal(void **state)
{
	char elsewhere[80];

	(void)state;
	snprintf(elsewhere, sizeof(elsewhere), "%s/elsewhere", work);
	assert_int_equal(rename(journal_path, elsewhere), 0);
	assert_int_equal(symlink(elsewhere, journal_path), 0);
	assert_distrusted(journal_path, "it is not a regular file");
}

/* /dev/full can be read without end. */
static void a_link_to_a_device(void **state)
{
	(void)state;
	assert_int_equal(unlink(journal_path), 0);
	assert_int_equal(symlink("/dev/full", journal_path), 0);
	assert_distrusted(journal_path, "it is not a regular file");
}

static void a_device(void **state)
{
	(void)state;
	assert_int_equal(unlink(journal_path), 0);
	if (mknod(journal_path, S_IFCHR | 0600, makedev(1, 7)))
		skip_because("no device can be made here");
	assert_distrusted(journal_path, "it is not a regular file");
}

static void a_fifo(void **state)
{
	(void)state;
	assert_int_equal(unlink(journal_path), 0);
	assert_int_equal(mkfifo(journal_path, 0600), 0);
	assert_distrusted(journal_path, "it is not a regular file");
}

static void a_socket(void **state)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(unlink(journal_path), 0);
	strcpy(address.sun_path, journal_path);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_distrusted(journal_path, "it is not a regular file");
	close(fd);
}

static void a_directory_for_a_journal(void **state)
{
	(void)state;
	assert_int_equal(unlink(journal_path), 0);
	assert_int_equal(mkdir(journal_path, 0700), 0);
	assert_distrusted(journal_path, "it is not a regular file");
}

/* restored: what the journal asks for is not done, and `said` of it. */
static void assert_refused(const char *said)
{
	assert_int_equal(rtlat_restore(&log_lines, NULL), -EXDEV);
	assert_non_null(strstr(logged, said));
	logged[0] = '\0';
	/* The journal is gone: nothing asks for the change again. */
	assert_int_equal(rtlat_restore(&log_lines, NULL), 0);
	assert_string_equal(logged, "");
}

static void a_path_on_another_file_system_is_not_changed(void **state)
{
	char said[256];

	(void)state;
	restore_target_set_stand_in(NULL);
	snprintf(said, sizeof(said), "%s is not changed: it is not a file of sysfs or tracefs\n",
		 setting);
	assert_refused(said);
	plant("{\"pid\":1}\n{\"path\":\"%s\",\"command\":\"7\"}\n", setting);
	snprintf(said, sizeof(said), "%s is not changed: it is not a file of tracefs\n", setting);
	assert_refused(said);
	assert_file(setting, "1000");
	assert_int_equal(mkdir(made, 0700), 0);
	plant("{\"pid\":1}\n{\"directory\":\"%s\"}\n", made);
	snprintf(said, sizeof(said), "%s is not changed: it is not a file of tracefs\n", work);
	assert_refused(said);
	assert_int_equal(access(made, F_OK), 0);
}

/* Where a link leads is what counts. */
static void a_link_to_another_file_system_is_not_followed(void **state)
{
	char path[80], said[256];

	(void)state;
	snprintf(path, sizeof(path), "%s/link", work);
	assert_int_equal(symlink("/proc/self/oom_score_adj", path), 0);
	write_file("/proc/self/oom_score_adj", "21\n");
	plant("{\"pid\":1}\n{\"path\":\"%s\",\"old\":\"22\"}\n", path);
	snprintf(said, sizeof(said), "%s is not changed: it is not a file of sysfs or tracefs\n",
		 path);
	assert_refused(said);
	assert_file("/proc/self/oom_score_adj", "21");
}

/* sysfs holds no instance of tracing, and takes no commands of it. */
static void what_is_of_tracing_is_not_looked_for_in_sysfs(void **state)
{
	(void)state;
	plant("{\"pid\":1}\n{\"directory\":\"%s\"}\n", "/sys/kernel/none");
	assert_refused("/sys/kernel is not changed: it is not a file of tracefs\n");
}

static void a_pipe_among_the_paths_is_not_waited_for(void **state)
{
	char path[80];

	(void)state;
	restore_target_set_stand_in(NULL);
	snprintf(path, sizeof(path), "%s/fifo", work);
	assert_int_equal(mkfifo(path, 0600), 0);
	plant("{\"pid\":1}\n{\"path\":\"%s\",\"old\":\"22\"}\n", path);
	assert_refused("is not changed: it is not a file of sysfs or tracefs\n");
}

static void a_module_of_somebody_else_is_not_unloaded(void **state)
{
	(void)state;
	plant("{\"pid\":1}\n{\"module\":\"%s\"}\n", "dummy");
	assert_refused("the module dummy is not unloaded: rtlat loads none but rtlat and "
		       "latency_tracker*\n");
	plant("{\"pid\":1}\n{\"module\":\"%s\"}\n", "latency_tracker/../dummy");
	assert_refused("the module latency_tracker/../dummy is not unloaded");
}

/* A change that undo would refuse is refused. */
static void a_change_that_would_not_be_undone_is_not_made(void **state)
{
	struct rtlat_journal *journal;

	(void)state;
	restore_target_set_stand_in(NULL);
	assert_int_equal(unlink(journal_path), 0);
	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	assert_int_equal(rtlat_journal_set(journal, setting, "1"), -EXDEV);
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_file(setting, "1000");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(one_of_our_own_is_undone),
		TEST(a_directory_of_another_user),
		TEST(a_directory_that_others_may_write),
		TEST(a_link_to_a_directory),
		TEST(a_journal_of_another_user),
		TEST(a_journal_that_others_may_write),
		TEST(a_journal_of_two_names),
		TEST(a_journal_of_absurd_size),
		TEST(a_link_to_a_journal),
		TEST(a_link_to_a_device),
		TEST(a_device),
		TEST(a_fifo),
		TEST(a_socket),
		TEST(a_directory_for_a_journal),
		TEST(a_path_on_another_file_system_is_not_changed),
		TEST(a_link_to_another_file_system_is_not_followed),
		TEST(what_is_of_tracing_is_not_looked_for_in_sysfs),
		TEST(a_pipe_among_the_paths_is_not_waited_for),
		TEST(a_module_of_somebody_else_is_not_unloaded),
		TEST(a_change_that_would_not_be_undone_is_not_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
