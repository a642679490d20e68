// SPDX-License-Identifier: GPL-2.0-only
/* One activation per read(), for a user's thread that is the workload. */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/uaccess.h>

#include "rtlat.h"

/*
 * Copies a record word by word, without a loop: a string copy takes longer to begin, and a loop to
 * count, than all words.
 */
static int copy_whole(const struct timerlat_record *record, char __user *buffer)
{
	const u64 *words = (const u64 *)record;
	u64 __user *to = (u64 __user *)buffer;
	unsigned int i;

	static_assert(sizeof(*record) % sizeof(*words) == 0);
	if (!user_write_access_begin(buffer, sizeof(*record)))
		return -EFAULT;
#pragma GCC unroll 64
	for (i = 0; i < sizeof(*record) / sizeof(*words); i++)
		unsafe_put_user(words[i], to + i, fault);
	user_write_access_end();
	return 0;

fault:
	user_write_access_end();
	return -EFAULT;
}

static ssize_t copy_record(struct rtlat_cpu *c, char __user *buffer, size_t count)
{
	struct timerlat_record *record = &c->window.record;
	int ret = 0;

	if (count < TIMERLAT_RECORD_MIN)
		return 0;
	record->size = min(count, sizeof(*record));
	if (record->size == sizeof(*record))
		ret = copy_whole(record, buffer);
	else if (copy_to_user(buffer, record, record->size))
		ret = -EFAULT;
	if (ret)
		return ret;
	return record->size;
}

ssize_t rtlat_record_read(struct rtlat_cpu *c, char __user *buffer, size_t count)
{
	bool interrupted;
	int ret;

	if (READ_ONCE(c->task) != current)
		return -EINVAL;
	if (READ_ONCE(c->migrated))
		return rtlat_reader_has_left();
	/* An interrupted read() left its timer armed: it goes on, it does not begin anew. */
	interrupted = READ_ONCE(c->state) != RTLAT_IDLE;
	if (!interrupted) {
		rtlat_timer_return(c);
		if (rtlat_timer_arm(c))
			return rtlat_reader_has_left();
	}
	ret = rtlat_timer_wait(c);
	if (ret == -EINTR)
		return -ERESTARTSYS;
	if (ret || rtlat_timer_thread(c))
		return rtlat_reader_has_left();
	if (interrupted)
		c->window.record.flags |= TIMERLAT_INTERRUPTED;
	return copy_record(c, buffer, count);
}
