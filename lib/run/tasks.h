/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the task that each CPU was running when the timer of the sample at a limit expired. A
 * tracing instance of its own records the switches, so it works with every source.
 */
#ifndef LIB_RUN_TASKS_H
#define LIB_RUN_TASKS_H

#include "lib/run/run.h"

/* Begins to trace if config.dump_tasks is set. A failure is logged. */
int running_start(struct rtlat_run *run);
/* Once a sample has reached a limit, the first of the run: into run->exceeded. Once per run. */
void running_take(struct rtlat_run *run);
/* The journal removes the instance after that. */
void running_stop(struct rtlat_run *run);
/* The list in run->exceeded. */
void running_free(struct rtlat_run *run);

/*
 * Finds the task in /proc, for a CPU that has not switched since the trace begins: of the runnable
 * threads there, the one of the highest priority, or nobody. -ENODATA: several have that priority.
 */
int running_from_proc(struct rtlat_task *task);

#endif /* LIB_RUN_TASKS_H */
