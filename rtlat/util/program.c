// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs another program, such as gnuplot, as a filter. It is searched for only where root alone
 * writes as a rule, never in the caller's PATH.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rtlat/util/program.h"

/*
 * Directories to which, as a rule, only root writes; those of the machine's administrator come
 * last. PATH, HOME and the like may be another user's, whose programs and settings root does not
 * run.
 */
#define PROGRAM_PATH "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin"

static bool program_find(const char *name, char *file, size_t size)
{
	const char *path = PROGRAM_PATH;
	size_t length;

	for (; *path; path += path[length] ? length + 1 : length) {
		length = strcspn(path, ":");
		snprintf(file, size, "%.*s/%s", (int)length, path, name);
		if (!access(file, X_OK))
			return true;
	}
	return false;
}

bool program_exists(const char *name)
{
	char file[PATH_MAX];

	return program_find(name, file, sizeof(file));
}

/* A file, not a pipe: it takes all at once, and nobody has to feed it. */
static int input_file(const char *input, size_t length)
{
	int fd = memfd_create("input", MFD_CLOEXEC);
	ssize_t written;
	int err = fd < 0 ? -errno : 0;

	while (!err && length > 0) {
		written = write(fd, input, length);
		if (written < 0) {
			err = -errno;
			break;
		}
		input += written;
		length -= written;
	}
	if (!err && lseek(fd, 0, SEEK_SET) < 0)
		err = -errno;
	if (err && fd >= 0)
		close(fd);
	return err ? err : fd;
}

/* A signal from the terminal is for us: the result is being written already. */
static int spawn(const char *const argv[], int input, int output, pid_t *pid)
{
	static char *const environment[] = { "PATH=" PROGRAM_PATH, "HOME=/", "LC_ALL=C.UTF-8",
					     NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	char file[PATH_MAX];
	sigset_t signals;
	int err;

	if (!program_find(argv[0], file, sizeof(file)))
		return -ENOENT;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	sigemptyset(&signals);
	sigaddset(&signals, SIGPIPE);
	sigaddset(&signals, SIGXFSZ);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigdefault(&attributes, &signals);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
	err = posix_spawn(pid, file, &actions, &attributes, (char *const *)argv, environment);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return -err;
}

static int copy(int from, FILE *to)
{
	char buffer[8192];
	ssize_t length;

	for (;;) {
		length = read(from, buffer, sizeof(buffer));
		if (length < 0 && errno == EINTR)
			continue;
		if (length <= 0)
			return length < 0 ? -errno : 0;
		fwrite(buffer, 1, length, to);
	}
}

static int program_await(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EIO;
}

int program_filter(const char *const argv[], const char *input, size_t length, FILE *output)
{
	int ends[2], fd, err, failed;
	pid_t pid;

	fd = input_file(input, length);
	if (fd < 0)
		return fd;
	if (pipe2(ends, O_CLOEXEC)) {
		err = -errno;
		close(fd);
		return err;
	}
	err = spawn(argv, fd, ends[1], &pid);
	close(fd);
	close(ends[1]);
	if (!err) {
		err = copy(ends[0], output);
		failed = program_await(pid);
		err = err ? err : failed;
	}
	close(ends[0]);
	return err;
}
