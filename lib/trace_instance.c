// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace_instance.h"

static int create(struct rtlat_run *run, const char *name, struct tracefs_instance **instance)
{
	struct rtlat_journal *journal;
	char path[512];
	int err;

	err = run_journal(run, &journal);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(), name);
	err = rtlat_journal_note_directory(journal, path);
	if (err)
		return err;
	*instance = tracefs_instance_create(name);
	if (*instance)
		return 0;
	err = errno ? -errno : -EIO;
	rtlat_log(&run->config.log, RTLAT_ERROR, "cannot create the tracing instance %s: %s", path,
		  strerror(-err));
	return err;
}

int trace_instance_create(struct rtlat_run *run, const char *suffix,
			  struct tracefs_instance **instance)
{
	char name[48];
	int err;

	snprintf(name, sizeof(name), "rtlat-%d%s", getpid(), suffix);
	err = create(run, name, instance);
	if (err || tracefs_instance_file_write(*instance, "trace_clock", "mono") >= 0)
		return err;
	err = -errno;
	rtlat_log(&run->config.log, RTLAT_ERROR, "cannot set the trace clock: %s", strerror(-err));
	return err;
}

uint64_t trace_instance_overrun(struct tracefs_instance *instance, int cpu)
{
	char name[64], *text, *line;
	uint64_t overrun = 0;

	snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
	text = tracefs_instance_file_read(instance, name, NULL);
	line = text ? strstr(text, "overrun: ") : NULL;
	if (line)
		overrun = strtoull(line + strlen("overrun: "), NULL, 10);
	free(text);
	return overrun;
}

uint64_t trace_instance_lost(struct tracefs_instance *instance, int cpu,
			     const struct trace_page *page, uint64_t *overrun)
{
	uint64_t before = *overrun;

	if (!page->lost)
		return 0;
	*overrun = trace_instance_overrun(instance, cpu);
	if (!*overrun)
		return page->lost;
	return *overrun > before ? *overrun - before : 0;
}
