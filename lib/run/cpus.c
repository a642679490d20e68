// SPDX-License-Identifier: LGPL-2.1-or-later
/* The CPUs of a run: which they are, and the memory for what they measure. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lib/run/run.h"
#include "lib/session/source.h"

static int check_given_cpus(const struct rtlat_config *config)
{
	struct rtlat_cpuset online, missing = config->cpus;
	char list[256];
	int err;

	err = rtlat_cpuset_online(&online);
	if (err)
		return err;
	rtlat_cpuset_andnot(&missing, &online);
	if (rtlat_cpuset_empty(&missing))
		return 0;
	if (rtlat_cpuset_format(&missing, list, sizeof(list)) < 0)
		snprintf(list, sizeof(list), "%d, for one,", rtlat_cpuset_next(&missing, -1));
	rtlat_log(&config->log, RTLAT_ERROR, "CPU %s is not online", list);
	return -ENODEV;
}

int run_choose_cpus(struct rtlat_config *config)
{
	struct rtlat_cpuset allowed, rest;
	int err;

	err = rtlat_cpuset_allowed(&allowed);
	if (err) {
		rtlat_log(&config->log, RTLAT_ERROR,
			  "cannot tell which CPUs there are to measure: %s; is /sys mounted?",
			  strerror(-err));
		return err;
	}
	if (rtlat_cpuset_empty(&config->cpus)) {
		config->cpus = allowed;
		rtlat_cpuset_andnot(&config->cpus, &config->housekeeping);
	} else {
		err = check_given_cpus(config);
		if (err)
			return err;
	}
	if (rtlat_cpuset_empty(&config->cpus)) {
		rtlat_log(&config->log, RTLAT_ERROR, "no CPU is left to be measured");
		return -ENODEV;
	}
	if (rtlat_cpuset_empty(&config->housekeeping)) {
		rest = allowed;
		rtlat_cpuset_andnot(&rest, &config->cpus);
		config->housekeeping = rtlat_cpuset_empty(&rest) ? allowed : rest;
	}
	return 0;
}

_Static_assert(sizeof(struct run_shared) <= 4096, "it has a page of its own before the recorders");

static int create_cpu(struct rtlat_run *run, struct run_cpu *cpu, int number)
{
	size_t bank = (rtlat_recorder_size(&run->layout) + 4095) & ~4095UL;
	unsigned int i;

	cpu->cpu = number;
	atomic_init(&cpu->state, RTLAT_CPU_MEASURED);
	cpu->size = 4096 + RUN_BANKS * bank;
	cpu->memory = mmap(NULL, cpu->size, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (cpu->memory == MAP_FAILED) {
		cpu->memory = NULL;
		return -errno;
	}
	cpu->shared = cpu->memory;
	for (i = 0; i < RUN_BANKS; i++)
		cpu->bank[i] = (void *)((char *)cpu->memory + 4096 + i * bank);
	/* The other bank takes no memory until a reset wants it, unless all memory is locked. */
	rtlat_recorder_init(cpu->bank[0], number, &run->layout);
	return 0;
}

static int no_memory(struct rtlat_run *run)
{
	rtlat_log(&run->config.log, RTLAT_ERROR, "no memory for the statistics of %u CPUs",
		  run->nr_cpus);
	return -ENOMEM;
}

void run_free_cpus(struct rtlat_run *run)
{
	unsigned int i;

	for (i = 0; run->cpus && i < run->nr_cpus; i++) {
		if (run->cpus[i].memory)
			munmap(run->cpus[i].memory, run->cpus[i].size);
	}
	free(run->cpus);
	free(run->scratch);
	free(run->whole);
	run->cpus = NULL;
	run->scratch = run->whole = NULL;
}

int run_create_cpus(struct rtlat_run *run)
{
	struct rtlat_recorder_layout bare;
	unsigned int i = 0;
	int cpu, err;

	run->layout = (struct rtlat_recorder_layout){
		.bucket_ns = run->config.bucket_ns,
		.entries = run->config.entries,
		.worst = run->config.worst,
		.contexts = run_contexts(run),
	};
	if (run->config.measure == RTLAT_MEASURE_NOISE)
		run->layout.sources = RTLAT_NOISE_SOURCES;
	run->nr_cpus = rtlat_cpuset_count(&run->config.cpus);
	run->cpus = calloc(run->nr_cpus, sizeof(*run->cpus));
	bare = run->layout;
	bare.entries = 0;
	run->scratch = malloc(rtlat_recorder_size(&bare));
	if (!run->cpus || !run->scratch)
		return no_memory(run);
	rtlat_recorder_init(run->scratch, -1, &bare);
	if (run->source->whole) {
		run->whole = malloc(rtlat_recorder_size(&run->layout));
		if (!run->whole)
			return no_memory(run);
		rtlat_recorder_init(run->whole, -1, &run->layout);
	}
	rtlat_for_each_cpu(cpu, &run->config.cpus) {
		err = create_cpu(run, &run->cpus[i++], cpu);
		if (err) {
			rtlat_log(&run->config.log, RTLAT_ERROR,
				  "no memory for the histograms of CPU %d: %s", cpu,
				  strerror(-err));
			return err;
		}
	}
	return 0;
}
