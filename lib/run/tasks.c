// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The tasks that ran on all CPUs when a limit was reached (--dump-tasks). They are found
 * afterwards in an instance that traces context switches and overwrites its oldest events.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/session/limit.h"
#include "lib/util/rights.h"
#include "lib/run/tasks.h"
#include "lib/trace/instance.h"
#include "lib/trace/reader.h"

/* Per CPU: some thousands of switches, while a limit is noticed within a quarter of a second. */
#define BUFFER_KB "512"

struct switch_format {
	struct trace_event event;
	struct trace_field prev_pid;
	struct trace_field next_pid;
	struct trace_text prev_name;
	struct trace_text next_name;
};

struct running {
	struct tracefs_instance *instance;
	struct tep_handle *tep;
	struct switch_format format;
	bool taken;
};

static int tasks_load_format(struct running *running)
{
	struct switch_format *format = &running->format;
	const struct trace_member members[] = {
		{ "prev_pid", &format->prev_pid, NULL },
		{ "next_pid", &format->next_pid, NULL },
		{ "prev_comm", NULL, &format->prev_name },
		{ "next_comm", NULL, &format->next_name },
	};
	int err;

	err = trace_formats_open(&running->tep);
	if (!err)
		err = trace_formats_load(running->tep, "sched", "sched_switch", &format->event,
					 members, sizeof(members) / sizeof(members[0]));
	return err;
}

static int trace_switches(struct rtlat_run *run)
{
	struct running *running = run->running;
	char hint[RIGHTS_HINT_SIZE];
	int err;

	err = trace_instance_create(&run->session, "-tasks", &running->instance);
	if (err)
		return err;
	err = tasks_load_format(running);
	if (!err &&
	    (tracefs_instance_file_write(running->instance, "buffer_size_kb", BUFFER_KB) < 0 ||
	     tracefs_event_enable(running->instance, "sched", "sched_switch") < 0))
		err = errno ? -errno : -EIO;
	if (err)
		rtlat_log(&run->session.config.log, RTLAT_ERROR,
			  "cannot trace what the CPUs run: %s%s", strerror(-err),
			  rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return err;
}

int running_start(struct rtlat_run *run)
{
	char why[256];
	int err;

	if (!run->session.config.dump_tasks)
		return 0;
	err = trace_probe(why, sizeof(why));
	if (err) {
		rtlat_log(&run->session.config.log, RTLAT_ERROR,
			  "cannot trace what the CPUs run: %s", why);
		return err;
	}
	run->running = calloc(1, sizeof(*run->running));
	return run->running ? trace_switches(run) : -ENOMEM;
}

/* True if the buffer has lost its oldest events. */
static bool has_overrun(const struct running *running, int cpu)
{
	return trace_instance_stat(running->instance, cpu, "overrun") > 0;
}

static void set_task(struct rtlat_task *task, const struct trace_field *pid,
		     const struct trace_text *name, const void *record, size_t size)
{
	task->pid = (int32_t)trace_field_read(pid, record);
	trace_text_read(name, record, size, task->name, sizeof(task->name));
}

/*
 * The last switch before `at` tells to what; if there was none, the first one after it tells from
 * what. Returns how many switches were seen.
 */
static unsigned int find_in_page(const struct running *running, struct trace_page *page,
				 uint64_t at, bool overrun, struct rtlat_task *task)
{
	const struct switch_format *format = &running->format;
	unsigned int seen = 0;
	const void *record;

	while ((record = trace_page_next(page))) {
		size_t size = page->at - (const unsigned char *)record;

		if (trace_field_read(&format->event.type, record) != (uint64_t)format->event.id)
			continue;
		seen++;
		if (page->time <= at)
			set_task(task, &format->next_pid, &format->next_name, record, size);
		else if (task->pid == RTLAT_TASK_UNKNOWN && !overrun)
			set_task(task, &format->prev_pid, &format->prev_name, record, size);
	}
	return seen;
}

/* Finds the task that ran at that time. A file that cannot be read leaves it unknown. */
static void tasks_find(const struct running *running, uint64_t at, struct rtlat_task *task)
{
	bool overrun = has_overrun(running, task->cpu);
	struct trace_reader *reader = NULL;
	struct trace_page page;
	unsigned int seen = 0;
	int err;

	err = trace_reader_open(&reader, running->tep, running->instance, task->cpu);
	if (err)
		return;
	while ((err = trace_reader_next(reader, &page)) > 0)
		seen += find_in_page(running, &page, at, overrun, task);
	trace_reader_close(reader);
	/* Without a switch since the sample, the CPU still runs the same task. */
	if (!err && !seen && !overrun)
		running_from_proc(task);
}

static void take(struct rtlat_run *run, const struct limit_reached *first)
{
	struct rtlat_exceeded *exceeded = &run->session.exceeded;
	struct rtlat_task *tasks;
	struct rtlat_cpuset online;
	unsigned int nr = 0;
	int cpu;

	if (rtlat_cpuset_online(&online))
		return;
	tasks = calloc(rtlat_cpuset_count(&online), sizeof(*tasks));
	if (!tasks)
		return;
	rtlat_for_each_cpu(cpu, &online) {
		tasks[nr] = (struct rtlat_task){ .cpu = cpu, .pid = RTLAT_TASK_UNKNOWN };
		tasks_find(run->running, first->sample.expiry, &tasks[nr++]);
	}
	exceeded->tasks = tasks;
	exceeded->nr_tasks = nr;
}

void running_take(struct rtlat_run *run)
{
	const struct limit_reached *first = limit_first(&run->session);

	if (!run->running || run->running->taken || !first)
		return;
	run->running->taken = true;
	tracefs_trace_off(run->running->instance);
	take(run, first);
}

void running_stop(struct rtlat_run *run)
{
	struct running *running = run->running;

	if (!running)
		return;
	if (running->instance)
		tracefs_instance_free(running->instance);
	if (running->tep)
		tep_free(running->tep);
	free(running);
	run->running = NULL;
}

void running_free(struct rtlat_run *run)
{
	free(run->session.exceeded.tasks);
	run->session.exceeded.tasks = NULL;
}
