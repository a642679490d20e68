/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cgroups (v2 only): moving processes and threads into one, and the limits on CPU time. */
#ifndef LIB_MACHINE_CGROUP_H
#define LIB_MACHINE_CGROUP_H

#include <sys/types.h>

#include "rtlat.h"

/*
 * Move a process, or a kernel thread, to config->cgroup (cgroup v2); nothing to do when that is
 * NULL. Says to the log why it could not.
 */
int cgroup_move(const struct rtlat_config *config, pid_t pid);
/*
 * Moves one thread of this process. -EOPNOTSUPP, which is not logged: the cgroup takes only whole
 * processes, as every cgroup does that is not threaded.
 */
int cgroup_move_thread(const struct rtlat_config *config, pid_t tid);

/* The time that a cgroup lets its threads of normal priority run, of each period. */
struct cgroup_limit {
	uint64_t quota_us;
	uint64_t period_us;
	char file[256]; /* the cpu.max that says so */
};

/*
 * Reads the narrowest cpu.max of config->cgroup, or of this process's own cgroup if that is NULL,
 * and of all cgroups above. -ENOENT: none has a limit, or there is no cgroup v2.
 */
int cgroup_cpu_limit(const struct rtlat_config *config, struct cgroup_limit *limit);

#endif /* LIB_MACHINE_CGROUP_H */
