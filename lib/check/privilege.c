// SPDX-License-Identifier: LGPL-2.1-or-later
/* Checks of the rights of this process. They try, and leave nothing changed. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "lib/check/check.h"
#include "lib/util/rights.h"
#include "lib/util/sysfs.h"
#include "lib/trace/instance.h"

#define TRACEFS "/sys/kernel/tracing"

struct priority_try {
	struct rtlat_sched sched;
	int result;
};

static void *try_priority(void *data)
{
	struct priority_try *try = data;

	try->result = rtlat_sched_apply(0, &try->sched);
	return NULL;
}

int check_priority(const struct rtlat_config *config)
{
	struct priority_try try = { .sched = config->sched };
	pthread_t thread;
	int err;

	err = pthread_create(&thread, NULL, try_priority, &try);
	if (err)
		return -err;
	pthread_join(thread, NULL);
	return try.result;
}

bool check_rt_priority(const struct check_context *context, struct rtlat_check *check)
{
	int err = check_priority(context->config);
	char name[64];

	rtlat_sched_format(&context->config->sched, name, sizeof(name));
	if (!err) {
		check_value(check, "%s allowed", name);
		return check_pass(check);
	}
	check_value(check, "%s refused: %s", name, strerror(-err));
	if (err != -EPERM)
		return check_warn(check, "choose another priority with -P");
	return check_warn(check, "run as root or with CAP_SYS_NICE, or allow it with ulimit -r 99 "
				 "(LimitRTPRIO= in systemd, --cap-add sys_nice in a container)");
}

/* Opened and closed again: nothing is written. */
static int try_write(const char *path)
{
	char full[PATH_MAX];
	int fd, ret;

	ret = sysfs_path(full, sizeof(full), "%s", path);
	if (ret < 0)
		return ret;
	fd = open(full, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

bool check_tracefs(const struct check_context *context, struct rtlat_check *check)
{
	int ret = try_write(TRACEFS "/current_tracer");
	char mode[32];

	(void)context;
	if (!ret) {
		check_value(check, "writable at " TRACEFS);
		return check_pass(check);
	}
	if (ret != -ENOENT) {
		check_value(check, TRACEFS ": %s", strerror(-ret));
		return check_warn(check, "run as root (in a container: --privileged); as root, see "
					 "the lockdown check. Without it only clock measures");
	}
	/* Locked down from the boot on, it has no files. */
	if (rights_lockdown(mode, sizeof(mode)) && !strcmp(mode, "confidentiality")) {
		check_value(check, TRACEFS " is empty");
		return check_warn(check, "see the lockdown check. Without it only clock measures");
	}
	if (!trace_is_known()) {
		check_value(check, "this kernel has none");
		return check_note(check, "boot a kernel with CONFIG_TIMERLAT_TRACER=y; without it "
					 "only the source clock measures, without IRQ latency");
	}
	check_value(check, "not mounted at " TRACEFS);
	return check_note(check, "mount -t tracefs tracefs " TRACEFS);
}

bool check_cpu_dma_latency(const struct check_context *context, struct rtlat_check *check)
{
	int ret = try_write("/dev/cpu_dma_latency");

	(void)context;
	if (!ret) {
		check_value(check, "/dev/cpu_dma_latency is writable");
		return check_pass(check);
	}
	check_value(check, "/dev/cpu_dma_latency: %s", strerror(-ret));
	if (ret == -ENOENT)
		return check_note(check,
				  "--dma-latency does not work here; a container needs "
				  "--device /dev/cpu_dma_latency, a kernel CONFIG_CPU_IDLE=y");
	return check_warn(check,
			  "run as root, or chmod o+w /dev/cpu_dma_latency (a udev rule makes "
			  "it last); until then --dma-latency does not work");
}
