// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Time for rtlat itself, the kernel's threads and all others, where measuring threads that never
 * sleep would have every CPU that it may run on for themselves: it could not even end them.
 */
#include "lib/run/run.h"
#include "lib/util/sysfs.h"

#define SYSCTL "/proc/sys/kernel/sched_rt_"
#define FAIR_SERVER "/sys/kernel/debug/sched/fair_server/"

/*
 * The share of a period that the kernel's throttling leaves by default, but no less than a thread
 * needs.
 */
#define SHARE 20
#define SHARE_MIN_US 50

/*
 * True if the kernel leaves no time to other tasks. Since Linux 6.12 the fair server gives them
 * some; before, throttling did.
 */
static bool is_all_theirs(int cpu)
{
	int64_t runtime, period = 1000000;

	if (!sysfs_read_s64(&runtime, FAIR_SERVER "cpu%d/runtime", cpu))
		return !runtime;
	if (sysfs_read_s64(&runtime, SYSCTL "runtime_us"))
		return false;
	sysfs_read_s64(&period, SYSCTL "period_us");
	return runtime < 0 || runtime >= period;
}

static bool never_sleeps(const struct rtlat_config *config)
{
	const struct rtlat_sched *sched = &config->sched;

	if (config->measure != RTLAT_MEASURE_NOISE || config->runtime_ns < config->period_ns)
		return false;
	if (sched->policy == RTLAT_POLICY_DEADLINE)
		return sched->runtime_ns == sched->period_ns;
	return sched->policy == RTLAT_POLICY_FIFO || sched->policy == RTLAT_POLICY_RR;
}

static bool has_own_cpu(const struct rtlat_config *config)
{
	struct rtlat_cpuset own = config->housekeeping;

	rtlat_cpuset_andnot(&own, &config->cpus);
	return !rtlat_cpuset_empty(&own);
}

void run_leave_time(struct rtlat_run *run)
{
	struct rtlat_config *config = &run->session.config;
	uint64_t period = config->period_ns / RTLAT_NSEC_PER_USEC, share = period / SHARE;

	if (!never_sleeps(config) || has_own_cpu(config) ||
	    !is_all_theirs(rtlat_cpuset_next(&config->cpus, -1)))
		return;
	if (share < SHARE_MIN_US)
		share = SHARE_MIN_US;
	config->runtime_ns = (period - share) * RTLAT_NSEC_PER_USEC;
	run_note(&run->session, RTLAT_WARNING,
		 "the runtime is %llu us, less than the period: the threads would leave rtlat no "
		 "CPU "
		 "and no time (real-time throttling is off); -c or -H leave it one",
		 (unsigned long long)(period - share));
}
