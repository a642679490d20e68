// SPDX-License-Identifier: GPL-2.0-only
/* Tests of idle states and the wake-up latency. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/lib/fake_root.h"
#include "lib/machine/power.h"
#include "lib/change/internal.h"
#include "lib/util/sysfs.h"
#include "tests/unit/lib/unit.h"

#define STATES 4

static char journal_directory[4096];

static int setup(void **state)
{
	int cpu;

	if (fake_root_create(state))
		return -1;
	snprintf(journal_directory, sizeof(journal_directory), "%s", fake_root_path("/run"));
	rtlat_journal_set_directory(journal_directory);
	restore_target_set_stand_in(fake_root_path(""));
	for (cpu = 0; cpu < 3; cpu++) {
		fake_root_idle_state(cpu, 0, "POLL", 0, 0);
		fake_root_idle_state(cpu, 1, "C1", 2, 0);
		fake_root_idle_state(cpu, 2, "C6", 100, 0);
		fake_root_idle_state(cpu, 3, "C8", 200, cpu == 1);
	}
	return 0;
}

static int teardown(void **state)
{
	rtlat_journal_set_directory("/run/rtlat");
	restore_target_set_stand_in(NULL);
	return fake_root_destroy(state);
}

static struct rtlat_journal *open_journal(void)
{
	struct rtlat_journal *journal;

	assert_int_equal(rtlat_journal_open(&journal, NULL, NULL, 0), 0);
	return journal;
}

/* "0011": which states of a CPU are disabled. */
static void assert_disabled(int cpu, const char *expected)
{
	char found[STATES + 1] = "", value[8];
	int i;

	for (i = 0; i < STATES; i++) {
		assert_int_equal(sysfs_read(value, sizeof(value),
					    "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/disable",
					    cpu, i),
				 1);
		found[i] = value[0];
	}
	assert_string_equal(found, expected);
}

static void limit_and_undo(const char *cpus, int deepest, const char *expected[3])
{
	struct rtlat_journal *journal = open_journal();
	struct rtlat_cpuset set;
	int cpu;

	assert_int_equal(rtlat_cpuset_parse(cpus, &set), 0);
	assert_int_equal(rtlat_power_limit_idle(journal, &set, deepest), 0);
	for (cpu = 0; cpu < 3; cpu++)
		assert_disabled(cpu, expected[cpu]);
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_disabled(0, "0000");
	assert_disabled(1, "0001");
	assert_disabled(2, "0000");
}

static void test_limit(void **state)
{
	(void)state;
	limit_and_undo("0-1", 1, (const char *[]){ "0011", "0011", "0000" });
	limit_and_undo("2", 2, (const char *[]){ "0000", "0001", "0001" });
	limit_and_undo("0,2", 0, (const char *[]){ "0111", "0001", "0111" });
	limit_and_undo("1", RTLAT_IDLE_NONE, (const char *[]){ "0000", "1111", "0000" });
}

static void test_nothing_deeper(void **state)
{
	(void)state;
	limit_and_undo("0-2", 3, (const char *[]){ "0000", "0001", "0000" });
	limit_and_undo("0-2", 1000, (const char *[]){ "0000", "0001", "0000" });
}

static void test_no_states(void **state)
{
	struct rtlat_journal *journal = open_journal();
	struct rtlat_cpuset set;

	(void)state;
	assert_int_equal(rtlat_cpuset_parse("5-6", &set), 0);
	assert_int_equal(rtlat_power_limit_idle(journal, &set, 1), -EOPNOTSUPP);
	/* One CPU that has states is enough. */
	assert_int_equal(rtlat_cpuset_parse("2,5", &set), 0);
	assert_int_equal(rtlat_power_limit_idle(journal, &set, 1), 0);
	assert_disabled(2, "0011");
	assert_int_equal(rtlat_journal_undo(journal), 0);
}

static void test_bad_depth(void **state)
{
	struct rtlat_journal *journal = open_journal();
	struct rtlat_cpuset set;

	(void)state;
	assert_int_equal(rtlat_cpuset_parse("0", &set), 0);
	assert_int_equal(rtlat_power_limit_idle(journal, &set, RTLAT_IDLE_UNCHANGED), -EINVAL);
	assert_disabled(0, "0000");
	assert_int_equal(rtlat_journal_undo(journal), 0);
}

/* Changes from before the failure are in the journal and come back. */
static void test_failure(void **state)
{
	struct rtlat_journal *journal = open_journal();
	struct rtlat_cpuset set;

	(void)state;
	fake_root_remove("/sys/devices/system/cpu/cpu1/cpuidle/state2/disable");
	assert_int_equal(rtlat_cpuset_parse("0-1", &set), 0);
	assert_int_equal(rtlat_power_limit_idle(journal, &set, 1), -ENOENT);
	assert_disabled(0, "0011");
	assert_int_equal(rtlat_journal_undo(journal), 0);
	assert_disabled(0, "0000");
}

static void test_dma_latency(void **state)
{
	int32_t value;
	int fd, file;

	(void)state;
	assert_int_equal(rtlat_power_dma_latency(20), -ENOENT);
	fake_root_write("/dev/cpu_dma_latency", "%s", "");
	assert_int_equal(rtlat_power_dma_latency(-1), -EINVAL);
	fd = rtlat_power_dma_latency(20);
	assert_true(fd >= 0);
	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	close(fd);
	file = open(fake_root_path("/dev/cpu_dma_latency"), O_RDONLY);
	assert_int_equal(read(file, &value, sizeof(value)), sizeof(value));
	assert_int_equal(value, 20);
	assert_int_equal(read(file, &value, sizeof(value)), 0);
	close(file);
}

static int32_t kernel_dma_latency(void)
{
	int32_t value = -1;
	int fd = open("/dev/cpu_dma_latency", O_RDONLY);

	assert_true(fd >= 0);
	assert_int_equal(read(fd, &value, sizeof(value)), sizeof(value));
	close(fd);
	return value;
}

/* The kernel itself, where it lets us: the wish holds exactly as long as the file is open. */
static void test_dma_latency_kernel(void **state)
{
	int32_t wish;
	int fd;

	(void)state;
	sysfs_set_root(NULL);
	if (access("/dev/cpu_dma_latency", R_OK | W_OK))
		skip_because("no access to /dev/cpu_dma_latency");
	/* Others may have wishes of their own, that come and go: hardly for this odd number. */
	fd = rtlat_power_dma_latency(1234567);
	assert_true(fd >= 0);
	wish = kernel_dma_latency();
	assert_true(wish <= 1234567);
	close(fd);
	if (wish != 1234567)
		skip_because("somebody else wishes for less");
	assert_int_not_equal(kernel_dma_latency(), 1234567);
}

#define with_root(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_root(test_limit),
		with_root(test_nothing_deeper),
		with_root(test_no_states),
		with_root(test_bad_depth),
		with_root(test_failure),
		with_root(test_dma_latency),
		with_root(test_dma_latency_kernel),
	};

	return cmocka_run_group_tests_name("power", tests, NULL, NULL);
}
