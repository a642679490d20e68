// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Whether rtlat shares the kernel's numbering of processes and its clock. In a container with
 * namespaces of its own neither needs to be so, and trace data has the kernel's.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util/namespaces.h"
#include "lib/util/sysfs.h"

/* Fixed in the kernel: the inode of the first pid namespace. */
#define FIRST_PID_NAMESPACE 0xeffffffcUL

static unsigned long pid_namespace(void)
{
	struct stat stat_of;

	return stat("/proc/self/ns/pid", &stat_of) < 0 ? FIRST_PID_NAMESPACE
						       : (unsigned long)stat_of.st_ino;
}

const char *kernel_wide_id(char id[KERNEL_WIDE_ID_SIZE])
{
	unsigned long namespace = pid_namespace();

	if (namespace == FIRST_PID_NAMESPACE)
		snprintf(id, KERNEL_WIDE_ID_SIZE, "%d", getpid());
	else
		snprintf(id, KERNEL_WIDE_ID_SIZE, "%dn%lu", getpid(), namespace);
	return id;
}

bool has_kernel_pids(void)
{
	return pid_namespace() == FIRST_PID_NAMESPACE;
}

/*
 * Reads by how much this process's monotonic clock is ahead of the kernel's. False: it is not
 * ahead.
 */
static bool clock_is_ahead(int64_t *seconds)
{
	char text[256], *line;
	int64_t nanoseconds;

	*seconds = 0;
	if (sysfs_read(text, sizeof(text), "/proc/self/timens_offsets") <= 0)
		return false;
	line = strstr(text, "monotonic");
	return line && sscanf(line, "monotonic %" SCNd64 " %" SCNd64, seconds, &nanoseconds) == 2 &&
	       (*seconds || nanoseconds);
}

int namespaces_probe(const struct rtlat_config *config, char *why, size_t size)
{
	int64_t seconds;

	if (clock_is_ahead(&seconds)) {
		snprintf(why, size,
			 "the clock of this time namespace is %" PRId64 " s from the kernel's: "
			 "start rtlat in the first one (nsenter --target 1 --time)",
			 seconds);
		return -EOPNOTSUPP;
	}
	if (config && config->track.pid != RTLAT_PID_ANY && !has_kernel_pids()) {
		snprintf(why, size,
			 "--pid: the kernel's events have other pids than this pid namespace; use "
			 "--comm, or start rtlat in the first one (hostPID, docker --pid=host)");
		return -ENOSYS;
	}
	return 0;
}
