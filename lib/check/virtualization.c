// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Checks of where rtlat runs: under a hypervisor, which may stop a virtual CPU at any time, or in
 * a container, which may have a quota of CPU time.
 */
#include "lib/check/check.h"
#include "lib/machine/virt.h"

bool check_hypervisor(const struct check_context *context, struct rtlat_check *check)
{
	char name[32];

	(void)context;
	virt_hypervisor(name, sizeof(name));
	if (!*name) {
		check_value(check, "none");
		return check_pass(check);
	}
	check_value(check, "%s", name);
	return check_warn(check,
			  "the host may stop a virtual CPU at any time: on the host pin each to "
			  "an isolated CPU of its own, at real-time priority, with memory locked");
}

bool check_container(const struct check_context *context, struct rtlat_check *check)
{
	char name[32];

	(void)context;
	virt_container(name, sizeof(name));
	if (!*name) {
		check_value(check, "none");
		return check_pass(check);
	}
	check_value(check, "%s", name);
	return check_note(check, "whole CPUs (cpuset) and no CPU quota give it the host's latency; "
				 "tracing needs the host's tracefs and CAP_SYS_ADMIN");
}
