/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef RTLAT_CGROUP_H
#define RTLAT_CGROUP_H

#include <sys/types.h>

#include "rtlat.h"

/*
 * Move a process, or a kernel thread, to config->cgroup (cgroup v2); nothing to do when that is
 * NULL. Says to the log why it could not.
 */
int cgroup_move(const struct rtlat_config *config, pid_t pid);
/*
 * The same for one thread of this process. -EOPNOTSUPP, of which nothing is said: the cgroup takes
 * only whole processes, as all do that are not threaded ones below the same domain.
 */
int cgroup_move_thread(const struct rtlat_config *config, pid_t tid);

#endif /* RTLAT_CGROUP_H */
