// SPDX-License-Identifier: LGPL-2.1-or-later
/* Checks for whatever makes a run's figures differ from those of the undisturbed machine. */
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lib/machine/cgroup.h"
#include "lib/check/check.h"
#include "lib/util/sysfs.h"
#include "lib/util/text.h"

#define TRACEFS "/sys/kernel/tracing"
/* Timers that are exact have a resolution of 1 ns, others that of the tick. */
#define RESOLUTION_MAX 1000

bool check_timer_resolution(const struct check_context *context, struct rtlat_check *check)
{
	struct timespec resolution;

	(void)context;
	if (clock_getres(CLOCK_MONOTONIC, &resolution))
		return false;
	if (!resolution.tv_sec && resolution.tv_nsec <= RESOLUTION_MAX) {
		check_value(check, "%ld ns", (long)resolution.tv_nsec);
		return check_pass(check);
	}
	check_value(check, "timers expire only at the tick, every %ld us",
		    (long)resolution.tv_sec * 1000000 + resolution.tv_nsec / 1000);
	return check_warn(check, "boot without highres=off and nohz=off, with a clocksource other "
				 "than jiffies, and with CONFIG_HIGH_RES_TIMERS=y");
}

/* Adds what a trace buffer records. True if that slows down every step of the kernel. */
static bool add_tracing(struct text *text, const char *directory, const char *name)
{
	char tracer[64], events[16];
	bool costs = false;

	if (sysfs_read(tracer, sizeof(tracer), "%s/current_tracer", directory) > 0 &&
	    strcmp(tracer, "nop")) {
		text_add(text, "%stracer %s%s", text->length ? ", " : "", tracer, name);
		costs = true;
	}
	/* "X" means that some of the events are on. */
	if (sysfs_read(events, sizeof(events), "%s/events/enable", directory) > 0 &&
	    (!strcmp(events, "1") || !strcmp(events, "X"))) {
		text_add(text, "%s%s events%s", text->length ? ", " : "",
			 *events == '1' ? "all" : "some", name);
		costs = costs || *events == '1';
	}
	return costs;
}

/*
 * Adds what other people's tracing instances record. True if that slows down the whole kernel.
 * Instances of rtlat are left out, as its runs stay out of each other's way.
 */
static bool add_instances(struct text *text)
{
	char path[PATH_MAX], name[NAME_MAX + 32];
	const struct dirent *entry;
	DIR *directory = NULL;
	bool costs = false;

	if (sysfs_path(path, sizeof(path), TRACEFS "/instances") > 0)
		directory = opendir(path);
	if (!directory)
		return false;
	while ((entry = readdir(directory))) {
		if (entry->d_name[0] == '.' || !strncmp(entry->d_name, "rtlat-", strlen("rtlat-")))
			continue;
		snprintf(path, sizeof(path), TRACEFS "/instances/%s", entry->d_name);
		snprintf(name, sizeof(name), " in instance %s", entry->d_name);
		costs = add_tracing(text, path, name) || costs;
	}
	closedir(directory);
	return costs;
}

bool check_other_tracing(const struct check_context *context, struct rtlat_check *check)
{
	char tracer[64], found[120];
	struct text text;
	bool costs;

	(void)context;
	if (sysfs_read(tracer, sizeof(tracer), TRACEFS "/current_tracer") <= 0)
		return false;
	text_init(&text, found, sizeof(found));
	costs = add_tracing(&text, TRACEFS, "");
	costs = add_instances(&text) || costs;
	if (!*found) {
		check_value(check, "none");
		return check_pass(check);
	}
	check_value(check, "%s%s", found, text.full ? "..." : "");
	if (!costs)
		return check_note(check, "each event costs time where it occurs: echo 0 >" TRACEFS
					 "/events/enable once nobody needs them");
	return check_warn(check, "it costs time all over the kernel: echo nop >" TRACEFS
				 "/current_tracer and echo 0 >" TRACEFS
				 "/events/enable (the same below instances/) once nobody needs it");
}

/* A limit holds back only threads of normal priority. */
bool check_cpu_limit(const struct check_context *context, struct rtlat_check *check)
{
	const struct rtlat_config *config = context->config;
	struct cgroup_limit limit;

	if (cgroup_cpu_limit(config, &limit)) {
		check_value(check, "none");
		return check_pass(check);
	}
	check_value(check, "threads of normal priority get %" PRIu64 " of %" PRIu64 " us (%.60s)",
		    limit.quota_us, limit.period_us, limit.file);
	if (config->sched.policy != RTLAT_POLICY_OTHER && !check_priority(config))
		return check_note(check, "rtlat's threads have real-time priority, but loads in "
					 "the same cgroup are held back: echo max into the file");
	return check_warn(check, "rtlat stands still when the time is used up: echo max into the "
				 "file (Kubernetes: no CPU limit; systemd: CPUQuota=), or allow "
				 "real-time priority");
}
