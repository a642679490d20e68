// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs an action's shell command in a process group of its own, with a time limit, and ends
 * whatever it leaves behind.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rtlat/action/shell.h"
#include "rtlat/util/message.h"
#include "rtlat/action/stop_signal.h"

/* A signal that comes right before a wait does not end it. */
#define WAIT_MAX_MS 250
/* Seconds from the signal that ends the measurement to SIGTERM, and from there to SIGKILL. */
#define GRACE_S 2

static void set_number(const char *name, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	setenv(name, text, 1);
}

/* Describes the sample at the limit in the environment of the command. Runs in the child. */
static void set_environment(const struct rtlat_exceeded *exceeded)
{
	const struct rtlat_sample *sample;

	if (!exceeded)
		return;
	sample = &exceeded->sample;
	set_number("RTLAT_CPU", sample->cpu);
	set_number("RTLAT_SEQ", sample->seq);
	set_number("RTLAT_LATENCY_NS", sample->latency[exceeded->context]);
	set_number("RTLAT_THRESHOLD_NS", exceeded->limit);
	setenv("RTLAT_CONTEXT", exceeded->period ? "period" : rtlat_context_name(exceeded->context),
	       1);
}

/*
 * Sets the standard files of the command, in the child. It does not read the terminal: the keys are
 * the screen's, and a background process group that reads is stopped.
 */
static void set_files(int output)
{
	int nothing;

	if (output >= 0)
		dup2(output, STDERR_FILENO);
	if (isatty(STDIN_FILENO)) {
		nothing = open("/dev/null", O_RDONLY);
		if (nothing >= 0)
			dup2(nothing, STDIN_FILENO);
	}
	dup2(STDERR_FILENO, STDOUT_FILENO);
}

static pid_t start(const char *command, const struct rtlat_exceeded *exceeded, int output)
{
	sigset_t none;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		signal(SIGPIPE, SIG_DFL);
		signal(SIGXFSZ, SIG_DFL);
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		set_environment(exceeded);
		set_files(output);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	/* Whichever of the two comes first: from here on it has a group. */
	if (pid > 0)
		setpgid(pid, pid);
	return pid;
}

static time_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec;
}

/*
 * True if the process has ended. Its process id stays its own, for nobody has asked for its status.
 */
static bool has_ended(pid_t pid)
{
	siginfo_t info = { .si_pid = 0 };

	return waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

/*
 * Waits until the command ends, for `seconds`, or until another signal comes than those that
 * *signals counted; NULL: signals do not end the wait.
 */
static bool shell_await(pid_t pid, int seconds, const unsigned int *signals)
{
	struct pollfd end = { .fd = syscall(SYS_pidfd_open, pid, 0), .events = POLLIN };
	time_t deadline = now() + seconds;
	bool ended;

	/* Without a pidfd, which needs Linux 5.3, the command is polled. */
	while (!(ended = has_ended(pid)) && now() < deadline &&
	       (!signals || stop_signal_count() == *signals))
		poll(&end, 1, WAIT_MAX_MS);
	if (end.fd >= 0)
		close(end.fd);
	return ended;
}

/* The command, and all that it has started. */
static void end_group(pid_t pid)
{
	kill(-pid, SIGTERM);
	kill(-pid, SIGCONT);
	shell_await(pid, GRACE_S, NULL);
	kill(-pid, SIGKILL);
}

/*
 * Returns the status as waitpid() has it, -ETIMEDOUT or -EINTR if the command was ended here, or
 * another errno.
 */
static int await_status(pid_t pid)
{
	unsigned int signals = stop_signal_count();
	bool ended = shell_await(pid, ACTION_SHELL_LIMIT_S, &signals);
	int status;

	/* The signal may be the last that it does. */
	if (!ended && stop_signal_count() != signals)
		ended = shell_await(pid, GRACE_S, NULL);
	if (!ended)
		end_group(pid);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	if (ended)
		return status;
	return stop_signal_count() == signals ? -ETIMEDOUT : -EINTR;
}

static int shell_judge(const char *command, int status)
{
	if (status == -ETIMEDOUT)
		complain(NULL, "action: '%s' was stopped: it took more than %d s", command,
			 ACTION_SHELL_LIMIT_S);
	else if (status == -EINTR)
		complain(NULL, "action: '%s' was ended by the signal to rtlat", command);
	else if (status < 0)
		complain(NULL, "action: '%s': %s", command, strerror(-status));
	else if (WIFSIGNALED(status))
		complain(NULL, "action: '%s' ended with signal %d", command, WTERMSIG(status));
	else if (WEXITSTATUS(status))
		complain(NULL, "action: '%s' ended with status %d", command, WEXITSTATUS(status));
	else
		return 0;
	return status < 0 ? status : -ECHILD;
}

/* Runs the command. Its output goes where messages go: standard output is the result's. */
int action_shell(const char *command, const struct rtlat_exceeded *exceeded, struct sink *sink)
{
	int output = sink_open_output(sink);
	pid_t pid = start(command, exceeded, output);
	int status = pid < 0 ? -errno : await_status(pid);

	sink_take_output(sink, output);
	return shell_judge(command, status);
}
