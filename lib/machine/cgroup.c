// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Cgroups (v2 only): moves processes and threads into one, and finds the narrowest limit on CPU
 * time among a cgroup and those above it.
 */
#include <errno.h>
#include <inttypes.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/machine/cgroup.h"
#include "lib/util/file.h"
#include "lib/util/log.h"
#include "lib/util/rights.h"
#include "lib/util/sysfs.h"

#define PATH_SIZE 1024

static int find_mount(char *path, size_t size)
{
	FILE *mounts = sysfs_fopen("/proc/self/mounts");
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

/*
 * Finds this process's cgroup: its line in /proc/self/cgroup is the one with hierarchy 0 and no
 * controllers.
 */
static int find_own(char *path, size_t size)
{
	char text[4096], *line, *rest;
	int err;

	err = sysfs_read(text, sizeof(text), "/proc/self/cgroup");
	if (err < 0)
		return err;
	err = -ENOENT;
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (strncmp(line, "0::", 3) == 0)
			err = snprintf(path, size, "%s", line + 3) < (int)size ? 0 : -ENAMETOOLONG;
	}
	return err;
}

/* The directory of a cgroup, or of this process's own for "", and the length of its mount's. */
static int find_directory(const char *cgroup, char path[PATH_SIZE], size_t *mount_length)
{
	char mount[256], own[512];
	int err;

	err = find_mount(mount, sizeof(mount));
	if (!err && !*cgroup)
		err = find_own(own, sizeof(own));
	if (err)
		return err;
	if (!*cgroup)
		cgroup = own;
	snprintf(path, PATH_SIZE, "%s/%s", mount, cgroup + strspn(cgroup, "/"));
	*mount_length = strlen(mount);
	return 0;
}

static int move(const char *cgroup, const char *file, pid_t pid)
{
	char directory[PATH_SIZE], path[PATH_SIZE + 32], text[16];
	size_t mount_length;
	int err;

	err = find_directory(cgroup, directory, &mount_length);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/%s", directory, file);
	snprintf(text, sizeof(text), "%d", pid);
	return file_write(path, text);
}

static void failed(const struct rtlat_config *config, const char *what, pid_t pid, int err)
{
	char hint[RIGHTS_HINT_SIZE];

	rtlat_log(&config->log, RTLAT_ERROR, "cannot move %s %d to the cgroup %s: %s%s", what, pid,
		  *config->cgroup ? config->cgroup : "of rtlat", strerror(-err),
		  rights_hint(err, CAP_DAC_OVERRIDE, hint));
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

/* "max 100000" has no limit: the cgroup may use all the time there is. */
static void narrow(const char *directory, struct cgroup_limit *limit)
{
	uint64_t quota, period;
	char text[64];

	if (sysfs_read(text, sizeof(text), "%s/cpu.max", directory) <= 0 ||
	    sscanf(text, "%" SCNu64 " %" SCNu64, &quota, &period) != 2 || !period)
		return;
	/* Compared as shares of their periods, which may differ. */
	if (limit->period_us &&
	    (double)quota / period >= (double)limit->quota_us / limit->period_us)
		return;
	limit->quota_us = quota;
	limit->period_us = period;
	snprintf(limit->file, sizeof(limit->file), "%s/cpu.max", directory);
}

int cgroup_cpu_limit(const struct rtlat_config *config, struct cgroup_limit *limit)
{
	size_t length, mount_length;
	char path[PATH_SIZE];
	int err;

	memset(limit, 0, sizeof(*limit));
	err = find_directory(config->cgroup ? config->cgroup : "", path, &mount_length);
	if (err)
		return err;
	for (length = strlen(path); length >= mount_length; length--) {
		if (path[length] && path[length] != '/')
			continue;
		path[length] = '\0';
		narrow(path, limit);
	}
	return limit->period_us ? 0 : -ENOENT;
}
