// SPDX-License-Identifier: GPL-2.0-only
/* The osnoise directory of tracefs. */
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>
#include <uapi/linux/timerlat_hist.h>

#include "../trace.h"
#include "rtlat.h"

/* A setting: the file has us, the value ns. Its range may be narrowed by another setting. */
struct number {
	const char *name;
	u64 *value;
	u64 min;
	u64 max;
	u64 *min_of;
	u64 *max_of;
};

static const struct number numbers[] = {
	{ "period_us", &rtlat_tracer_settings.period, NSEC_PER_USEC, U64_MAX,
	  &rtlat_tracer_settings.runtime, NULL },
	{ "runtime_us", &rtlat_tracer_settings.runtime, 0, 0, NULL,
	  &rtlat_tracer_settings.period },
	{ "stop_tracing_us", &rtlat_settings.stop, 0, U64_MAX },
	{ "stop_tracing_total_us", &rtlat_settings.stop_total, 0, U64_MAX },
	{ "print_stack", &rtlat_settings.print_stack, 0, U64_MAX },
	{ "timerlat_period_us", &rtlat_settings.period, RTLAT_PERIOD_MIN, RTLAT_PERIOD_MAX },
	{ "timerlat_align_us", &rtlat_tracer_settings.align, 0, RTLAT_PERIOD_MAX },
};

/* Keeps two settings that bound each other apart. */
static DEFINE_MUTEX(number_lock);

static ssize_t number_read(struct file *file, char __user *buffer, size_t count, loff_t *position)
{
	const struct number *number = file->private_data;
	char text[24];
	int length;

	length = scnprintf(text, sizeof(text), "%llu\n",
			   div_u64(READ_ONCE(*number->value), NSEC_PER_USEC));
	return simple_read_from_buffer(buffer, count, position, text, length);
}

/*
 * Reads all bytes that were written. A NUL among them is refused, as it would hide the bytes behind
 * it.
 */
static int read_text(char *text, size_t size, const char __user *buffer, size_t count)
{
	if (count >= size)
		return -EINVAL;
	if (copy_from_user(text, buffer, count))
		return -EFAULT;
	text[count] = '\0';
	return strlen(text) == count ? 0 : -EINVAL;
}

static ssize_t number_write(struct file *file, const char __user *buffer, size_t count,
			    loff_t *position)
{
	const struct number *number = file->private_data;
	u64 value, min, max;
	char text[24];
	int ret;

	ret = read_text(text, sizeof(text), buffer, count);
	if (ret)
		return ret;
	if (kstrtoull(text, 10, &value) || value > U64_MAX / NSEC_PER_USEC)
		return -EINVAL;
	value *= NSEC_PER_USEC;
	mutex_lock(&number_lock);
	min = number->min_of ? max(*number->min_of, number->min) : number->min;
	max = number->max_of ? *number->max_of : number->max;
	ret = -EINVAL;
	if (value >= min && value <= max) {
		WRITE_ONCE(*number->value, value);
		ret = 0;
	}
	mutex_unlock(&number_lock);
	return ret ? ret : count;
}

static const struct file_operations number_fops = {
	.open = tracing_open_generic,
	.read = number_read,
	.write = number_write,
	.llseek = default_llseek,
};

static ssize_t cpus_read(struct file *file, char __user *buffer, size_t count, loff_t *position)
{
	char *text = kasprintf(GFP_KERNEL, "%*pbl\n", cpumask_pr_args(&rtlat_cpus_wanted));
	ssize_t ret;

	if (!text)
		return -ENOMEM;
	ret = simple_read_from_buffer(buffer, count, position, text, strlen(text));
	kfree(text);
	return ret;
}

static int set_cpus(void *data)
{
	cpumask_copy(&rtlat_cpus_wanted, data);
	return 0;
}

static ssize_t cpus_write(struct file *file, const char __user *buffer, size_t count,
			  loff_t *position)
{
	cpumask_var_t mask;
	char *text;
	int ret;

	if (!count || count > PAGE_SIZE)
		return -EINVAL;
	text = memdup_user_nul(buffer, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = -ENOMEM;
	if (!zalloc_cpumask_var(&mask, GFP_KERNEL))
		goto out_text;
	ret = strlen(text) == count ? cpulist_parse(text, mask) : -EINVAL;
	ret = ret ? -EINVAL : rtlat_workload_change(set_cpus, mask);
	free_cpumask_var(mask);
out_text:
	kfree(text);
	return ret ? ret : count;
}

static const struct file_operations cpus_fops = {
	.open = tracing_open_generic,
	.read = cpus_read,
	.write = cpus_write,
	.llseek = default_llseek,
};

static int hist_show(struct seq_file *s, void *unused)
{
	return rtlat_workload_hist_show(s->private, s);
}

static int hist_open(struct inode *inode, struct file *file)
{
	struct rtlat_cpu *c = rtlat_of_cpu((long)inode->i_private);
	int ret = tracing_check_open_get_tr(NULL);

	if (ret)
		return ret;
	/* Enough in most cases; otherwise the text is made again with more room. */
	return single_open_size(file, hist_show, c, SZ_16K);
}

/* "linear NS ENTRIES", or nothing: *entries stays */
static int parse_linear(char *text, u64 *linear_ns, int *entries)
{
	char *word = strsep(&text, " ");
	int ret;

	if (!*word && !text)
		return 0;
	if (strcmp(word, "linear") || !text)
		return -EINVAL;
	word = strsep(&text, " ");
	if (!text || kstrtoull(word, 10, linear_ns))
		return -EINVAL;
	ret = kstrtoint(text, 10, entries);
	if (ret || *entries < 0 || *entries > TIMERLAT_HIST_ENTRIES)
		return -EINVAL;
	return !*entries == !*linear_ns ? 0 : -EINVAL;
}

static ssize_t hist_write(struct file *file, const char __user *buffer, size_t count,
			  loff_t *position)
{
	struct seq_file *s = file->private_data;
	int ret, entries = -1;
	u64 linear_ns = 0;
	char text[64];

	ret = read_text(text, sizeof(text), buffer, count);
	if (!ret)
		ret = parse_linear(strim(text), &linear_ns, &entries);
	if (!ret)
		ret = rtlat_workload_hist_clear(s->private, linear_ns, entries);
	return ret ? ret : count;
}

static const struct file_operations hist_fops = {
	.open = hist_open,
	.read = seq_read,
	.write = hist_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int create(const char *name, umode_t mode, struct dentry *directory, const void *data,
		  const struct file_operations *fops)
{
	return trace_create_file(name, mode, directory, (void *)data, fops) ? 0 : -ENOMEM;
}

static int create_cpu(struct dentry *directory, long cpu)
{
	struct dentry *per_cpu;
	char name[24];
	int ret;

	snprintf(name, sizeof(name), "cpu%ld", cpu);
	per_cpu = tracefs_create_dir(name, directory);
	if (!per_cpu)
		return -ENOMEM;
	ret = create("timerlat_fd", TRACE_MODE_READ, per_cpu, (void *)cpu, &rtlat_fd_fops);
	if (!ret)
		ret = create("timerlat_hist", TRACE_MODE_WRITE, per_cpu, (void *)cpu, &hist_fops);
	return ret;
}

int rtlat_files_create(void)
{
	struct dentry *directory, *per_cpu;
	int i, ret;

	ret = tracing_init_dentry();
	if (ret)
		return ret;
	directory = tracefs_create_dir("osnoise", NULL);
	if (!directory)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(numbers) && !ret; i++)
		ret = create(numbers[i].name, TRACE_MODE_WRITE, directory, &numbers[i],
			     &number_fops);
	if (!ret)
		ret = create("cpus", TRACE_MODE_WRITE, directory, NULL, &cpus_fops);
	if (!ret)
		ret = create("options", TRACE_MODE_WRITE, directory, NULL, &rtlat_options_fops);
	if (ret)
		goto fail;
	ret = -ENOMEM;
	per_cpu = tracefs_create_dir("per_cpu", directory);
	if (!per_cpu)
		goto fail;
	for_each_possible_cpu(i) {
		ret = create_cpu(per_cpu, i);
		if (ret)
			goto fail;
	}
	return 0;

fail:
	tracefs_remove(directory);
	return ret;
}
