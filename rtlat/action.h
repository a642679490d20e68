/* SPDX-License-Identifier: GPL-2.0-only */
/* What is done when a latency has reached its limit, and at the end. */
#ifndef ACTION_H
#define ACTION_H

#include "rtlat.h"

#define ACTIONS_MAX 16

enum action_kind { ACTION_SIGNAL, ACTION_SHELL, ACTION_CONTINUE };

/* One --on-threshold or --on-end. */
struct action {
	enum action_kind kind;
	int signal;
	int pid;             /* 0: of the process that started rtlat */
	const char *command; /* borrowed */
};

struct actions {
	unsigned int nr;
	struct action action[ACTIONS_MAX];
};

/*
 * "signal,num=N,pid=P", where P may be "parent"; "shell,command=" and all that follows, commas
 * too; "continue". -EINVAL: none of these; -E2BIG: too many.
 */
int action_parse(const char *text, struct actions *actions);

/* Is there a "continue"? */
bool actions_go_on(const struct actions *actions);

/*
 * One after the other, up to the first that fails, about which is said why, or to a "continue".
 * `exceeded` goes into the environment of commands; NULL: no limit was reached. Returns 0, or a
 * negative errno where one failed.
 */
int actions_run(const struct actions *actions, const struct rtlat_exceeded *exceeded);

#endif /* ACTION_H */
