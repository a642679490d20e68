// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel_module.h"
#include "sysfs.h"

bool kernel_module_loaded(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/module/%s", name);
	return access(path, F_OK) == 0;
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
