// SPDX-License-Identifier: GPL-2.0-only
/*
 * writers CPUS: how long a result takes to be made and written, for a run of that many CPUs, each
 * with as many samples. Prints one line per format: name, nanoseconds of CPU time.
 * Exit status 1 above the limit.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rtlat/output/output.h"
#include "lib/run/run.h"

#define SAMPLES 20000
#define LIMIT_NS (100 * RTLAT_NSEC_PER_MSEC)

static uint64_t cpu_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

/* Returns a latency as a machine under load has it: most a few microseconds, and a tail. */
static uint64_t latency(unsigned short seed[3])
{
	return 1500 - 1500 * log(1 - erand48(seed));
}

static void record(struct rtlat_recorder *recorder, int cpu)
{
	unsigned short seed[3] = { cpu, 1, 42 };
	struct rtlat_sample sample = { .cpu = cpu };
	int context;

	for (sample.seq = 1; sample.seq <= SAMPLES; sample.seq++) {
		sample.expiry = sample.seq * RTLAT_NSEC_PER_MSEC;
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			sample.latency[context] = latency(seed);
			sample.has |= RTLAT_HAS(context);
		}
		rtlat_recorder_add(recorder, &sample);
	}
}

static int create_cpus(struct rtlat_run *run)
{
	static struct run_shared shared;
	unsigned int i;

	run->session.cpus = calloc(run->session.nr_cpus, sizeof(*run->session.cpus));
	for (i = 0; run->session.cpus && i < run->session.nr_cpus; i++) {
		size_t size = (rtlat_recorder_size(&run->session.layout) + 63) & ~63UL;
		struct run_cpu *cpu = &run->session.cpus[i];

		cpu->memory = aligned_alloc(64, size);
		if (!cpu->memory)
			return -1;
		cpu->cpu = i;
		cpu->shared = &shared;
		cpu->bank[0] = rtlat_recorder_init(cpu->memory, i, &run->session.layout);
		record(cpu->bank[0], i);
		rtlat_cpuset_add(&run->session.config.cpus, i);
	}
	return run->session.cpus ? 0 : -1;
}

/* time_format NAME: to /dev/null, as to a file that takes everything at once */
static int time_format(struct rtlat_run *run, const char *name)
{
	const struct output_spec spec = {
		.writer = writer_find(name, __builtin_strlen(name), COMMAND_HIST),
		.path = "/dev/null",
	};
	const struct view view = { .nanoseconds = true };
	struct rtlat_result result;
	struct outputs outputs;
	uint64_t began, spent;

	began = cpu_time();
	if (rtlat_run_result(run, &result) || outputs_open(&outputs, "writers", &spec, 1) ||
	    outputs_write(&outputs, &result, &view))
		return 1;
	spent = cpu_time() - began;
	printf("%s %llu\n", name, (unsigned long long)spent);
	return spent > LIMIT_NS;
}

int main(int argc, char **argv)
{
	static const struct rtlat_source source = {
		.name = "simulated",
		.contexts = RTLAT_HAS(RTLAT_LATENCIES) - 1,
	};
	static struct rtlat_run run = { .session.source = &source };
	uint64_t cpus;

	if (argc != 2 || rtlat_parse_u64(argv[1], 1, RTLAT_MAX_CPUS, &cpus)) {
		fprintf(stderr, "Usage: writers CPUS\n");
		return 129;
	}
	rtlat_config_init(&run.session.config);
	run.session.nr_cpus = cpus;
	run.session.config.bucket_ns = RTLAT_NSEC_PER_USEC;
	run.session.config.entries = 256;
	run.session.layout = (struct rtlat_recorder_layout){
		.bucket_ns = run.session.config.bucket_ns,
		.entries = run.session.config.entries,
		.worst = run.session.config.worst,
		.contexts = source.contexts,
	};
	run.session.measured_from = RTLAT_NSEC_PER_MSEC;
	run.session.measured_to = SAMPLES * RTLAT_NSEC_PER_MSEC;
	if (create_cpus(&run))
		return 1;
	return time_format(&run, "text") | time_format(&run, "json") | time_format(&run, "csv");
}
