// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Recorders for delays that the kernel counts, filled anew from its totals each time they are
 * read.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/track/counts.h"

#define INTERVAL (500 * RTLAT_NSEC_PER_MSEC)

static struct rtlat_recorder *create(const struct rtlat_recorder_layout *layout, int cpu)
{
	void *memory = malloc(rtlat_recorder_size(layout));

	return memory ? rtlat_recorder_init(memory, cpu, layout) : NULL;
}

static int create_alerts(struct track_counts *counts)
{
	struct rtlat_recorder_layout bare = counts->run->layout;
	unsigned int i;

	bare.entries = 0;
	counts->alerts = calloc(counts->run->nr_cpus, sizeof(struct rtlat_recorder *));
	if (!counts->alerts)
		return -ENOMEM;
	for (i = 0; i < counts->run->nr_cpus; i++) {
		counts->alerts[i] = create(&bare, counts->run->cpus[i].cpu);
		if (!counts->alerts[i])
			return -ENOMEM;
	}
	return 0;
}

static int number_cpus(struct track_counts *counts)
{
	const struct session *run = counts->run;
	unsigned int i;

	counts->nr_numbers = run->cpus[run->nr_cpus - 1].cpu + 1;
	counts->by_number = calloc(counts->nr_numbers, sizeof(*counts->by_number));
	if (!counts->by_number)
		return -ENOMEM;
	for (i = 0; i < counts->nr_numbers; i++)
		counts->by_number[i] = -1;
	for (i = 0; i < run->nr_cpus; i++)
		counts->by_number[run->cpus[i].cpu] = (int)i;
	return 0;
}

int track_counts_init(struct track_counts *counts, struct session *run)
{
	int err;

	*counts = (struct track_counts){ .run = run, .warm = !run->config.warm_up_ns };
	pthread_mutex_init(&counts->lock, NULL);
	counts->scratch = create(&run->layout, -1);
	err = counts->scratch ? create_alerts(counts) : -ENOMEM;
	return err ? err : number_cpus(counts);
}

void track_counts_free(struct track_counts *counts)
{
	unsigned int i;

	if (!counts->run)
		return;
	pthread_mutex_destroy(&counts->lock);
	for (i = 0; counts->alerts && i < counts->run->nr_cpus; i++)
		free(counts->alerts[i]);
	free(counts->alerts);
	free(counts->scratch);
	free(counts->by_number);
}

struct rtlat_recorder *track_counts_alerts(struct track_counts *counts, int cpu)
{
	if (cpu < 0 || (unsigned int)cpu >= counts->nr_numbers || counts->by_number[cpu] < 0)
		return NULL;
	return counts->alerts[counts->by_number[cpu]];
}

struct rtlat_recorder *track_counts_begin(struct track_counts *counts, int index)
{
	rtlat_recorder_clear(counts->scratch);
	if (index >= 0)
		rtlat_recorder_merge(counts->scratch, counts->alerts[index]);
	return counts->scratch;
}

void track_counts_clear(struct track_counts *counts)
{
	unsigned int i;

	for (i = 0; i < counts->run->nr_cpus; i++)
		rtlat_recorder_clear(counts->alerts[i]);
}

static void give_up(struct track_counts *counts, int err)
{
	struct session *run = counts->run;
	char why[128];
	unsigned int i;

	counts->given_up = true;
	snprintf(why, sizeof(why), "lost its counts in the kernel (%s)",
		 err == -ESTALE ? "they were cleared" : strerror(-err));
	for (i = 0; i < run->nr_cpus; i++)
		run_cpu_ended(run, &run->cpus[i], RTLAT_CPU_FAILED, why);
}

bool track_counts_do(struct track_counts *counts, int (*what)(void *data), void *data)
{
	bool given_up;
	int err;

	pthread_mutex_lock(&counts->lock);
	err = counts->given_up ? 0 : what(data);
	if (err)
		give_up(counts, err);
	given_up = counts->given_up;
	pthread_mutex_unlock(&counts->lock);
	return !given_up;
}

bool track_counts_look(struct track_counts *counts, int (*begin_anew)(void *data),
		       int (*collect)(void *data), void *data)
{
	struct rtlat_cpuset online;

	run_check_online(counts->run, &online);
	if (!counts->warm) {
		if (run_now() < run_measured_from(counts->run))
			return true;
		counts->warm = track_counts_do(counts, begin_anew, data);
	}
	return track_counts_do(counts, collect, data);
}

uint64_t track_counts_pause(const struct track_counts *counts)
{
	uint64_t now = run_now(), from = run_measured_from(counts->run);

	return from > now && from - now < INTERVAL ? from - now : INTERVAL;
}
