// SPDX-License-Identifier: GPL-2.0-only
/* The checks of the kernel, of memory, of privilege and of virtualization. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/lib/check_machine.h"
#include "tests/unit/lib/fake_root.h"
#include "rtlat.h"
#include "tests/unit/lib/unit.h"

#define NOBODY 65534

static void test_all_pass(void **state)
{
	static struct findings findings;
	int i, j;

	(void)state;
	find_all(&findings, "2-3");
	assert_int_equal(findings.nr, 22);
	for (i = 0; i < findings.nr; i++) {
		const struct rtlat_check *check = &findings.checks[i];

		for (j = 0; j < i; j++)
			assert_string_not_equal(check->name, findings.checks[j].name);
		assert_true(check->value[0]);
		/* Whether we may have real-time priority is not in our hands. */
		if (!strcmp(check->name, "rt_priority"))
			continue;
		assert_case(check->mark == RTLAT_PASS && !check->advice[0],
			    "%s: mark %d, value '%s', advice '%s'\n", check->name, check->mark,
			    check->value, check->advice);
	}
}

/* The default CPUs are those that this process may use. */
static void test_default_cpus(void **state)
{
	static struct rtlat_check checks[RTLAT_CHECKS_MAX];
	static struct rtlat_system system;
	struct rtlat_cpuset allowed;
	struct rtlat_config config;
	char list[160], expected[200];
	int i, nr;

	(void)state;
	fake_root_remove(CPU_DIR "isolated");
	assert_int_equal(rtlat_cpuset_allowed(&allowed), 0);
	assert_true(rtlat_cpuset_format(&allowed, list, sizeof(list)) > 0);
	snprintf(expected, sizeof(expected), "on, for CPU %s", list);
	fake_root_write(SYSCTL_DIR "nmi_watchdog", "1\n");
	rtlat_config_init(&config);
	rtlat_system_read(&system);
	nr = rtlat_check_system(&config, &system, checks);
	for (i = 0; i < nr; i++)
		if (!strcmp(checks[i].name, "nmi_watchdog"))
			break;
	assert_true(i < nr);
	assert_string_equal(checks[i].value, expected);
}

static void test_preempt_rt(void **state)
{
	static struct findings findings;

	(void)state;
	fake_root_write("/sys/kernel/realtime", "0\n");
	find_all(&findings, "2-3");
	assert_int_equal(find(&findings, "preempt_rt")->mark, RTLAT_WARN);
	assert_non_null(strstr(find(&findings, "preempt_rt")->advice, "CONFIG_PREEMPT_RT=y"));
}

static void test_clocksource(void **state)
{
	static const struct {
		const char *name;
		enum rtlat_mark mark;
	} clocks[] = {
		{ "tsc", RTLAT_PASS },
		{ "arch_sys_counter", RTLAT_PASS },
		{ "hpet", RTLAT_WARN },
		{ "acpi_pm", RTLAT_WARN },
		{ "jiffies", RTLAT_WARN },
		{ "kvm-clock", RTLAT_NOTE },
		{ "hyperv_clocksource_tsc_page", RTLAT_NOTE },
		{ "something_new", RTLAT_NOTE },
	};
	char value[160];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(clocks); i++) {
		fake_root_write(CLOCKSOURCE_DIR "current_clocksource", "%s\n", clocks[i].name);
		snprintf(value, sizeof(value),
			 clocks[i].mark == RTLAT_PASS ? "%s" : "%s (available: tsc hpet acpi_pm)",
			 clocks[i].name);
		assert_check("clocksource", clocks[i].mark, value, "");
	}
	fake_root_remove(CLOCKSOURCE_DIR "current_clocksource");
	assert_no_check("clocksource");
}

#define TRACEFS_DIR "/sys/kernel/tracing/"

static void test_other_tracing(void **state)
{
	(void)state;
	assert_check("other_tracing", RTLAT_PASS, "none", "");
	fake_root_write(TRACEFS_DIR "instances/rtlat-17/current_tracer", "timerlat\n");
	assert_check("other_tracing", RTLAT_PASS, "none", "");
	fake_root_write(TRACEFS_DIR "events/enable", "X\n");
	assert_check("other_tracing", RTLAT_NOTE, "some events", "events/enable");
	fake_root_write(TRACEFS_DIR "instances/mine/current_tracer", "nop\n");
	fake_root_write(TRACEFS_DIR "instances/mine/events/enable", "1\n");
	assert_check("other_tracing", RTLAT_WARN, "some events, all events in instance mine",
		     "events/enable");
	fake_root_write(TRACEFS_DIR "events/enable", "0\n");
	fake_root_write(TRACEFS_DIR "current_tracer", "function\n");
	fake_root_write(TRACEFS_DIR "instances/mine/current_tracer", "hwlat\n");
	fake_root_write(TRACEFS_DIR "instances/mine/events/enable", "0\n");
	assert_check("other_tracing", RTLAT_WARN, "tracer function, tracer hwlat in instance mine",
		     "current_tracer");
	fake_root_remove(TRACEFS_DIR "current_tracer");
	assert_no_check("other_tracing");
}

/* The narrowest one holds, whichever cgroup has it, and only threads of normal priority feel it. */
static void test_cpu_limit(void **state)
{
	static struct findings findings;
	const struct rtlat_check *check;

	(void)state;
	assert_check("cpu_limit", RTLAT_PASS, "none", "");
	fake_root_write("/sys/fs/cgroup/jobs/cpu.max", "50000 200000\n");
	fake_root_write("/sys/fs/cgroup/jobs/one/cpu.max", "50000 100000\n");
	find_all(&findings, "2-3");
	check = find(&findings, "cpu_limit");
	assert_non_null(check);
	assert_string_equal(check->value, "threads of normal priority get 50000 of 200000 us "
					  "(/sys/fs/cgroup/jobs/cpu.max)");
	assert_int_equal(check->mark, find(&findings, "rt_priority")->mark == RTLAT_PASS
					      ? RTLAT_NOTE
					      : RTLAT_WARN);
	fake_root_write("/sys/fs/cgroup/jobs/one/cpu.max", "10000 100000\n");
	find_all(&findings, "2-3");
	assert_non_null(strstr(find(&findings, "cpu_limit")->value, "/jobs/one/cpu.max"));
	fake_root_remove("/proc/self/mounts");
	assert_check("cpu_limit", RTLAT_PASS, "none", "");
}

static void test_rt_throttling(void **state)
{
	(void)state;
	assert_check("rt_throttling", RTLAT_PASS, "off", "");
	fake_root_write(SYSCTL_DIR "sched_rt_runtime_us", "1000000\n");
	assert_check("rt_throttling", RTLAT_PASS, "off", "");
	fake_root_write(SYSCTL_DIR "sched_rt_runtime_us", "950000\n");
	assert_check("rt_throttling", RTLAT_WARN, "real-time threads get 950000 of 1000000 us",
		     "kernel.sched_rt_runtime_us=-1");
	/* Where there is a fair server, the sysctl throttles nothing. */
	fake_root_write(FAIR_SERVER_DIR "cpu2/runtime", "50000000\n");
	fake_root_write(FAIR_SERVER_DIR "cpu2/period", "1000000000\n");
	assert_check("rt_throttling", RTLAT_WARN,
		     "normal threads that starve get 50000 of 1000000 us",
		     FAIR_SERVER_DIR "cpuN/runtime");
	fake_root_write(FAIR_SERVER_DIR "cpu2/runtime", "0\n");
	assert_check("rt_throttling", RTLAT_PASS, "off: the fair server has no runtime", "");
	fake_root_remove(FAIR_SERVER_DIR "cpu2/runtime");
	fake_root_remove(SYSCTL_DIR "sched_rt_runtime_us");
	assert_no_check("rt_throttling");
}

static void test_timer_migration(void **state)
{
	(void)state;
	fake_root_write(SYSCTL_DIR "timer_migration", "1\n");
	assert_check("timer_migration", RTLAT_NOTE, "on", "kernel.timer_migration=0");
	fake_root_remove(SYSCTL_DIR "timer_migration");
	assert_no_check("timer_migration");
}

static void test_nmi_watchdog(void **state)
{
	(void)state;
	fake_root_write(SYSCTL_DIR "nmi_watchdog", "1\n");
	assert_check("nmi_watchdog", RTLAT_WARN, "on, for CPU 2-3", "kernel.nmi_watchdog=0");
	fake_root_write(SYSCTL_DIR "watchdog_cpumask", "0-2\n");
	assert_check("nmi_watchdog", RTLAT_WARN, "on, for CPU 2", "kernel.nmi_watchdog=0");
	fake_root_write(SYSCTL_DIR "watchdog_cpumask", "0-1\n");
	assert_check("nmi_watchdog", RTLAT_PASS, "on, but not on the measured CPUs", "");
	fake_root_remove(SYSCTL_DIR "watchdog_cpumask");
	assert_check("nmi_watchdog", RTLAT_WARN, "on, for CPU 2-3", "kernel.nmi_watchdog=0");
}

static void test_hugepages(void **state)
{
	const char *path = "/sys/kernel/mm/transparent_hugepage/enabled";

	(void)state;
	assert_check("transparent_hugepages", RTLAT_PASS, "never", "");
	fake_root_write(path, "always [madvise] never\n");
	assert_check("transparent_hugepages", RTLAT_PASS, "madvise", "");
	fake_root_write(path, "[always] madvise never\n");
	assert_check("transparent_hugepages", RTLAT_WARN, "always", "echo madvise >");
	fake_root_remove(path);
	assert_no_check("transparent_hugepages");
}

static void test_swap(void **state)
{
	(void)state;
	assert_check("swap", RTLAT_PASS, "off", "");
	fake_root_write("/proc/swaps", "Filename\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
				       "/dev/sda2       partition\t8388604\t\t0\t\t-2\n");
	assert_check("swap", RTLAT_NOTE, "on, none of it in use", "mlockall");
	fake_root_write("/proc/swaps", "Filename\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
				       "/dev/sda2       partition\t8388604\t\t100\t\t-2\n"
				       "/swap           file\t\t8388604\t\t23\t\t-3\n");
	assert_check("swap", RTLAT_WARN, "123 kB in use", "swapoff -a");
}

static void test_hypervisor(void **state)
{
	(void)state;
	fake_root_write("/proc/cpuinfo", "flags\t\t: fpu hypervisor\n");
	fake_root_write("/sys/hypervisor/type", "xen\n");
	assert_check("hypervisor", RTLAT_WARN, "xen", "pin each");
}

static void test_container(void **state)
{
	(void)state;
	fake_root_write("/run/systemd/container", "podman\n");
	assert_check("container", RTLAT_NOTE, "podman", "cpuset");
}

static void test_mitigations(void **state)
{
	(void)state;
	fake_root_write(CPU_DIR "vulnerabilities/l1tf", "Mitigation: PTE Inversion\n");
	fake_root_write(CPU_DIR "vulnerabilities/mds", "Vulnerable\n");
	assert_check("mitigations", RTLAT_NOTE, "1 active: l1tf", "mitigations=off");
}

static void test_lockdown(void **state)
{
	(void)state;
	fake_root_write("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
	assert_check("lockdown", RTLAT_PASS, "integrity", "");
	fake_root_write("/sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
	assert_check("lockdown", RTLAT_WARN, "confidentiality", "lockdown=integrity");
	fake_root_remove("/sys/kernel/security/lockdown");
	assert_no_check("lockdown");
}

static void test_tracefs(void **state)
{
	(void)state;
	fake_root_remove("/sys/kernel/tracing/current_tracer");
	assert_check("tracefs", RTLAT_NOTE, "not mounted at /sys/kernel/tracing",
		     "mount -t tracefs");
	fake_root_write("/proc/filesystems", "nodev\tsysfs\n");
	assert_check("tracefs", RTLAT_NOTE, "this kernel has none", "CONFIG_TIMERLAT_TRACER");
}

static void test_dma_latency(void **state)
{
	(void)state;
	fake_root_remove("/dev/cpu_dma_latency");
	assert_check("cpu_dma_latency", RTLAT_NOTE,
		     "/dev/cpu_dma_latency: No such file or directory", "CONFIG_CPU_IDLE");
}

/* In a child: what was given up can't be had again. */
static void check_unprivileged(void)
{
	struct rlimit none = { 0 };

	assert_int_equal(setrlimit(RLIMIT_RTPRIO, &none), 0);
	assert_int_equal(setgid(NOBODY), 0);
	assert_int_equal(setuid(NOBODY), 0);
	assert_check("rt_priority", RTLAT_WARN, "f:95 refused: Operation not permitted",
		     "CAP_SYS_NICE");
	assert_check("tracefs", RTLAT_WARN, "/sys/kernel/tracing: Permission denied",
		     "run as root");
	assert_check("cpu_dma_latency", RTLAT_WARN, "/dev/cpu_dma_latency: Permission denied",
		     "run as root");
}

static void test_unprivileged(void **state)
{
	int status;
	pid_t child;

	(void)state;
	if (geteuid())
		skip_because("it takes root to give up privilege");
	assert_int_equal(chmod(fake_root_path(""), 0755), 0);
	assert_int_equal(chmod(fake_root_path("/dev/cpu_dma_latency"), 0600), 0);
	assert_int_equal(chmod(fake_root_path("/sys/kernel/tracing/current_tracer"), 0640), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		/* A failed assertion ends in abort() here, not in the parent's test runner. */
		setenv("CMOCKA_TEST_ABORT", "1", 1);
		check_unprivileged();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* The answer is the kernel's: as root, or with the rights of the account that runs this. */
static void test_rt_priority(void **state)
{
	struct rtlat_sched sched = { .policy = RTLAT_POLICY_FIFO, .priority = 95 };
	int status;
	pid_t child;

	(void)state;
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(rtlat_sched_apply(0, &sched) ? 1 : 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WEXITSTATUS(status))
		skip_because("no privilege for real-time priority");
	assert_check("rt_priority", RTLAT_PASS, "f:95 allowed", "");
}

#define with_root(test)                                                                            \
	cmocka_unit_test_setup_teardown(test, check_machine_create, fake_root_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_root(test_all_pass),      with_root(test_default_cpus),
		with_root(test_preempt_rt),    with_root(test_clocksource),
		with_root(test_other_tracing), with_root(test_cpu_limit),
		with_root(test_rt_throttling), with_root(test_timer_migration),
		with_root(test_nmi_watchdog),  with_root(test_hugepages),
		with_root(test_swap),          with_root(test_hypervisor),
		with_root(test_container),     with_root(test_mitigations),
		with_root(test_lockdown),      with_root(test_tracefs),
		with_root(test_dma_latency),   with_root(test_unprivileged),
		with_root(test_rt_priority),
	};

	return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
