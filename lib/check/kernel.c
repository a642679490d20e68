// SPDX-License-Identifier: LGPL-2.1-or-later
/* Checks of kernel settings that affect all CPUs. */
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/check/check.h"
#include "lib/util/rights.h"
#include "lib/util/sysfs.h"
#include "lib/util/text.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define SYSCTL "/proc/sys/kernel/"
#define FAIR_SERVER "/sys/kernel/debug/sched/fair_server/"
#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/"
#define VULNERABILITIES "/sys/devices/system/cpu/vulnerabilities"

bool check_preempt_rt(const struct check_context *context, struct rtlat_check *check)
{
	const struct rtlat_system *system = context->system;
	const char *preempt = strstr(system->kernel_version, "PREEMPT");
	int length = preempt ? (int)strcspn(preempt, " ") : 0;

	check_value(check, "%s%s%.*s", system->kernel, preempt ? " " : "", length,
		    preempt ? preempt : "");
	if (system->realtime)
		return check_pass(check);
	return check_warn(check,
			  "boot a kernel with CONFIG_PREEMPT_RT=y (Debian: apt-get install "
			  "linux-image-rt-amd64); meanwhile preempt=full helps where it works");
}

enum clock_kind { CLOCK_UNKNOWN, CLOCK_FAST, CLOCK_PARAVIRTUAL, CLOCK_SLOW };

/* Returns the kind of a clock source from the beginning of its name. */
static enum clock_kind clock_kind(const char *name)
{
	static const struct {
		const char *prefix;
		enum clock_kind kind;
	} clocks[] = {
		{ "tsc", CLOCK_FAST },
		{ "arch_sys_counter", CLOCK_FAST },
		{ "riscv_clocksource", CLOCK_FAST },
		{ "timebase", CLOCK_FAST },
		{ "kvm-clock", CLOCK_PARAVIRTUAL },
		{ "hyperv", CLOCK_PARAVIRTUAL },
		{ "xen", CLOCK_PARAVIRTUAL },
		{ "hpet", CLOCK_SLOW },
		{ "acpi_pm", CLOCK_SLOW },
		{ "jiffies", CLOCK_SLOW },
		{ "refined-jiffies", CLOCK_SLOW },
		{ "pit", CLOCK_SLOW },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(clocks); i++)
		if (!strncmp(name, clocks[i].prefix, strlen(clocks[i].prefix)))
			return clocks[i].kind;
	return CLOCK_UNKNOWN;
}

bool check_clocksource(const struct check_context *context, struct rtlat_check *check)
{
	const char *name = context->system->clocksource;
	char available[80];

	if (!*name)
		return false;
	sysfs_read(available, sizeof(available), CLOCKSOURCE "available_clocksource");
	check_value(check, "%s (available: %s)", name, available);
	switch (clock_kind(name)) {
	case CLOCK_FAST:
		check_value(check, "%s", name);
		return check_pass(check);
	case CLOCK_SLOW:
		return check_warn(check,
				  "reading it takes up to microseconds; boot with "
				  "clocksource=tsc tsc=reliable if the TSC is sound (dmesg says "
				  "why the kernel gave it up)");
	case CLOCK_PARAVIRTUAL:
		return check_note(check, "good in a virtual machine; tsc is faster still where the "
					 "hypervisor keeps it stable: boot with clocksource=tsc");
	default:
		return check_note(check,
				  "not known to be fast; others can be written to " CLOCKSOURCE
				  "current_clocksource");
	}
}

/*
 * Linux 6.12 replaced throttling by a server that runs normal threads which starve. Returns false
 * where there is none, or debugfs can't be read.
 */
static bool check_fair_server(const struct check_context *context, struct rtlat_check *check)
{
	int cpu = rtlat_cpuset_next(&context->cpus, -1);
	int64_t runtime, period;

	if (sysfs_read_s64(&runtime, FAIR_SERVER "cpu%d/runtime", cpu) ||
	    sysfs_read_s64(&period, FAIR_SERVER "cpu%d/period", cpu))
		return false;
	if (!runtime) {
		check_value(check, "off: the fair server has no runtime");
		return check_pass(check);
	}
	check_value(check, "normal threads that starve get %" PRId64 " of %" PRId64 " us",
		    runtime / 1000, period / 1000);
	return check_warn(check,
			  "echo 0 >" FAIR_SERVER "cpuN/runtime for every measured CPU N (make "
			  "sure first that no real-time thread can loop forever)");
}

bool check_rt_throttling(const struct check_context *context, struct rtlat_check *check)
{
	int64_t runtime, period;

	if (check_fair_server(context, check))
		return true;
	if (sysfs_read_s64(&runtime, SYSCTL "sched_rt_runtime_us"))
		return false;
	if (sysfs_read_s64(&period, SYSCTL "sched_rt_period_us"))
		period = 1000000;
	if (runtime < 0 || runtime >= period) {
		check_value(check, "off");
		return check_pass(check);
	}
	check_value(check, "real-time threads get %" PRId64 " of %" PRId64 " us", runtime, period);
	return check_warn(check, "sysctl kernel.sched_rt_runtime_us=-1 (make sure first that no "
				 "real-time thread can loop forever)");
}

bool check_timer_migration(const struct check_context *context, struct rtlat_check *check)
{
	int64_t value;

	(void)context;
	if (sysfs_read_s64(&value, SYSCTL "timer_migration"))
		return false;
	check_value(check, "%s", value ? "on" : "off");
	if (!value)
		return check_pass(check);
	return check_note(check, "timers of idle CPUs may fire on measured ones: "
				 "sysctl kernel.timer_migration=0");
}

bool check_nmi_watchdog(const struct check_context *context, struct rtlat_check *check)
{
	struct rtlat_cpuset watched;
	char list[CHECK_LIST_SIZE];
	char mask[1024];
	int64_t value;

	if (sysfs_read_s64(&value, SYSCTL "nmi_watchdog"))
		return false;
	if (!value) {
		check_value(check, "off");
		return check_pass(check);
	}
	if (sysfs_read(mask, sizeof(mask), SYSCTL "watchdog_cpumask") <= 0 ||
	    rtlat_cpuset_parse(mask, &watched))
		watched = context->cpus;
	if (!rtlat_cpuset_intersects(&watched, &context->cpus)) {
		check_value(check, "on, but not on the measured CPUs");
		return check_pass(check);
	}
	rtlat_cpuset_and(&watched, &context->cpus);
	check_value(check, "on, for CPU %s", check_list(&watched, list));
	return check_warn(check,
			  "sysctl kernel.nmi_watchdog=0, or boot with nmi_watchdog=0: its NMIs "
			  "hit every CPU, whatever runs there");
}

/* Counts the vulnerabilities that the kernel mitigates: their files begin with "Mitigation". */
static int count_mitigations(DIR *directory, struct text *names)
{
	const struct dirent *entry;
	char state[160];
	int count = 0;

	while ((entry = readdir(directory))) {
		if (sysfs_read(state, sizeof(state), VULNERABILITIES "/%s", entry->d_name) < 0 &&
		    !state[0])
			continue;
		if (strncmp(state, "Mitigation", strlen("Mitigation")))
			continue;
		text_add(names, "%s%s", count ? " " : "", entry->d_name);
		count++;
	}
	return count;
}

bool check_mitigations(const struct check_context *context, struct rtlat_check *check)
{
	char path[PATH_MAX];
	char buffer[120];
	struct text names;
	DIR *directory;
	int count;

	(void)context;
	if (sysfs_path(path, sizeof(path), VULNERABILITIES) < 0)
		return false;
	directory = opendir(path);
	if (!directory)
		return false;
	text_init(&names, buffer, sizeof(buffer));
	count = count_mitigations(directory, &names);
	closedir(directory);
	if (!count) {
		check_value(check, "none active");
		return check_pass(check);
	}
	check_value(check, "%d active: %s%s", count, buffer, names.full ? "..." : "");
	return check_note(check, "they cost time at every entry to the kernel; where only trusted "
				 "code runs, boot with mitigations=off");
}

bool check_lockdown(const struct check_context *context, struct rtlat_check *check)
{
	char mode[32];

	(void)context;
	if (!rights_lockdown(mode, sizeof(mode)))
		return false;
	check_value(check, "%s", mode);
	/* Other modes leave tracefs open. */
	if (strcmp(mode, "confidentiality"))
		return check_pass(check);
	return check_warn(check, "tracefs is closed even to root: boot with lockdown=integrity, or "
				 "with Secure Boot off");
}
