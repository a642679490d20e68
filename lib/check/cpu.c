// SPDX-License-Identifier: LGPL-2.1-or-later
/* Checks how the measured CPUs are set up. */
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/check/check.h"
#include "lib/machine/power.h"
#include "lib/util/sysfs.h"
#include "lib/machine/system.h"
#include "lib/util/text.h"

/* The measured CPUs that are not in `set`. */
static struct rtlat_cpuset outside(const struct check_context *context,
				   const struct rtlat_cpuset *set)
{
	struct rtlat_cpuset rest = context->cpus;

	rtlat_cpuset_andnot(&rest, set);
	return rest;
}

bool check_isolated(const struct check_context *context, struct rtlat_check *check)
{
	const struct rtlat_cpuset *isolated = &context->system->isolated;
	struct rtlat_cpuset rest = outside(context, isolated);
	char list[CHECK_LIST_SIZE], rest_list[CHECK_LIST_SIZE];

	check_list(&context->cpus, list);
	if (rtlat_cpuset_empty(&rest)) {
		check_value(check, "CPU %s, all measured ones", list);
		return check_pass(check);
	}
	if (rtlat_cpuset_empty(isolated)) {
		check_value(check, "none");
		return check_note(check, "for CPUs that are left alone boot with "
					 "isolcpus=managed_irq,domain,LIST and measure these "
					 "with -c LIST");
	}
	check_value(check, "CPU %s; measured but not isolated: %s", check_list(isolated, list),
		    check_list(&rest, rest_list));
	return check_warn(check,
			  "measure only isolated CPUs (-c), or isolate all that are measured: "
			  "isolcpus=managed_irq,domain,LIST at boot");
}

bool check_nohz_full(const struct check_context *context, struct rtlat_check *check)
{
	const struct rtlat_cpuset *nohz = &context->system->nohz_full;
	struct rtlat_cpuset rest = outside(context, nohz);
	char list[CHECK_LIST_SIZE];

	if (rtlat_cpuset_empty(&rest)) {
		check_value(check, "all measured CPUs");
		return check_pass(check);
	}
	if (rtlat_cpuset_empty(nohz))
		check_value(check, "none");
	else
		check_value(check, "CPU %s, not all measured ones", check_list(nohz, list));
	return check_note(check, "where one thread has a CPU to itself, nohz_full=LIST "
				 "rcu_nocbs=LIST at boot keeps the tick and RCU callbacks away");
}

bool check_governor(const struct check_context *context, struct rtlat_check *check)
{
	char governors[sizeof(context->system->governor)];

	system_governors(&context->cpus, governors, sizeof(governors));
	if (!*governors) {
		check_value(check, "none");
		return check_note(check, "the kernel does not scale frequencies here; in a virtual "
					 "machine the host does, elsewhere the firmware may");
	}
	check_value(check, "%s", governors);
	if (!strcmp(governors, "performance"))
		return check_pass(check);
	return check_warn(check, "cpupower frequency-set -g performance (lasting: "
				 "cpufreq.default_governor=performance at boot)");
}

/* The wake-up latency that is asked of all CPUs now, in us; INT32_MAX where that can't be read. */
static int32_t latency_wish(void)
{
	int32_t wish = INT32_MAX;
	char path[PATH_MAX];
	int fd;

	if (sysfs_path(path, sizeof(path), "/dev/cpu_dma_latency") < 0)
		return wish;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return wish;
	if (read(fd, &wish, sizeof(wish)) != sizeof(wish) || wish < 0)
		wish = INT32_MAX;
	close(fd);
	return wish;
}

/*
 * Adds the enabled states of a CPU that are deeper than its first sleep state, C1. Returns the
 * index of that first state.
 */
static unsigned int add_deep_states(int cpu, struct text *text)
{
	unsigned int count = idle_count(cpu), shallow, i;
	int32_t wish = latency_wish();
	struct idle_state state;

	for (shallow = 0; shallow < count; shallow++)
		if (!idle_read(cpu, shallow, &state) && !state.polling)
			break;
	for (i = shallow + 1; i < count; i++)
		if (!idle_read(cpu, i, &state) && !state.disabled &&
		    state.latency_us <= (uint64_t)wish)
			text_add(text, "%s%s (%" PRIu64 " us)", text->length ? ", " : "",
				 state.name, state.latency_us);
	return shallow;
}

static bool warn_of_deep_states(const struct check_context *context, struct rtlat_check *check,
				unsigned int shallow)
{
	bool x86 = context->system->machine[0] && strstr(context->system->machine, "86");

	return check_warn(check,
			  "measure with --dma-latency 0 or --deepest-idle-state %u; lasting: "
			  "cpupower idle-set -D 10, or boot with %s",
			  shallow,
			  x86 ? "intel_idle.max_cstate=1 processor.max_cstate=1" : "cpuidle.off=1");
}

bool check_idle_states(const struct check_context *context, struct rtlat_check *check)
{
	bool idle_states = false;
	unsigned int shallow = 0;
	struct text text;
	char deep[120];
	int cpu;

	text_init(&text, deep, sizeof(deep));
	rtlat_for_each_cpu(cpu, &context->cpus) {
		idle_states = idle_states || idle_count(cpu);
		shallow = add_deep_states(cpu, &text);
		if (*deep)
			break;
	}
	if (*deep) {
		check_value(check, "CPU %d: %s%s", cpu, deep, text.full ? "..." : "");
		return warn_of_deep_states(context, check, shallow);
	}
	if (idle_states || strstr(context->system->cmdline, "idle=poll")) {
		check_value(check, "none deeper than C1 in use");
		return check_pass(check);
	}
	check_value(check, "the kernel controls none");
	return check_note(check,
			  "usual in a virtual machine, where the host decides; elsewhere see "
			  "that the firmware lets CPUs sleep no deeper than C1");
}

/* Adds the cores that a measured CPU shares with another, each once: "0,4 1,5". */
static void add_shared_cores(const struct check_context *context, struct text *text)
{
	struct rtlat_cpuset seen = { 0 }, siblings;
	char list[CHECK_LIST_SIZE];
	int cpu;

	rtlat_for_each_cpu(cpu, &context->cpus) {
		if (rtlat_cpuset_has(&seen, cpu) || rtlat_cpuset_siblings(cpu, &siblings))
			continue;
		rtlat_cpuset_and(&siblings, &context->system->online);
		rtlat_cpuset_or(&seen, &siblings);
		if (rtlat_cpuset_count(&siblings) > 1)
			text_add(text, "%s%s", text->length ? " " : "",
				 check_list(&siblings, list));
	}
}

bool check_smt(const struct check_context *context, struct rtlat_check *check)
{
	struct text text;
	char cores[100];

	text_init(&text, cores, sizeof(cores));
	add_shared_cores(context, &text);
	if (!*cores) {
		check_value(check, "no measured CPU shares its core");
		return check_pass(check);
	}
	check_value(check, "CPUs that share a core: %s%s", cores, text.full ? "..." : "");
	return check_warn(check,
			  "keep the sibling of a measured CPU idle or take it offline, or turn "
			  "SMT off: echo off >/sys/devices/system/cpu/smt/control (lasting: "
			  "boot with nosmt)");
}
