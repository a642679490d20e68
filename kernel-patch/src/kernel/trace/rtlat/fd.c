// SPDX-License-Identifier: GPL-2.0-only
/* timerlat_fd: a user's thread as the workload, one activation per read(). */
#include <linux/fs.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "rtlat.h"

struct rtlat_reader {
	struct rtlat_cpu *c;
	struct task_struct *task;
};

static int fd_open(struct inode *inode, struct file *file)
{
	struct rtlat_reader *reader;
	int ret;

	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		return -ENOMEM;
	reader->c = per_cpu_ptr(&rtlat_cpu, (long)inode->i_private);
	ret = rtlat_workload_claim(reader->c);
	if (ret) {
		kfree(reader);
		return ret;
	}
	reader->task = get_task_struct(current);
	file->private_data = reader;
	return 0;
}

static int fd_release(struct inode *inode, struct file *file)
{
	struct rtlat_reader *reader = file->private_data;

	rtlat_workload_release(reader->c, reader->task);
	put_task_struct(reader->task);
	kfree(reader);
	return 0;
}

/*
 * Ends the read of a reader that has left its CPU: it cannot measure any more, and must not go on
 * as if it could.
 */
static ssize_t give_up(void)
{
	send_sig(SIGKILL, current, 1);
	return -EINVAL;
}

/* Copies a record word by word: a string copy takes longer to begin than all words. */
static int copy_whole(const struct timerlat_record *record, char __user *buffer)
{
	if (!user_write_access_begin(buffer, sizeof(*record)))
		return -EFAULT;
	unsafe_copy_to_user(buffer, (const void *)record, sizeof(*record), fault);
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

static ssize_t fd_read(struct file *file, char __user *buffer, size_t count, loff_t *position)
{
	struct rtlat_reader *reader = file->private_data;
	struct rtlat_cpu *c = reader->c;
	bool interrupted;

	if (current != reader->task || READ_ONCE(c->task) != current)
		return -EINVAL;
	if (READ_ONCE(c->migrated))
		return give_up();
	/* An interrupted read() left its timer armed: it goes on, it does not begin anew. */
	interrupted = READ_ONCE(c->state) != RTLAT_IDLE;
	if (!interrupted) {
		rtlat_timer_return(c);
		if (rtlat_timer_arm(c))
			return give_up();
	}
	if (rtlat_timer_wait(c))
		return -ERESTARTSYS;
	if (rtlat_timer_thread(c))
		return give_up();
	if (interrupted)
		c->window.record.flags |= TIMERLAT_INTERRUPTED;
	return copy_record(c, buffer, count);
}

const struct file_operations rtlat_fd_fops = {
	.open = fd_open,
	.read = fd_read,
	.release = fd_release,
	.llseek = noop_llseek,
};
