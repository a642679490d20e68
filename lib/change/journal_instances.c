// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Tracing instances are the whole kernel's, while a journal may be a container's and gone with it.
 * A run holds an flock on each of its instances, so that one which nobody holds is of a dead run.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/log.h"
#include "lib/change/journal.h"
#include "lib/change/internal.h"
#include "lib/util/sysfs.h"

#define TRACING "/sys/kernel/tracing"
#define PREFIX "rtlat-"

static bool is_tracefs(int fd)
{
	struct statfs system;

	return fstatfs(fd, &system) == 0 && system.f_type == TRACEFS_MAGIC;
}

static void tell(const struct rtlat_log *log, const char *name, const char *now, const char *begins)
{
	rtlat_log(log, RTLAT_WARNING,
		  TRACING
		  "/osnoise/%s is '%s', which a dead rtlat may have left: the kernel begins "
		  "with '%s'",
		  name, now, begins);
}

/* The tracers' settings that a run may have changed, where they are not as the kernel begins. */
static void tell_settings(const struct rtlat_log *log)
{
	static const struct {
		const char *name;
		const char *begins;
	} settings[] = {
		{ "stop_tracing_us", "0" },  { "stop_tracing_total_us", "0" },
		{ "print_stack", "0" },      { "period_us", "1000000" },
		{ "runtime_us", "1000000" }, { "timerlat_period_us", "1000" },
	};
	char now[4096], possible[4096];
	size_t i;

	for (i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		if (sysfs_read(now, sizeof(now), TRACING "/osnoise/%s", settings[i].name) > 0 &&
		    strcmp(now, settings[i].begins))
			tell(log, settings[i].name, now, settings[i].begins);
	if (sysfs_read(now, sizeof(now), TRACING "/osnoise/cpus") > 0 &&
	    sysfs_read(possible, sizeof(possible), "/sys/devices/system/cpu/possible") > 0 &&
	    strcmp(now, possible))
		tell(log, "cpus", now, possible);
	if (sysfs_read(now, sizeof(now), TRACING "/osnoise/options") > 0 &&
	    strstr(now, "NO_OSNOISE_WORKLOAD"))
		tell(log, "options", "NO_OSNOISE_WORKLOAD", "OSNOISE_WORKLOAD");
}

/* Readers that die with their run keep an instance busy for a moment. */
static int remove_dead(int instances, const char *name, const struct rtlat_log *log)
{
	int directory = openat(instances, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	char path[64], *tracer = NULL;
	int err = 0;

	if (directory < 0)
		return 0;
	if (flock(directory, LOCK_EX | LOCK_NB) < 0)
		goto out;
	snprintf(path, sizeof(path), "/proc/self/fd/%d/current_tracer", directory);
	if (!file_read(path, &tracer) && strcmp(tracer, "nop")) {
		file_write(path, "nop\n");
		tell_settings(log);
	}
	err = restore_remove_instance(instances, name);
	if (err)
		rtlat_log(log, RTLAT_WARNING,
			  "cannot remove the tracing instance %s of a dead rtlat: %s", name,
			  strerror(-err));
	else
		rtlat_log(log, RTLAT_WARNING,
			  "removed the tracing instance %s of a dead rtlat whose journal is gone",
			  name);
	free(tracer);
	close(directory);
	return !err;
out:
	close(directory);
	return 0;
}

int restore_instances(const struct rtlat_log *log)
{
	int fd = open(TRACING "/instances", O_RDONLY | O_DIRECTORY | O_CLOEXEC), nr = 0;
	const struct dirent *entry;
	DIR *directory = NULL;

	if (fd >= 0 && is_tracefs(fd))
		directory = fdopendir(fd);
	if (!directory) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while ((entry = readdir(directory)))
		if (!strncmp(entry->d_name, PREFIX, strlen(PREFIX)))
			nr += remove_dead(fd, entry->d_name, log);
	closedir(directory);
	return nr;
}
