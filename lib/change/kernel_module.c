// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Kernel modules: whether one is loaded or installed, and loading it with modprobe, with the
 * reason in plain words when the kernel refuses.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rtlat/base.h"
#include "lib/change/kernel_module.h"
#include "lib/util/rights.h"
#include "lib/util/sysfs.h"

/* The most looks at whether a module is ready, 10 ms apart: a machine may be busy. */
#define READY_TRIES 300

bool kernel_module_loaded(const char *name)
{
	char path[128], state[16];

	/* A module that comes or goes is of no use. One that is built in has no state. */
	if (sysfs_read(state, sizeof(state), "/sys/module/%s/initstate", name) > 0)
		return strcmp(state, "live") == 0;
	snprintf(path, sizeof(path), "/sys/module/%s", name);
	return access(path, F_OK) == 0;
}

/*
 * True if this process may load modules. The kernel refuses a process without the right before it
 * looks for the module, so a name that no module has is enough to find out.
 */
bool kernel_module_allowed(void)
{
	return syscall(SYS_delete_module, "", O_NONBLOCK) && errno != EPERM;
}

/* A line of modules.dep begins with the file's path, which may end in .ko.xz and the like. */
static bool is_of(const char *line, const char *name)
{
	size_t length = strlen(name), path = strcspn(line, ":");
	const char *slash = memrchr(line, '/', path);
	const char *file = slash ? slash + 1 : line;

	return !strncmp(file, name, length) && !strncmp(file + length, ".ko", 3);
}

bool kernel_module_installed(const char *name)
{
	struct utsname system;
	bool found = false;
	char *line = NULL;
	char path[256];
	size_t size = 0;
	FILE *file;

	if (uname(&system))
		return false;
	if (sysfs_path(path, sizeof(path), "/lib/modules/%s/modules.dep", system.release) < 0)
		return false;
	file = sysfs_fopen(path);
	while (file && !found && getline(&line, &size, file) > 0)
		found = is_of(line, name);
	if (file)
		fclose(file);
	free(line);
	return found;
}

/*
 * Gives the child the default signal handling of any program, whatever the caller ignores or
 * blocks; signals of the terminal stay the caller's. Returns 0 or an errno.
 */
static int set_attributes(posix_spawnattr_t *attributes)
{
	sigset_t signals;
	int err = posix_spawnattr_init(attributes);

	if (err)
		return err;
	sigfillset(&signals);
	posix_spawnattr_setsigdefault(attributes, &signals);
	sigemptyset(&signals);
	posix_spawnattr_setsigmask(attributes, &signals);
	posix_spawnattr_setpgroup(attributes, 0);
	return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
							    POSIX_SPAWN_SETSIGMASK);
}

/*
 * Starts modprobe, which prints its complaints itself; all that matters here is whether it loaded
 * the module.
 */
static int start_modprobe(pid_t *pid, const char *name)
{
	/* modprobe is no place for a user's PATH. */
	static const char *const paths[] = { "/sbin/modprobe", "/usr/sbin/modprobe",
					     "/usr/bin/modprobe" };
	char *const environment[] = { "PATH=/usr/sbin:/usr/bin:/sbin:/bin", NULL };
	char *arguments[] = { "modprobe", "-q", (char *)name, NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	unsigned int i;
	int err;

	err = set_attributes(&attributes);
	if (err)
		return -err;
	err = posix_spawn_file_actions_init(&actions);
	if (err)
		goto out;
	err = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	for (i = 0; !err && i < sizeof(paths) / sizeof(paths[0]); i++) {
		err = posix_spawn(pid, paths[i], &actions, &attributes, arguments, environment);
		if (err != ENOENT)
			break;
		err = i + 1 < sizeof(paths) / sizeof(paths[0]) ? 0 : ENOENT;
	}
	posix_spawn_file_actions_destroy(&actions);
out:
	posix_spawnattr_destroy(&attributes);
	return -err;
}

/* True if the kernel accepts only signed modules. */
static bool wants_signature(void)
{
	char text[32];

	return (rights_lockdown(text, sizeof(text)) && strcmp(text, "none")) ||
	       (sysfs_read(text, sizeof(text), "/sys/module/module/parameters/sig_enforce") > 0 &&
		*text == 'Y');
}

static const char *why_not_permitted(char *hint)
{
	rights_hint(-EPERM, CAP_SYS_MODULE, hint);
	if (*hint)
		return hint;
	return wants_signature() ? "; the kernel takes signed modules only"
				 : "; kernel.modules_disabled or seccomp forbids it";
}

const char *kernel_module_why(int err, char *why)
{
	char hint[RIGHTS_HINT_SIZE];

	switch (err) {
	case -ENOENT:
		return "there is no modprobe";
	case -ENODEV:
		return "it has to be installed";
	case -EPERM:
		snprintf(why, KERNEL_MODULE_WHY_SIZE, "%s%s", strerror(EPERM),
			 why_not_permitted(hint));
		return why;
	case -EIO:
		return "modprobe fails, of which dmesg may say more";
	default:
		return strerror(-err);
	}
}

/*
 * True once the module is ready. modprobe of busybox says that it has loaded a module which another
 * process is still loading.
 */
static bool becomes_ready(const char *name)
{
	const struct timespec pause = { .tv_nsec = 10 * RTLAT_NSEC_PER_MSEC };
	int tries;

	for (tries = 0; tries < READY_TRIES && !kernel_module_loaded(name); tries++)
		nanosleep(&pause, NULL);
	return kernel_module_loaded(name);
}

int kernel_module_load(const char *name)
{
	int err, status;
	pid_t pid;

	err = start_modprobe(&pid, name);
	if (err)
		return err;
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	/* Somebody else may have loaded it, which some modprobe takes for a failure. */
	if (status ? kernel_module_loaded(name) : becomes_ready(name))
		return 0;
	if (!kernel_module_installed(name))
		return -ENODEV;
	return kernel_module_allowed() && !wants_signature() ? -EIO : -EPERM;
}
