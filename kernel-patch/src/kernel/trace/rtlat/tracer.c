// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tracers in tracefs. There is one workload, which begins with the first instance that sets one
 * of them, and ends with the last.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>

#include "../trace.h"
#include "rtlat.h"

static int start(struct trace_array *tr, enum rtlat_tracer tracer)
{
	unsigned int others = rtlat_output_instances();
	int ret;

	if (others && rtlat_running != tracer)
		return -EBUSY;
	tr->max_latency = 0;
	ret = rtlat_output_add(tr);
	if (ret || others)
		return ret;
	ret = rtlat_workload_start(tracer);
	if (ret)
		rtlat_output_remove(tr);
	return ret;
}

static void reset(struct trace_array *tr)
{
	if (rtlat_output_instances() == 1)
		rtlat_workload_stop();
	rtlat_output_remove(tr);
}

static int timerlat_init(struct trace_array *tr)
{
	return start(tr, RTLAT_TIMERLAT);
}

static int osnoise_init(struct trace_array *tr)
{
	return start(tr, RTLAT_OSNOISE);
}

/* The legend of the flags that begin each line of the trace. */
static void print_flags_header(struct seq_file *s)
{
	seq_puts(s, "#                                _-----=> irqs-off\n");
	seq_puts(s, "#                               / _----=> need-resched\n");
	seq_puts(s, "#                              | / _---=> hardirq/softirq\n");
	seq_puts(s, "#                              || / _--=> preempt-depth\n");
	seq_puts(s, "#                              ||| / _-=> migrate-disable\n");
	seq_puts(s, "#                              |||| /\n");
}

static void timerlat_header(struct seq_file *s)
{
	print_flags_header(s);
	seq_printf(s, "#%30s%-17s ACTIVATION\n", "", "|||||");
	seq_printf(s, "#           TASK-PID      CPU# |||||   TIMESTAMP    ID%12sCONTEXT%16sLATENCY\n",
		   "", "");
	seq_printf(s, "#              | |         |   |||||      |         |%18s|%23s|\n", "", "");
}

static void osnoise_header(struct seq_file *s)
{
	print_flags_header(s);
	seq_printf(s, "#%30s%-23sRUNTIME      NOISE  %% OF CPU  NOISE    %s\n", "", "|||||",
		   "+-----------------------------+");
	seq_printf(s, "#%30s%-23sIN US        IN US  AVAILABLE IN US     %s\n", "", "|||||",
		   "HW    NMI    IRQ   SIRQ THREAD");
	seq_printf(s, "#           TASK-PID      CPU# |||||   TIMESTAMP      |%12s%s\n", "",
		   "|          |      |      |      |      |      |      |");
}

static struct tracer timerlat_tracer __read_mostly = {
	.name = "timerlat",
	.init = timerlat_init,
	.reset = reset,
	.print_header = timerlat_header,
	.allow_instances = true,
};

static struct tracer osnoise_tracer __read_mostly = {
	.name = "osnoise",
	.init = osnoise_init,
	.reset = reset,
	.print_header = osnoise_header,
	.allow_instances = true,
};

static int __init rtlat_init(void)
{
	int ret;

	ret = rtlat_workload_init();
	if (!ret)
		ret = register_tracer(&osnoise_tracer);
	if (!ret)
		ret = register_tracer(&timerlat_tracer);
	if (!ret)
		ret = rtlat_files_create();
	if (ret)
		pr_err("rtlat: not available: error %d\n", ret);
	return ret;
}
late_initcall(rtlat_init);
