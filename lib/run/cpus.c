// SPDX-License-Identifier: LGPL-2.1-or-later
/* Chooses the CPUs of a run, and allocates the memory for their results. */
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
	size_t bank = (rtlat_recorder_size(&run->session.layout) + 4095) & ~4095UL;
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
	rtlat_recorder_init(cpu->bank[0], number, &run->session.layout);
	return 0;
}

static int no_memory(struct rtlat_run *run)
{
	rtlat_log(&run->session.config.log, RTLAT_ERROR, "no memory for the statistics of %u CPUs",
		  run->session.nr_cpus);
	return -ENOMEM;
}

void run_free_cpus(struct rtlat_run *run)
{
	unsigned int i;

	for (i = 0; run->session.cpus && i < run->session.nr_cpus; i++) {
		if (run->session.cpus[i].memory)
			munmap(run->session.cpus[i].memory, run->session.cpus[i].size);
	}
	free(run->session.cpus);
	free(run->scratch);
	free(run->session.whole);
	run->session.cpus = NULL;
	run->scratch = run->session.whole = NULL;
}

int run_create_cpus(struct rtlat_run *run)
{
	struct rtlat_recorder_layout bare;
	unsigned int i = 0;
	int cpu, err;

	run->session.layout = (struct rtlat_recorder_layout){
		.bucket_ns = run->session.config.bucket_ns,
		.entries = run->session.config.entries,
		.worst = run->session.config.worst,
		.contexts = run_contexts(&run->session),
	};
	if (run->session.config.measure == RTLAT_MEASURE_NOISE)
		run->session.layout.sources = RTLAT_NOISE_SOURCES;
	run->session.nr_cpus = rtlat_cpuset_count(&run->session.config.cpus);
	run->session.cpus = calloc(run->session.nr_cpus, sizeof(*run->session.cpus));
	bare = run->session.layout;
	bare.entries = 0;
	run->scratch = malloc(rtlat_recorder_size(&bare));
	if (!run->session.cpus || !run->scratch)
		return no_memory(run);
	rtlat_recorder_init(run->scratch, -1, &bare);
	if (run->session.source->whole) {
		run->session.whole = malloc(rtlat_recorder_size(&run->session.layout));
		if (!run->session.whole)
			return no_memory(run);
		rtlat_recorder_init(run->session.whole, -1, &run->session.layout);
	}
	rtlat_for_each_cpu(cpu, &run->session.config.cpus) {
		err = create_cpu(run, &run->session.cpus[i++], cpu);
		if (err) {
			rtlat_log(&run->session.config.log, RTLAT_ERROR,
				  "no memory for the histograms of CPU %d: %s", cpu,
				  strerror(-err));
			return err;
		}
	}
	return 0;
}
