// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Opens what a change may be made to, and undone: files of sysfs and tracefs, which hold settings
 * of the kernel and nothing else. The kernel says what was opened; a path may lead anywhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/util/log.h"
#include "lib/change/internal.h"

/* Global, so that no change has to carry it: only tests ever set it. */
static unsigned long stand_in;

void restore_target_set_stand_in(const char *path)
{
	struct statfs system;

	stand_in = path && statfs(path, &system) == 0 ? (unsigned long)system.f_type : 0;
}

static int open_target(const char *path, unsigned long other, char name[RESTORE_TARGET_SIZE],
		       const struct rtlat_log *log)
{
	int fd = open(path, O_PATH | O_CLOEXEC);
	struct statfs system;
	unsigned long type;
	int err;

	if (fd < 0)
		return -errno;
	if (fstatfs(fd, &system) < 0) {
		err = -errno;
		close(fd);
		return err;
	}
	type = (unsigned long)system.f_type;
	if (type == TRACEFS_MAGIC || type == other || (stand_in && type == stand_in)) {
		snprintf(name, RESTORE_TARGET_SIZE, "/proc/self/fd/%d", fd);
		return fd;
	}
	close(fd);
	rtlat_log(log, RTLAT_WARNING, "%s is not changed: it is not a file of %stracefs", path,
		  other == SYSFS_MAGIC ? "sysfs or " : "");
	return -EXDEV;
}

int restore_target_setting(const char *path, char name[RESTORE_TARGET_SIZE],
			   const struct rtlat_log *log)
{
	return open_target(path, SYSFS_MAGIC, name, log);
}

int restore_target_tracing(const char *path, char name[RESTORE_TARGET_SIZE],
			   const struct rtlat_log *log)
{
	return open_target(path, TRACEFS_MAGIC, name, log);
}
