// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The way out when the kernel refuses a policy, a priority or a CPU: which right or limit is
 * missing.
 */
#include <errno.h>
#include <stdbool.h>

#include "lib/util/rights.h"
#include "lib/machine/sched_hint.h"

const char *sched_hint(const struct rtlat_sched *sched, int err)
{
	bool deadline = sched->policy == RTLAT_POLICY_DEADLINE;

	if (err == -EPERM && !rights_has(CAP_SYS_NICE))
		return deadline ? "; needs root or CAP_SYS_NICE"
				: "; needs root, CAP_SYS_NICE or an rtprio limit (ulimit -r)";
	if (err == -EPERM && !rights_of_machine())
		return "; rtlat is root in a user namespace only";
	if (deadline && (err == -EPERM || err == -EBUSY))
		return "; a thread that is bound to one CPU gets SCHED_DEADLINE only with "
		       "sysctl kernel.sched_rt_runtime_us=-1, or in an exclusive cpuset of that "
		       "CPU that has the runtime to spare";
	if (err == -EPERM)
		return "; the cgroup of rtlat has no real-time runtime (cpu.rt_runtime_us)";
	return affinity_hint(err);
}

const char *affinity_hint(int err)
{
	if (err == -EINVAL)
		return "; the cpuset of rtlat's cgroup has none of these CPUs";
	if (err == -EBUSY)
		return "; rtlat was started with SCHED_DEADLINE, which binds it to all CPUs: start "
		       "it with chrt --other 0";
	return "";
}
