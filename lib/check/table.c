// SPDX-License-Identifier: LGPL-2.1-or-later
/* The checks that there are, in the order in which they are shown. */
#include <string.h>

#include "lib/check/check.h"
#include "lib/util/printable.h"
#include "lib/session/session.h"

static const struct check_row {
	const char *name;
	check_function *run;
} check_table[] = {
	{ "rt_priority", check_rt_priority },
	{ "tracefs", check_tracefs },
	{ "cpu_dma_latency", check_cpu_dma_latency },
	{ "preempt_rt", check_preempt_rt },
	{ "clocksource", check_clocksource },
	{ "timer_resolution", check_timer_resolution },
	{ "other_tracing", check_other_tracing },
	{ "cpu_limit", check_cpu_limit },
	{ "isolated_cpus", check_isolated },
	{ "nohz_full", check_nohz_full },
	{ "rt_throttling", check_rt_throttling },
	{ "frequency_governor", check_governor },
	{ "idle_states", check_idle_states },
	{ "smt", check_smt },
	{ "timer_migration", check_timer_migration },
	{ "nmi_watchdog", check_nmi_watchdog },
	{ "transparent_hugepages", check_transparent_hugepages },
	{ "swap", check_swap },
	{ "hypervisor", check_hypervisor },
	{ "container", check_container },
	{ "mitigations", check_mitigations },
	{ "lockdown", check_lockdown },
};

#define NR_CHECKS (sizeof(check_table) / sizeof(check_table[0]))

_Static_assert(NR_CHECKS <= RTLAT_CHECKS_MAX, "the caller has no room for all checks");

/* Sets the CPUs that a run with this configuration would choose. */
static void measured_cpus(const struct rtlat_config *config, const struct rtlat_system *system,
			  struct rtlat_cpuset *cpus)
{
	struct rtlat_cpuset allowed;

	*cpus = config->cpus;
	if (!rtlat_cpuset_empty(cpus))
		return;
	if (rtlat_cpuset_allowed(&allowed))
		allowed = system->online;
	*cpus = allowed;
	rtlat_cpuset_andnot(cpus, &config->housekeeping);
	if (rtlat_cpuset_empty(cpus))
		*cpus = allowed;
}

/* True if the check looks at something that falsifies a run. A run warns of it too. */
static bool distorts(const struct check_row *row)
{
	return row->run == check_timer_resolution || row->run == check_other_tracing ||
	       row->run == check_cpu_limit;
}

static bool run_check(const struct check_row *row, const struct check_context *context,
		      struct rtlat_check *check)
{
	memset(check, 0, sizeof(*check));
	check->name = row->name;
	if (!row->run(context, check))
		return false;
	printable(check->value);
	printable(check->advice);
	return true;
}

int rtlat_check_system(const struct rtlat_config *config, const struct rtlat_system *system,
		       struct rtlat_check checks[RTLAT_CHECKS_MAX])
{
	struct check_context context = { .config = config, .system = system };
	int nr = 0;
	size_t i;

	measured_cpus(config, system, &context.cpus);
	for (i = 0; i < NR_CHECKS; i++)
		nr += run_check(&check_table[i], &context, &checks[nr]);
	return nr;
}

void check_distortions(struct session *run, const struct rtlat_system *system)
{
	struct check_context context = { .config = &run->config, .system = system };
	struct rtlat_check check;
	size_t i;

	context.cpus = run->config.cpus;
	for (i = 0; i < NR_CHECKS; i++)
		if (distorts(&check_table[i]) && run_check(&check_table[i], &context, &check) &&
		    check.mark == RTLAT_WARN)
			run_note(run, RTLAT_WARNING, "%s: %s; see rtlat check", check.name,
				 check.value);
}
