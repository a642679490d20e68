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

#endif /* RTLAT_CGROUP_H */
