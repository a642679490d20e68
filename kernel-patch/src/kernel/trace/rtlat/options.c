// SPDX-License-Identifier: GPL-2.0-only
/* osnoise/options: NAME sets, NO_NAME clears, DEFAULTS sets all back. */
#include <linux/bitops.h>
#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../trace.h"
#include "rtlat.h"

static const char * const names[RTLAT_OPTIONS] = {
	[RTLAT_OPTION_DEFAULTS] = "DEFAULTS",
	[RTLAT_OPTION_WORKLOAD] = "OSNOISE_WORKLOAD",
	[RTLAT_OPTION_PANIC] = "PANIC_ON_STOP",
	[RTLAT_OPTION_PREEMPT_DISABLE] = "OSNOISE_PREEMPT_DISABLE",
	[RTLAT_OPTION_IRQ_DISABLE] = "OSNOISE_IRQ_DISABLE",
	[RTLAT_OPTION_ALIGN] = "TIMERLAT_ALIGN",
};

static int options_show(struct seq_file *s, void *unused)
{
	unsigned long options = READ_ONCE(rtlat_options);
	bool on = options == RTLAT_DEFAULT_OPTIONS;
	int i;

	for (i = 0; i < RTLAT_OPTIONS; i++) {
		if (i != RTLAT_OPTION_DEFAULTS)
			on = options & BIT(i);
		seq_printf(s, "%s%s ", on ? "" : "NO_", names[i]);
	}
	seq_putc(s, '\n');
	return 0;
}

static int options_open(struct inode *inode, struct file *file)
{
	int ret = tracing_check_open_get_tr(NULL);

	return ret ? ret : single_open(file, options_show, NULL);
}

struct change {
	int option;
	bool on;
};

static int apply(void *data)
{
	const struct change *change = data;

	if (change->option == RTLAT_OPTION_DEFAULTS)
		WRITE_ONCE(rtlat_options, RTLAT_DEFAULT_OPTIONS);
	else if (change->on)
		set_bit(change->option, &rtlat_options);
	else
		clear_bit(change->option, &rtlat_options);
	return 0;
}

static ssize_t options_write(struct file *file, const char __user *buffer, size_t count,
			     loff_t *position)
{
	struct change change;
	char text[64], *name;
	int ret;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, buffer, count))
		return -EFAULT;
	text[count] = '\0';
	if (strlen(text) != count)
		return -EINVAL;
	name = strim(text);
	change.on = strncmp(name, "NO_", 3) != 0;
	change.option = match_string(names, RTLAT_OPTIONS, change.on ? name : name + 3);
	if (change.option < 0 || (change.option == RTLAT_OPTION_DEFAULTS && !change.on))
		return -EINVAL;
	ret = rtlat_workload_change(apply, &change);
	return ret ? ret : count;
}

const struct file_operations rtlat_options_fops = {
	.open = options_open,
	.read = seq_read,
	.write = options_write,
	.llseek = seq_lseek,
	.release = single_release,
};
