// SPDX-License-Identifier: GPL-2.0-only
/* The checks of how the measured CPUs are set up. */
#include "tests/unit/lib/check_machine.h"
#include "tests/unit/lib/fake_root.h"
#include "tests/unit/lib/unit.h"

static void test_isolated(void **state)
{
	(void)state;
	assert_check("isolated_cpus", RTLAT_PASS, "CPU 2-3, all measured ones", "");
	assert_check_of("1-2", "isolated_cpus", RTLAT_WARN, "CPU 2-3; measured but not isolated: 1",
			"isolcpus=");
	fake_root_remove(CPU_DIR "isolated");
	assert_check("isolated_cpus", RTLAT_NOTE, "none", "isolcpus=");
}

static void test_nohz_full(void **state)
{
	(void)state;
	assert_check_of("0-3", "nohz_full", RTLAT_NOTE, "CPU 2-3, not all measured ones",
			"nohz_full=");
	fake_root_write(CPU_DIR "nohz_full", "(null)\n");
	assert_check("nohz_full", RTLAT_NOTE, "none", "nohz_full=");
}

static void test_governor(void **state)
{
	(void)state;
	/* CPU 0 is not measured. */
	fake_root_write(CPU_DIR "cpu0/cpufreq/scaling_governor", "powersave\n");
	assert_check("frequency_governor", RTLAT_PASS, "performance", "");
	fake_root_write(CPU_DIR "cpu3/cpufreq/scaling_governor", "schedutil\n");
	assert_check("frequency_governor", RTLAT_WARN, "performance schedutil",
		     "frequency-set -g performance");
	fake_root_remove(CPU_DIR "cpu2/cpufreq/scaling_governor");
	fake_root_remove(CPU_DIR "cpu3/cpufreq/scaling_governor");
	assert_check("frequency_governor", RTLAT_NOTE, "none", "virtual machine");
}

static void test_idle_states(void **state)
{
	int32_t wish = 0;

	(void)state;
	assert_check("idle_states", RTLAT_PASS, "none deeper than C1 in use", "");
	fake_root_idle_state(0, 2, "C6", 133, 0);
	assert_check("idle_states", RTLAT_PASS, "none deeper than C1 in use", "");
	fake_root_idle_state(3, 2, "C6", 133, 0);
	fake_root_idle_state(3, 3, "C10", 890, 0);
	assert_check("idle_states", RTLAT_WARN, "CPU 3: C6 (133 us), C10 (890 us)",
		     "--deepest-idle-state 1");
	/* Somebody holds /dev/cpu_dma_latency below what these states take. */
	fake_root_write_bytes("/dev/cpu_dma_latency", &wish, sizeof(wish));
	assert_check("idle_states", RTLAT_PASS, "none deeper than C1 in use", "");
	wish = 200;
	fake_root_write_bytes("/dev/cpu_dma_latency", &wish, sizeof(wish));
	assert_check("idle_states", RTLAT_WARN, "CPU 3: C6 (133 us)", "--dma-latency 0");
}

/* Where nothing polls, the first state is the shallow one. */
static void test_idle_states_arm(void **state)
{
	(void)state;
	fake_root_idle_state(2, 0, "WFI", 1, 0);
	fake_root_idle_state(2, 1, "cpu-sleep-0", 350, 0);
	assert_check("idle_states", RTLAT_WARN, "CPU 2: cpu-sleep-0 (350 us)",
		     "--deepest-idle-state 0");
}

static void test_idle_states_none(void **state)
{
	(void)state;
	fake_root_remove(CPU_DIR "cpu2/cpuidle/state0/name");
	fake_root_remove(CPU_DIR "cpu3/cpuidle/state0/name");
	assert_check("idle_states", RTLAT_NOTE, "the kernel controls none", "virtual machine");
	fake_root_write("/proc/cmdline", "quiet idle=poll\n");
	assert_check("idle_states", RTLAT_PASS, "none deeper than C1 in use", "");
}

static void test_smt(void **state)
{
	(void)state;
	/* A sibling that is not online takes nothing away. */
	fake_root_write(CPU_DIR "cpu3/topology/thread_siblings_list", "3,7\n");
	assert_check("smt", RTLAT_PASS, "no measured CPU shares its core", "");
	fake_root_write(CPU_DIR "cpu1/topology/thread_siblings_list", "1,3\n");
	fake_root_write(CPU_DIR "cpu3/topology/thread_siblings_list", "1,3\n");
	assert_check("smt", RTLAT_WARN, "CPUs that share a core: 1,3", "nosmt");
	fake_root_write(CPU_DIR "cpu0/topology/thread_siblings_list", "0,2\n");
	fake_root_write(CPU_DIR "cpu2/topology/thread_siblings_list", "0,2\n");
	assert_check("smt", RTLAT_WARN, "CPUs that share a core: 0,2 1,3", "nosmt");
	assert_check_of("0-3", "smt", RTLAT_WARN, "CPUs that share a core: 0,2 1,3", "nosmt");
}

#define with_root(test)                                                                            \
	cmocka_unit_test_setup_teardown(test, check_machine_create, fake_root_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_root(test_isolated),
		with_root(test_nohz_full),
		with_root(test_governor),
		with_root(test_idle_states),
		with_root(test_idle_states_arm),
		with_root(test_idle_states_none),
		with_root(test_smt),
	};

	return cmocka_run_group_tests_name("check_cpu", tests, NULL, NULL);
}
