// SPDX-License-Identifier: GPL-2.0-only
/*
 * split RUN.json SEED A.json B.json [PERCENTILE PERCENT]: two halves of a run, each sample by
 * chance in the one or the other. With the last two, the samples of B above that percentile of RUN
 * are later by so much.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/output/output.h"
#include "rtlat/json/result_file.h"

#define TOOL "split"

static uint64_t state;

/* xorshift64*: the same on every machine. */
static uint64_t random_number(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 2685821657736338717ULL;
}

/* Small seeds have few bits set, and so have the first numbers. */
static void seed(uint64_t number)
{
	unsigned int i;

	state = number * 2 + 1;
	for (i = 0; i < 64; i++)
		random_number();
}

struct shift {
	uint32_t percentile; /* 0: none */
	double factor;
};

/* Anywhere in its bucket, but not beyond the ends of the run. */
static uint64_t draw_value(const struct rtlat_histogram *whole, unsigned int bucket)
{
	uint64_t low = rtlat_histogram_low(bucket), high = rtlat_histogram_high(bucket);

	low = low < whole->min ? whole->min : low;
	high = high > whole->max ? whole->max : high;
	return low + random_number() % (high - low + 1);
}

static void split_histogram(const struct rtlat_histogram *whole, struct rtlat_histogram *halves[2],
			    const struct shift *shift)
{
	uint64_t from = UINT64_MAX, n, value;
	unsigned int i, half;

	if (shift->percentile)
		rtlat_histogram_percentile(whole, shift->percentile, &from);
	rtlat_histogram_init(halves[0]);
	rtlat_histogram_init(halves[1]);
	for (i = whole->first; whole->count && i <= whole->last; i++) {
		for (n = 0; n < whole->bucket[i]; n++) {
			half = random_number() >> 63;
			value = draw_value(whole, i);
			if (half && value > from)
				value = (uint64_t)((double)value * shift->factor);
			rtlat_histogram_add(halves[half], value);
		}
	}
}

/* Both have the runtime of the whole, and whoever interfered. */
static void split_noise(const struct rtlat_noise *whole, struct rtlat_cpu_result *halves[2])
{
	struct rtlat_noise *noise[2] = { (struct rtlat_noise *)halves[0]->noise,
					 (struct rtlat_noise *)halves[1]->noise };
	unsigned int j;
	uint64_t n;

	for (j = 0; j < 2; j++) {
		noise[j]->time = halves[j]->context[RTLAT_NOISE].histogram->sum;
		noise[j]->hardware = 0;
		halves[j]->count = halves[j]->context[RTLAT_NOISE].histogram->count;
	}
	for (n = 0; n < whole->hardware; n++)
		noise[random_number() >> 63]->hardware++;
}

/* `halves` are the same run, read twice. */
static void split_cpu(const struct rtlat_cpu_result *whole, struct rtlat_cpu_result *halves[2],
		      const struct shift *shift)
{
	unsigned int i, j;

	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		struct rtlat_histogram *histograms[2];

		for (j = 0; j < 2; j++) {
			histograms[j] = (struct rtlat_histogram *)halves[j]->context[i].histogram;
			free((void *)halves[j]->context[i].linear);
			halves[j]->context[i].linear = NULL;
		}
		if (whole->context[i].histogram)
			split_histogram(whole->context[i].histogram, histograms, shift);
	}
	for (j = 0; j < 2; j++) {
		halves[j]->nr_worst = 0;
		if (halves[j]->context[RTLAT_THREAD].histogram)
			halves[j]->count = halves[j]->context[RTLAT_THREAD].histogram->count;
		if (halves[j]->context[RTLAT_DELAY].histogram)
			halves[j]->count = halves[j]->context[RTLAT_DELAY].histogram->count;
	}
	if (whole->noise)
		split_noise(whole->noise, halves);
}

static int write_half(struct result_file *half, const char *path)
{
	const struct view view = { 0 };
	FILE *file = fopen(path, "w");
	int err;

	if (!file) {
		fprintf(stderr, TOOL ": %s: %s\n", path, strerror(errno));
		return 1;
	}
	half->config.entries = 0;
	err = write_json(file, &half->result, &view);
	return fclose(file) || err;
}

static void add_total(struct result_file *half, const struct rtlat_cpu_result *cpu)
{
	struct rtlat_cpu_result *total = &half->result.total;
	unsigned int i;

	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		if (cpu->context[i].histogram)
			rtlat_histogram_merge((struct rtlat_histogram *)total->context[i].histogram,
					      cpu->context[i].histogram);
	}
	total->count += cpu->count;
	if (cpu->noise) {
		((struct rtlat_noise *)total->noise)->time += cpu->noise->time;
		((struct rtlat_noise *)total->noise)->hardware += cpu->noise->hardware;
	}
}

static void begin_total(struct result_file *half)
{
	struct rtlat_cpu_result *total = &half->result.total;
	unsigned int i;

	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		if (total->context[i].histogram)
			rtlat_histogram_init((struct rtlat_histogram *)total->context[i].histogram);
		free((void *)total->context[i].linear);
		total->context[i].linear = NULL;
	}
	total->nr_worst = 0;
	total->count = 0;
	if (total->noise) {
		((struct rtlat_noise *)total->noise)->time = 0;
		((struct rtlat_noise *)total->noise)->hardware = 0;
	}
}

static void split(const struct result_file *whole, struct result_file *halves[2],
		  const struct shift *shift)
{
	unsigned int i, j;

	begin_total(halves[0]);
	begin_total(halves[1]);
	for (i = 0; i < whole->result.nr_cpus; i++) {
		struct rtlat_cpu_result *cpus[2] = { &halves[0]->result.cpus[i],
						     &halves[1]->result.cpus[i] };

		split_cpu(&whole->result.cpus[i], cpus, shift);
		for (j = 0; j < 2; j++)
			add_total(halves[j], cpus[j]);
	}
}

int main(int argc, char **argv)
{
	struct result_file **files;
	struct shift shift = { 0 };
	int status;

	if (argc != 5 && argc != 7) {
		fprintf(stderr,
			"Usage: " TOOL " RUN.json SEED A.json B.json [PERCENTILE PERCENT]\n");
		return 129;
	}
	seed(strtoull(argv[2], NULL, 10));
	if (argc == 7) {
		shift.percentile = (uint32_t)(strtod(argv[5], NULL) * RTLAT_PERCENT);
		shift.factor = 1 + strtod(argv[6], NULL) / 100;
	}
	status = result_files_read(&files, TOOL, (char *[]){ argv[1], argv[1], argv[1] }, 3);
	if (status)
		return status;
	split(files[0], &files[1], &shift);
	status = write_half(files[1], argv[3]) || write_half(files[2], argv[4]);
	result_files_close(files, 3);
	return status;
}
