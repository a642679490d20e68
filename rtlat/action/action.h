/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions when a latency has reached its limit, and at the end. */
#ifndef RTLAT_ACTION_ACTION_H
#define RTLAT_ACTION_ACTION_H

#include "rtlat/util/new_file.h"
#include "rtlat/util/sink.h"

#define ACTIONS_MAX 16

enum action_kind { ACTION_TRACE, ACTION_SIGNAL, ACTION_SHELL, ACTION_CONTINUE };

/* An action of --on-threshold or --on-end. */
struct action {
	enum action_kind kind;
	int signal;
	int pid;               /* 0: of the process that started rtlat */
	const char *command;   /* borrowed */
	const char *path;      /* of the trace, borrowed */
	bool taken;            /* it was written, and wants only its name */
	bool saved;            /* it has its name, which nobody was told yet */
	struct new_file trace; /* then */
};

struct actions {
	unsigned int nr;
	bool tells_later; /* where a trace was saved: actions_tell_saved() does */
	struct action action[ACTIONS_MAX];
};

/*
 * Parses "trace", "trace,file=PATH"; "signal,num=N,pid=P", where P may be "parent";
 * "shell,command=" and the command, which may have commas; or "continue". -EINVAL: it is none of
 * these; -E2BIG: there are too many.
 */
int action_parse(const char *text, const char *trace_path, struct actions *actions);

bool actions_have(const struct actions *actions, enum action_kind kind);
/* Put one before all others. -E2BIG: too many. */
int actions_trace_first(struct actions *actions, const char *path);

/*
 * One after the other, up to the first that fails, about which is said why, or to a "continue".
 * The trace is that of the run; NULL: the one that was taken. `exceeded` goes into the environment
 * of commands; NULL: no limit was reached. What they print goes to the sink. Returns 0, or a
 * negative errno where one failed.
 */
int actions_run(struct actions *actions, struct rtlat_run *run,
		const struct rtlat_exceeded *exceeded, struct sink *sink);

/* Print a line for each trace that was saved. Returns whether there was one. */
bool actions_tell_saved(struct actions *actions, FILE *file);

/*
 * For actions to come when the run is no more: take its trace now for each that is to save it. What
 * fails is said, and makes the action fail when its turn comes. In the end, drop what had no turn.
 */
void actions_take_traces(struct actions *actions, struct rtlat_run *run);
void actions_drop_traces(struct actions *actions);

#endif /* RTLAT_ACTION_ACTION_H */
