// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgroup.h"
#include "file.h"
#include "log.h"

static int find_mount(char *path, size_t size)
{
	FILE *mounts = setmntent("/proc/self/mounts", "r");
	struct mntent *entry;
	int err = -ENOENT;

	if (!mounts)
		return -errno;
	while (err && (entry = getmntent(mounts))) {
		if (strcmp(entry->mnt_type, "cgroup2") == 0)
			err = snprintf(path, size, "%s", entry->mnt_dir) < (int)size
				      ? 0
				      : -ENAMETOOLONG;
	}
	endmntent(mounts);
	return err;
}

/* cgroup v2's line in /proc/self/cgroup is the one with hierarchy 0 and no controllers. */
static int find_own(char *path, size_t size)
{
	char *text, *line, *rest;
	int err;

	err = file_read("/proc/self/cgroup", &text);
	if (err)
		return err;
	err = -ENOENT;
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (strncmp(line, "0::", 3) == 0)
			err = snprintf(path, size, "%s", line + 3) < (int)size ? 0 : -ENAMETOOLONG;
	}
	free(text);
	return err;
}

static int move(const char *cgroup, const char *file, pid_t pid)
{
	char mount[256], own[512], path[1024], text[16];
	int err;

	err = find_mount(mount, sizeof(mount));
	if (!err && !*cgroup)
		err = find_own(own, sizeof(own));
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/%s/%s", mount, *cgroup ? cgroup : own, file);
	snprintf(text, sizeof(text), "%d", pid);
	return file_write(path, text);
}

static void failed(const struct rtlat_config *config, const char *what, pid_t pid, int err)
{
	rtlat_log(&config->log, RTLAT_ERROR, "cannot move %s %d to the cgroup %s: %s", what, pid,
		  *config->cgroup ? config->cgroup : "of rtlat", strerror(-err));
}

int cgroup_move(const struct rtlat_config *config, pid_t pid)
{
	int err;

	if (!config->cgroup)
		return 0;
	err = move(config->cgroup, "cgroup.procs", pid);
	if (err)
		failed(config, "process", pid, err);
	return err;
}

int cgroup_move_thread(const struct rtlat_config *config, pid_t tid)
{
	int err;

	if (!config->cgroup)
		return 0;
	err = move(config->cgroup, "cgroup.threads", tid);
	if (err && err != -EOPNOTSUPP)
		failed(config, "thread", tid, err);
	return err;
}
