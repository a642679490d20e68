// SPDX-License-Identifier: GPL-2.0-only
/*
 * replay RECORDING top|hist|osnoise top|osnoise hist|hwnoise [options]: what rtlat would have
 * printed for recorded samples. The samples take the way of a real run: recorders, result, writers;
 * only the machine and the time are made up.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/session/limit.h"
#include "rtlat/util/message.h"
#include "rtlat/option/options.h"
#include "tests/recording/recording.h"
#include "lib/run/run.h"

#define START 1700000000

static const struct rtlat_system example_system = {
	.hostname = "example",
	.kernel = "6.12.0-rt",
	.kernel_version = "#1 SMP PREEMPT_RT",
	.machine = "x86_64",
	.cpu_model = "Example \"CPU\" 3\xb5m",
	.clocksource = "tsc",
	.governor = "performance",
	.idle_states = "POLL C1",
	.cmdline = "isolcpus=1 quiet",
	.realtime = true,
};

struct replay {
	struct recording *recording;
	struct rtlat_source source;
	struct rtlat_run run;
	struct run_shared shared;
};

static int create_cpus(struct replay *replay)
{
	struct rtlat_run *run = &replay->run;
	unsigned int i = 0;
	int cpu;

	run->session.nr_cpus = rtlat_cpuset_count(&run->session.config.cpus);
	run->session.cpus = calloc(run->session.nr_cpus, sizeof(*run->session.cpus));
	if (!run->session.cpus)
		return -ENOMEM;
	rtlat_for_each_cpu(cpu, &run->session.config.cpus) {
		size_t size = (rtlat_recorder_size(&run->session.layout) + 63) & ~63UL;

		run->session.cpus[i].memory = aligned_alloc(64, size);
		if (!run->session.cpus[i].memory)
			return -ENOMEM;
		run->session.cpus[i].cpu = cpu;
		run->session.cpus[i].shared = &replay->shared;
		run->session.cpus[i].bank[0] =
			rtlat_recorder_init(run->session.cpus[i].memory, cpu, &run->session.layout);
		i++;
	}
	return 0;
}

/* The parts of a run that its result is made of. */
static int create_run(struct replay *replay, const struct options *options)
{
	const struct recording *recording = replay->recording;
	struct rtlat_run *run = &replay->run;

	replay->source.name = recording->source;
	replay->source.contexts = recording->contexts;
	run->session.config = options->config;
	run->session.config.cpus = recording->cpus;
	run->session.config.period_ns = recording->period_ns;
	if (recording->contexts & RTLAT_HAS(RTLAT_NOISE)) {
		run->session.config.runtime_ns = recording->runtime_ns;
		run->session.config.threshold_ns = recording->threshold_ns;
	}
	run->system = example_system;
	run->system.online = recording->cpus;
	run->session.source = &replay->source;
	run->session.wake_fd = -1;
	replay->shared.measured_to = UINT64_MAX;
	snprintf(run->reason, sizeof(run->reason), "%s", recording->reason);
	run->session.layout = (struct rtlat_recorder_layout){
		.bucket_ns = run->session.config.bucket_ns,
		.entries = run->session.config.entries,
		.worst = run->session.config.worst,
		.sources = recording->contexts & RTLAT_HAS(RTLAT_NOISE) ? RTLAT_NOISE_SOURCES : 0,
		.contexts = recording->contexts,
	};
	run->session.realtime_priority = true;
	run->session.measured_from = RTLAT_NSEC_PER_SEC;
	run->session.measured_to = run->session.measured_from + recording->duration_ns;
	run->session.start.tv_sec = START;
	run->end.tv_sec = START + recording->duration_ns / RTLAT_NSEC_PER_SEC;
	run->end.tv_nsec = recording->duration_ns % RTLAT_NSEC_PER_SEC;
	run->why_stopped = recording->stop[0] ? recording->stop : NULL;
	run->session.notes = recording->notes;
	return create_cpus(replay);
}

static struct run_cpu *find_cpu(struct replay *replay, int cpu)
{
	unsigned int i = 0;

	while (replay->run.session.cpus[i].cpu != cpu)
		i++;
	return &replay->run.session.cpus[i];
}

static void play_sample(struct replay *replay, struct run_cpu *cpu,
			const struct rtlat_sample *sample)
{
	if (sample->has & RTLAT_HAS(RTLAT_DELAY))
		rtlat_recorder_add_delay(cpu->bank[0], sample,
					 sample->latency[RTLAT_DELAY] >=
						 replay->run.session.config.track.threshold_ns);
	else if (sample->has & RTLAT_HAS(RTLAT_NOISE))
		rtlat_recorder_add_gap(cpu->bank[0], sample);
	else
		rtlat_recorder_add(cpu->bank[0], sample);
	limit_tell(&replay->run.session, cpu, sample);
}

static void play_source(struct run_cpu *cpu, const struct rtlat_noise_source *source)
{
	uint64_t i;

	for (i = 0; i < source->count; i++)
		rtlat_recorder_add_source(cpu->bank[0], source->by, source->id, source->name,
					  source->max);
}

static void play_item(struct replay *replay, const struct recording_item *item)
{
	struct run_cpu *cpu = find_cpu(replay, item->cpu);

	switch (item->kind) {
	case RECORDING_SAMPLE:
		play_sample(replay, cpu, &item->sample);
		break;
	case RECORDING_PERIOD:
		rtlat_recorder_add_noise(cpu->bank[0], &item->seen);
		if (item->sample.seq)
			limit_tell_period(&replay->run.session, cpu, &item->sample);
		break;
	case RECORDING_COUNTS:
		rtlat_recorder_add_noise(cpu->bank[0], &item->seen);
		break;
	case RECORDING_SOURCE:
		play_source(cpu, &item->source);
		break;
	case RECORDING_LOST:
		rtlat_recorder_add_lost(cpu->bank[0], item->lost);
		break;
	case RECORDING_STATE:
		cpu->state = item->state;
		break;
	}
}

static int play(struct replay *replay)
{
	struct recording_item item;
	int ret;

	while ((ret = recording_next(replay->recording, &item)) > 0)
		play_item(replay, &item);
	return ret;
}

static int write_all(struct replay *replay, const struct options *options, int argc, char **argv)
{
	struct rtlat_result result;
	struct outputs outputs;
	int err;

	err = rtlat_run_result(&replay->run, &result);
	if (err)
		return err;
	result.argc = argc;
	result.argv = argv;
	if (outputs_open(&outputs, "replay", options->outputs, options->nr_outputs))
		return -EIO;
	return outputs_write(&outputs, &result, &options->view) ? -EIO : 0;
}

static void destroy(struct replay *replay)
{
	unsigned int i;

	for (i = 0; replay->run.session.cpus && i < replay->run.session.nr_cpus; i++)
		free(replay->run.session.cpus[i].memory);
	free(replay->run.session.cpus);
	free(replay->run.results);
	free(replay->run.total);
	free(replay->recording);
	free(replay);
}

static enum rtlat_measure measure_of(const struct recording *recording)
{
	if (recording->contexts & RTLAT_HAS(RTLAT_DELAY))
		return RTLAT_MEASURE_DELAY;
	return recording->contexts & RTLAT_HAS(RTLAT_NOISE) ? RTLAT_MEASURE_NOISE
							    : RTLAT_MEASURE_LATENCY;
}

static int refuse(struct recording *recording)
{
	snprintf(recording->why, sizeof(recording->why), "not what the command measures");
	return -EINVAL;
}

static int replay_file(FILE *file, const struct options *options, int argc, char **argv)
{
	struct replay *replay = calloc(1, sizeof(*replay));
	int err = -ENOMEM;

	if (!replay)
		return err;
	replay->recording = malloc(sizeof(*replay->recording));
	if (!replay->recording)
		goto out;
	err = recording_open(replay->recording, file);
	if (!err && options->config.measure != measure_of(replay->recording))
		err = refuse(replay->recording);
	if (!err)
		err = create_run(replay, options);
	if (!err)
		err = play(replay);
	if (err == -EINVAL)
		complain("replay", "line %lu: %s", replay->recording->line, replay->recording->why);
	if (!err)
		err = write_all(replay, options, argc, argv);
out:
	destroy(replay);
	return err;
}

static const struct {
	const char *words[2];
	enum command command;
} commands[] = {
	{ { "top" }, COMMAND_TOP },
	{ { "hist" }, COMMAND_HIST },
	{ { "osnoise", "top" }, COMMAND_OSNOISE_TOP },
	{ { "osnoise", "hist" }, COMMAND_OSNOISE_HIST },
	{ { "hwnoise" }, COMMAND_HWNOISE },
	{ { "track", "wakeup" }, COMMAND_TRACK },
};

/* How many of the words are the name of a command; 0: none is. */
static int find_command(int argc, char **argv, enum command *command)
{
	unsigned int i;
	int words;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		const char *const *names = commands[i].words;

		words = names[1] ? 2 : 1;
		*command = commands[i].command;
		if (argc >= words && !strcmp(argv[0], names[0]) &&
		    (words == 1 || !strcmp(argv[1], names[1])))
			return words;
	}
	return 0;
}

int main(int argc, char **argv)
{
	enum command command;
	struct options options;
	int status, words;
	FILE *file;

	words = argc < 3 ? 0 : find_command(argc - 2, argv + 2, &command);
	if (!words) {
		fprintf(stderr, "Usage: replay RECORDING top|hist|osnoise top|osnoise hist|hwnoise|"
				"track wakeup [options]\n");
		return STATUS_USAGE;
	}
	status = options_parse(&options, command, argc - 1 - words, argv + 1 + words);
	if (status != OPTIONS_GO_ON)
		return status;
	file = fopen(argv[1], "re");
	if (!file) {
		complain("replay", "%s: %s", argv[1], strerror(errno));
		return STATUS_ERROR;
	}
	status = replay_file(file, &options, argc - 2, argv + 2);
	fclose(file);
	if (status && status != -EINVAL)
		complain("replay", "%s: %s", argv[1], strerror(-status));
	return status ? STATUS_ERROR : 0;
}
