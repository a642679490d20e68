// SPDX-License-Identifier: GPL-2.0-only
/* Makes the fake machine on which every check passes. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/check_machine.h"
#include "tests/unit/lib/fake_root.h"
#include "tests/unit/lib/unit.h"

int check_machine_create(void **state)
{
	char path[128];
	int cpu;

	if (fake_root_create(state))
		return -1;
	fake_root_write(CPU_DIR "online", "0-3\n");
	fake_root_write(CPU_DIR "possible", "0-3\n");
	fake_root_write(CPU_DIR "isolated", "2-3\n");
	fake_root_write(CPU_DIR "nohz_full", "2-3\n");
	fake_root_write(CPU_DIR "vulnerabilities/meltdown", "Not affected\n");
	for (cpu = 0; cpu < 4; cpu++) {
		snprintf(path, sizeof(path), CPU_DIR "cpu%d/cpufreq/scaling_governor", cpu);
		fake_root_write(path, "performance\n");
		snprintf(path, sizeof(path), CPU_DIR "cpu%d/topology/thread_siblings_list", cpu);
		fake_root_write(path, "%d\n", cpu);
		fake_root_idle_state(cpu, 0, "POLL", 0, 0);
		fake_root_idle_state(cpu, 1, "C1", 2, 0);
		fake_root_idle_state(cpu, 2, "C6", 133, 1);
	}
	fake_root_write(CLOCKSOURCE_DIR "current_clocksource", "tsc\n");
	fake_root_write(CLOCKSOURCE_DIR "available_clocksource", "tsc hpet acpi_pm\n");
	fake_root_write("/sys/kernel/realtime", "1\n");
	fake_root_write("/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
	fake_root_write("/sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
	fake_root_write("/sys/kernel/tracing/current_tracer", "nop\n");
	fake_root_write("/sys/kernel/tracing/events/enable", "0\n");
	fake_root_write("/proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
	fake_root_write("/proc/self/cgroup", "1:cpuset:/elsewhere\n0::/jobs/one\n");
	fake_root_write("/sys/fs/cgroup/jobs/cpu.max", "max 100000\n");
	fake_root_write("/sys/fs/cgroup/jobs/one/cpu.max", "max 100000\n");
	fake_root_write("/dev/cpu_dma_latency", "%s", "");
	fake_root_write("/proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n");
	fake_root_write("/proc/cmdline", "quiet\n");
	fake_root_write("/proc/filesystems", "nodev\tsysfs\nnodev\ttracefs\n\text4\n");
	fake_root_write(SYSCTL_DIR "sched_rt_runtime_us", "-1\n");
	fake_root_write(SYSCTL_DIR "sched_rt_period_us", "1000000\n");
	fake_root_write(SYSCTL_DIR "timer_migration", "0\n");
	fake_root_write(SYSCTL_DIR "nmi_watchdog", "0\n");
	fake_root_write(SYSCTL_DIR "watchdog_cpumask", "0-3\n");
	return 0;
}

void find_all(struct findings *findings, const char *cpus)
{
	static struct rtlat_system system;
	struct rtlat_config config;

	rtlat_config_init(&config);
	assert_int_equal(rtlat_cpuset_parse(cpus, &config.cpus), 0);
	rtlat_system_read(&system);
	findings->nr = rtlat_check_system(&config, &system, findings->checks);
	assert_true(findings->nr > 0 && findings->nr <= RTLAT_CHECKS_MAX);
}

const struct rtlat_check *find(const struct findings *findings, const char *name)
{
	int i;

	for (i = 0; i < findings->nr; i++)
		if (!strcmp(findings->checks[i].name, name))
			return &findings->checks[i];
	return NULL;
}

void assert_check_of(const char *cpus, const char *name, enum rtlat_mark mark, const char *value,
		     const char *advice)
{
	static struct findings findings;
	const struct rtlat_check *check;

	find_all(&findings, cpus);
	check = find(&findings, name);
	assert_case(check, "no check %s\n", name);
	assert_case(check->mark == mark, "%s: mark %d, value '%s'\n", name, check->mark,
		    check->value);
	assert_case(!strcmp(check->value, value), "%s: value '%s' instead of '%s'\n", name,
		    check->value, value);
	assert_case(strstr(check->advice, advice), "%s: advice '%s' without '%s'\n", name,
		    check->advice, advice);
	assert_case((mark == RTLAT_PASS) == !check->advice[0], "%s: advice '%s' with mark %d\n",
		    name, check->advice, mark);
	/* Full to the last byte: cut short. */
	assert_case(strlen(check->value) < sizeof(check->value) - 1 &&
			    strlen(check->advice) < sizeof(check->advice) - 1,
		    "%s: cut short\n", name);
}

void assert_check(const char *name, enum rtlat_mark mark, const char *value, const char *advice)
{
	assert_check_of("2-3", name, mark, value, advice);
}

void assert_no_check(const char *name)
{
	static struct findings findings;

	find_all(&findings, "2-3");
	assert_null(find(&findings, name));
}
