// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "action.h"
#include "message.h"
#include "trace_file.h"

#define SHELL_PREFIX "shell,command="
#define TRACE_PREFIX "trace,file="

/* "num=N" or "pid=P", up to a comma or the end. */
static int parse_signal_part(const char *part, struct action *action)
{
	uint64_t number;
	int err;

	if (!strcmp(part, "pid=parent")) {
		action->pid = 0;
		return 0;
	}
	if (!strncmp(part, "pid=", 4)) {
		err = rtlat_parse_u64(part + 4, 1, INT32_MAX, &number);
		action->pid = (int)number;
		return err;
	}
	if (strncmp(part, "num=", 4))
		return -EINVAL;
	err = rtlat_parse_u64(part + 4, 1, SIGRTMAX, &number);
	action->signal = (int)number;
	return err;
}

static int parse_signal(const char *parts, struct action *action)
{
	char *copy = strdup(parts), *rest = copy, *part;
	bool has_pid = false;
	int err = copy ? 0 : -ENOMEM;

	while (!err && (part = strsep(&rest, ","))) {
		err = parse_signal_part(part, action);
		has_pid |= !strncmp(part, "pid=", 4);
	}
	free(copy);
	if (!err && (!action->signal || !has_pid))
		err = -EINVAL;
	return err;
}

int action_parse(const char *text, const char *trace_path, struct actions *actions)
{
	struct action action = { .kind = ACTION_CONTINUE };
	int err = 0;

	if (actions->nr == ACTIONS_MAX)
		return -E2BIG;
	if (!strcmp(text, "trace")) {
		action.kind = ACTION_TRACE;
		action.path = trace_path;
	} else if (!strncmp(text, TRACE_PREFIX, strlen(TRACE_PREFIX))) {
		action.kind = ACTION_TRACE;
		action.path = text + strlen(TRACE_PREFIX);
		err = *action.path ? 0 : -EINVAL;
	} else if (!strncmp(text, "signal,", 7)) {
		action.kind = ACTION_SIGNAL;
		err = parse_signal(text + 7, &action);
	} else if (!strncmp(text, SHELL_PREFIX, strlen(SHELL_PREFIX))) {
		action.kind = ACTION_SHELL;
		action.command = text + strlen(SHELL_PREFIX);
		err = *action.command ? 0 : -EINVAL;
	} else if (strcmp(text, "continue")) {
		err = -EINVAL;
	}
	if (!err)
		actions->action[actions->nr++] = action;
	return err;
}

int actions_trace_first(struct actions *actions, const char *path)
{
	if (actions->nr == ACTIONS_MAX)
		return -E2BIG;
	memmove(&actions->action[1], &actions->action[0], actions->nr * sizeof(actions->action[0]));
	actions->action[0] = (struct action){ .kind = ACTION_TRACE, .path = path };
	actions->nr++;
	return 0;
}

bool actions_have(const struct actions *actions, enum action_kind kind)
{
	unsigned int i;

	for (i = 0; i < actions->nr; i++) {
		if (actions->action[i].kind == kind)
			return true;
	}
	return false;
}

static int send_signal(const struct action *action)
{
	pid_t pid = action->pid ? action->pid : getppid();

	if (!kill(pid, action->signal))
		return 0;
	complain(NULL, "action: cannot send signal %d to process %d: %s", action->signal, pid,
		 strerror(errno));
	return -errno;
}

static void set_number(const char *name, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	setenv(name, text, 1);
}

/* In the child: what the command may want to know. */
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

/* In the child. While there is a screen the terminal is the screen's, its keys as well. */
static void set_files(int output)
{
	int nothing;

	if (output >= 0) {
		dup2(output, STDERR_FILENO);
		nothing = open("/dev/null", O_RDONLY);
		if (nothing >= 0)
			dup2(nothing, STDIN_FILENO);
	}
	dup2(STDERR_FILENO, STDOUT_FILENO);
}

/* Its status as waitpid() has it, or a negative errno. */
static int run_command(const struct action *action, const struct rtlat_exceeded *exceeded,
		       int output)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		signal(SIGPIPE, SIG_DFL);
		set_environment(exceeded);
		set_files(output);
		execl("/bin/sh", "sh", "-c", action->command, (char *)NULL);
		_exit(127);
	}
	if (pid < 0) {
		complain(NULL, "action: cannot start a shell: %s", strerror(errno));
		return -errno;
	}
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return status;
}

/* Its output goes where messages go: standard output is the result's. */
static int run_shell(const struct action *action, const struct rtlat_exceeded *exceeded,
		     struct sink *sink)
{
	int output = sink_open_output(sink);
	int status = run_command(action, exceeded, output);

	sink_take_output(sink, output);
	if (status < 0)
		return status;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	complain(NULL, "action: '%s' ended with %s %d", action->command,
		 WIFEXITED(status) ? "status" : "signal",
		 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
	return -ECHILD;
}

static int run_one(const struct action *action, struct rtlat_run *run,
		   const struct rtlat_exceeded *exceeded, struct sink *sink)
{
	switch (action->kind) {
	case ACTION_TRACE:
		if (run)
			return trace_file_save(run, action->path);
		return action->taken ? trace_file_publish(action->path) : -EIO;
	case ACTION_SIGNAL:
		return send_signal(action);
	case ACTION_SHELL:
		return run_shell(action, exceeded, sink);
	case ACTION_CONTINUE:
		break;
	}
	return 0;
}

int actions_run(const struct actions *actions, struct rtlat_run *run,
		const struct rtlat_exceeded *exceeded, struct sink *sink)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < actions->nr && !err; i++) {
		if (actions->action[i].kind == ACTION_CONTINUE)
			break;
		err = run_one(&actions->action[i], run, exceeded, sink);
	}
	return err;
}

void actions_take_traces(struct actions *actions, struct rtlat_run *run)
{
	unsigned int i;

	for (i = 0; i < actions->nr; i++) {
		struct action *action = &actions->action[i];

		if (action->kind == ACTION_TRACE)
			action->taken = !trace_file_take(run, action->path);
	}
}

void actions_drop_traces(const struct actions *actions)
{
	unsigned int i;

	for (i = 0; i < actions->nr; i++) {
		if (actions->action[i].taken)
			trace_file_drop(actions->action[i].path);
	}
}
