// SPDX-License-Identifier: LGPL-2.1-or-later
/* Settings of the kernel's tracer, each changed through the journal. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/file.h"
#include "lib/session/limit.h"
#include "lib/source/tracer/tracer.h"

/* The longest CPU list that kernels before 6.16 accept, with its newline. */
#define CPUS_TEXT_OLD 255
/* The longest CPU list: four digits and a comma for each CPU. */
#define CPUS_TEXT_MAX (5 * RTLAT_MAX_CPUS)

int tracer_set_path(struct timerlat *timerlat, const char *path, const char *value)
{
	char *line;
	int err;

	if (asprintf(&line, "%s\n", value) < 0)
		return -ENOMEM;
	err = rtlat_journal_set(timerlat->run->journal, path, line);
	free(line);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR, "cannot write '%s' to %s: %s",
			  value, path, strerror(-err));
	return err;
}

int tracer_set(struct timerlat *timerlat, const char *name, const char *value)
{
	char path[512];

	timerlat_setting_path(path, sizeof(path), name);
	return tracer_set_path(timerlat, path, value);
}

int tracer_set_number(struct timerlat *timerlat, const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return tracer_set(timerlat, name, text);
}

/* Kernels without the option behave as with NO_ALIGN, and as with WORKLOAD. */
int tracer_set_option(struct timerlat *timerlat, const char *name, bool on)
{
	char path[512], negated[64], line[72];
	int err;

	snprintf(negated, sizeof(negated), "NO_%s", name);
	if (!timerlat_has_option(on ? negated : name))
		return 0;
	timerlat_setting_path(path, sizeof(path), "options");
	err = rtlat_journal_note(timerlat->run->journal, path, on ? negated : name);
	if (err)
		return err;
	snprintf(line, sizeof(line), "%s\n", on ? name : negated);
	err = file_write(path, line);
	if (err)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "cannot set the tracer's option %s: %s", on ? name : negated,
			  strerror(-err));
	return err;
}

void tracer_restart_threads(void)
{
	char path[512], *list = NULL;

	timerlat_setting_path(path, sizeof(path), "cpus");
	/* Write the list as it was read: the write itself has the threads begin anew. */
	if (!file_read(path, &list))
		tracer_begin_threads(list);
}

int tracer_end_threads(char **cpus)
{
	char path[512];
	int err;

	timerlat_setting_path(path, sizeof(path), "cpus");
	err = file_read(path, cpus);
	if (err)
		return err;
	err = file_write(path, "\n");
	if (!err)
		return 0;
	free(*cpus);
	*cpus = NULL;
	return err;
}

void tracer_begin_threads(char *cpus)
{
	char path[512];

	timerlat_setting_path(path, sizeof(path), "cpus");
	file_write(path, cpus);
	free(cpus);
}

/*
 * Writes the CPUs that get a kernel thread to the file `cpus`: none with readers on timerlat_fd.
 * Stock kernels would start a thread on every CPU of the list that comes online all the same, and
 * crash when they stop it.
 */
int tracer_set_cpus(struct timerlat *timerlat)
{
	char *list = calloc(1, CPUS_TEXT_MAX);
	int length = 0, err;

	if (!list)
		return -ENOMEM;
	if (!timerlat->user)
		length = rtlat_cpuset_format(&timerlat->run->config.cpus, list, CPUS_TEXT_MAX);
	err = length < 0 ? length : tracer_set(timerlat, "cpus", list);
	if (err == -EINVAL && length >= CPUS_TEXT_OLD)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "Linux before 6.16 takes no more than %d characters there, these are %d: "
			  "-u needs none of them",
			  CPUS_TEXT_OLD - 1, length);
	free(list);
	return err;
}

int tracer_set_limits(struct timerlat *timerlat)
{
	const struct rtlat_config *config = &timerlat->run->config;
	bool noise = config->measure == RTLAT_MEASURE_NOISE;
	uint64_t one = noise ? config->stop_noise_ns : config->stop_irq_ns;
	uint64_t total = noise ? config->stop_period_ns : config->stop_thread_ns;
	int err;

	if (timerlat->stops || (timerlat->records && !config->trace) || !limit_is_set(config) ||
	    timerlat->looks || run_now() < run_measured_from(timerlat->run))
		return 0;
	timerlat->stops = true;
	err = tracer_set_number(timerlat, "stop_tracing_us", one / RTLAT_NSEC_PER_USEC);
	if (!err)
		err = tracer_set_number(timerlat, "stop_tracing_total_us",
					total / RTLAT_NSEC_PER_USEC);
	return err;
}
