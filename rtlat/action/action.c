// SPDX-License-Identifier: GPL-2.0-only
/*
 * Actions at a limit and at the end of a run (--on-threshold, --on-end): save the trace, send a
 * signal, run a command, go on.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/action/action.h"
#include "rtlat/action/shell.h"
#include "rtlat/util/message.h"
#include "lib/util/printable.h"
#include "rtlat/action/trace_file.h"

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

static int save_trace(struct action *action, struct rtlat_run *run, bool tells_later)
{
	int err = -EIO;

	if (run) {
		err = trace_file_save(run, action->path);
	} else if (action->taken) {
		action->taken = false;
		err = trace_file_publish(&action->trace, action->path);
	}
	action->saved = !err && tells_later;
	if (!err && !tells_later)
		inform("the trace is in %s", action->path);
	return err;
}

static int run_one(struct action *action, struct rtlat_run *run,
		   const struct rtlat_exceeded *exceeded, struct sink *sink, bool tells_later)
{
	switch (action->kind) {
	case ACTION_TRACE:
		return save_trace(action, run, tells_later);
	case ACTION_SIGNAL:
		return send_signal(action);
	case ACTION_SHELL:
		return action_shell(action->command, exceeded, sink);
	case ACTION_CONTINUE:
		break;
	}
	return 0;
}

int actions_run(struct actions *actions, struct rtlat_run *run,
		const struct rtlat_exceeded *exceeded, struct sink *sink)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < actions->nr && !err; i++) {
		if (actions->action[i].kind == ACTION_CONTINUE)
			break;
		err = run_one(&actions->action[i], run, exceeded, sink, actions->tells_later);
	}
	return err;
}

bool actions_tell_saved(struct actions *actions, FILE *file)
{
	bool told = false;
	unsigned int i;

	for (i = 0; i < actions->nr; i++) {
		struct action *action = &actions->action[i];
		char *path = action->saved ? printable_dup(action->path) : NULL;

		if (path)
			fprintf(file, "  Saving trace to %s\n", path);
		free(path);
		told |= action->saved;
		action->saved = false;
	}
	return told;
}

void actions_take_traces(struct actions *actions, struct rtlat_run *run)
{
	unsigned int i;

	for (i = 0; i < actions->nr; i++) {
		struct action *action = &actions->action[i];

		if (action->kind == ACTION_TRACE)
			action->taken = !trace_file_take(run, action->path, &action->trace);
	}
}

void actions_drop_traces(struct actions *actions)
{
	unsigned int i;

	for (i = 0; i < actions->nr; i++) {
		if (actions->action[i].taken)
			new_file_close(&actions->action[i].trace);
	}
}
