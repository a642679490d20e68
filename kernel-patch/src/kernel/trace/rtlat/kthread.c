// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keeps a kernel thread of a workload on its CPU by disabling its migration, not by its affinity,
 * so that a cpuset cgroup accepts it. When its affinity is changed away, it has to let go, since
 * the change waits for that.
 */
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "rtlat.h"

void rtlat_kthread_bind(void)
{
	unsigned long flags;

	migrate_disable();
	raw_spin_lock_irqsave(&current->pi_lock, flags);
	current->flags &= ~PF_NO_SETAFFINITY;
	raw_spin_unlock_irqrestore(&current->pi_lock, flags);
}

bool rtlat_kthread_must_leave(void)
{
	return kthread_should_stop() ||
	       (IS_ENABLED(CONFIG_SMP) && READ_ONCE(current->migration_pending));
}

void rtlat_kthread_leave(void)
{
	migrate_enable();
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
}
