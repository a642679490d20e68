// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A run's own tracing instances. Each is held open and locked while the run lives: an instance
 * that nobody holds is one that a killed run has left.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/namespaces.h"
#include "lib/util/rights.h"
#include "lib/util/sysfs.h"
#include "lib/trace/instance.h"

#define CREATE_TRIES 3

bool trace_is_known(void)
{
	char systems[8192];

	sysfs_read(systems, sizeof(systems), "/proc/filesystems");
	return strstr(systems, "\ttracefs");
}

/* Why it is not mounted, by another try. */
static int not_mounted(char *why, size_t size)
{
	char hint[RIGHTS_HINT_SIZE];
	int err;

	if (!trace_is_known()) {
		snprintf(why, size, "this kernel has no tracefs (CONFIG_FTRACE)");
		return -EOPNOTSUPP;
	}
	err = mount("nodev", "/sys/kernel/tracing", "tracefs", 0, NULL) ? -errno : -EBUSY;
	snprintf(why, size,
		 "tracefs is not mounted: mount -t tracefs nodev /sys/kernel/tracing: %s%s",
		 strerror(-err), rights_hint(err, CAP_SYS_ADMIN, hint));
	return rights_denied(err) ? -EACCES : -EOPNOTSUPP;
}

int trace_probe(char *why, size_t size)
{
	const char *directory;
	char path[512];
	int err;

	tracefs_set_loglevel(TEP_LOG_NONE);
	directory = tracefs_tracing_dir();
	if (!directory)
		return not_mounted(why, size);
	snprintf(path, sizeof(path), "%s/available_tracers", directory);
	/* A kernel that was booted so makes none of the files. */
	if (file_access(path, F_OK) == -ENOENT) {
		snprintf(why, size, "%s is empty: the kernel is locked down (confidentiality)",
			 directory);
		return -EACCES;
	}
	err = file_usable(path, O_RDONLY, why, size);
	return err ? err : namespaces_probe(NULL, why, size);
}

/*
 * Lock the instance for as long as the run lives: by that, others see that it is no dead run's,
 * whose journal may be gone.
 */
static int instance_hold(struct session *run, const char *path)
{
	int fd;

	if (run->nr_instances == RUN_INSTANCES_MAX)
		return -ENOSPC;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* A process that checks whether the instance is in use holds the lock meanwhile. */
	while (flock(fd, LOCK_EX) < 0) {
		if (errno != EINTR) {
			close(fd);
			return -errno;
		}
	}
	run->instances[run->nr_instances++] = fd;
	return file_access(path, F_OK);
}

void trace_instances_release(struct session *run)
{
	while (run->nr_instances)
		close(run->instances[--run->nr_instances]);
}

static int instance_create(struct session *run, const char *name,
			   struct tracefs_instance **instance)
{
	struct rtlat_journal *journal;
	unsigned int tries = 0;
	char path[512], hint[RIGHTS_HINT_SIZE];
	int err;

	err = run_journal(run, &journal);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(), name);
	err = rtlat_journal_note_directory(journal, path);
	if (err)
		return err;
	*instance = NULL;
	/*
	 * Another process may have taken the new instance for a dead run's and removed it: try
	 * again.
	 */
	do {
		tracefs_instance_free(*instance);
		*instance = tracefs_instance_create(name);
		err = *instance ? instance_hold(run, path) : errno ? -errno : -EIO;
	} while (err == -ENOENT && tries++ < CREATE_TRIES);
	if (!err)
		return 0;
	rtlat_log(&run->config.log, RTLAT_ERROR, "cannot create the tracing instance %s: %s%s",
		  path, strerror(-err), rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return err;
}

/*
 * Sets the options of a new instance, which inherits those of the top level, whatever the user has
 * set there. Lost events are counted elsewhere, without `overwrite`; stacks would be noise
 * themselves; raw or hexadecimal text is no readable trace. Options that the kernel lacks need no
 * change.
 */
static void set_options(struct tracefs_instance *instance)
{
	static const char *const options[] = {
		"overwrite",
		"record-cmd",
		"context-info",
		"nostacktrace",
		"nouserstacktrace",
		"noraw",
		"nohex",
		"nobin",
		"noblock",
		"nolatency-format",
		"noevent-fork",
		"nofunction-fork",
		"nopause-on-trace",
	};
	unsigned int i;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		tracefs_instance_file_write(instance, "trace_options", options[i]);
}

int trace_instance_create(struct session *run, const char *suffix,
			  struct tracefs_instance **instance)
{
	char name[64], id[KERNEL_WIDE_ID_SIZE], hint[RIGHTS_HINT_SIZE];
	int err;

	snprintf(name, sizeof(name), "rtlat-%s%s", kernel_wide_id(id), suffix);
	err = instance_create(run, name, instance);
	if (err)
		return err;
	set_options(*instance);
	if (tracefs_instance_file_write(*instance, "trace_clock", "mono") >= 0)
		return 0;
	err = -errno;
	rtlat_log(&run->config.log, RTLAT_ERROR, "cannot set the trace clock: %s%s", strerror(-err),
		  rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return err;
}

/* "  comm-PID   [000] ...: tracing_mark_write: ...": a name may have any of that too. */
static pid_t writer_of(char *line)
{
	char *end = strstr(line, ": tracing_mark_write:"), *pid;

	if (!end)
		return -1;
	*end = '\0';
	end = strrchr(line, '[');
	if (!end)
		return -1;
	while (end > line && strchr("[ ", *end))
		*end-- = '\0';
	pid = strrchr(line, '-');
	return pid ? atoi(pid + 1) : -1;
}

pid_t trace_instance_own_pid(struct tracefs_instance *instance)
{
	char *text, *line, *rest;
	pid_t pid = -1;

	if (has_kernel_pids())
		return gettid();
	if (tracefs_instance_file_write(instance, "trace_marker", "rtlat") < 0)
		return -1;
	text = tracefs_instance_file_read(instance, "trace", NULL);
	for (line = text ? strtok_r(text, "\n", &rest) : NULL; line && pid < 0;
	     line = strtok_r(NULL, "\n", &rest))
		pid = writer_of(line);
	free(text);
	tracefs_instance_file_clear(instance, "trace");
	return pid;
}

uint64_t trace_instance_stat(struct tracefs_instance *instance, int cpu, const char *name)
{
	char file[64], label[32], *text, *line;
	uint64_t value = 0;

	snprintf(file, sizeof(file), "per_cpu/cpu%d/stats", cpu);
	snprintf(label, sizeof(label), "\n%s: ", name);
	text = tracefs_instance_file_read(instance, file, NULL);
	line = text ? strstr(text, label) : NULL;
	if (line)
		value = strtoull(line + strlen(label), NULL, 10);
	free(text);
	return value;
}

uint64_t trace_instance_lost(struct tracefs_instance *instance, int cpu,
			     const struct trace_page *page, uint64_t *overrun)
{
	uint64_t before = *overrun;

	if (!page->lost)
		return 0;
	*overrun = trace_instance_stat(instance, cpu, "overrun");
	if (!*overrun)
		return page->lost;
	return *overrun > before ? *overrun - before : 0;
}
