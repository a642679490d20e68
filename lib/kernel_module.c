// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel_module.h"

bool kernel_module_loaded(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/module/%s/parameters", name);
	return access(path, F_OK) == 0;
}

/* It says itself what it does not like; whether it did it is all that matters here. */
static int start_modprobe(pid_t *pid, const char *name)
{
	/* modprobe is no place for a user's PATH. */
	static const char *const paths[] = { "/sbin/modprobe", "/usr/sbin/modprobe",
					     "/usr/bin/modprobe" };
	char *const environment[] = { "PATH=/usr/sbin:/usr/bin:/sbin:/bin", NULL };
	char *arguments[] = { "modprobe", "-q", (char *)name, NULL };
	posix_spawn_file_actions_t actions;
	unsigned int i;
	int err;

	err = posix_spawn_file_actions_init(&actions);
	if (err)
		return -err;
	err = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	for (i = 0; !err && i < sizeof(paths) / sizeof(paths[0]); i++) {
		err = posix_spawn(pid, paths[i], &actions, NULL, arguments, environment);
		if (err != ENOENT)
			break;
		err = i + 1 < sizeof(paths) / sizeof(paths[0]) ? 0 : ENOENT;
	}
	posix_spawn_file_actions_destroy(&actions);
	return -err;
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
	return WIFEXITED(status) && !WEXITSTATUS(status) && kernel_module_loaded(name) ? 0
										       : -ENODEV;
}
