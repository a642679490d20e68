/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The tasks that all CPUs were running when the timer of a sample that reached a limit expired:
 * from a trace of the switches, in an instance of its own, for whatever source there is.
 */
#ifndef LIB_RUN_TASKS_H
#define LIB_RUN_TASKS_H

#include "lib/run/run.h"

/* With config.dump_tasks: begin to trace. A failure is logged. */
int running_start(struct rtlat_run *run);
/* Once a sample has reached a limit, the first of the run: into run->exceeded. Once per run. */
void running_take(struct rtlat_run *run);
/* The journal removes the instance after that. */
void running_stop(struct rtlat_run *run);
/* The list in run->exceeded. */
void running_free(struct rtlat_run *run);

/*
 * From /proc, for a CPU that did not switch for as long as is traced: of the threads that want to
 * run there the one of the highest priority, or nobody. -ENODATA: there are several.
 */
int running_from_proc(struct rtlat_task *task);

#endif /* LIB_RUN_TASKS_H */
