// SPDX-License-Identifier: GPL-2.0-only
/*
 * The output of cyclictest: with hist its histogram and the lines below it, as -h has them up to
 * rt-tests 2.6 (all rows, and the totals: later ones left them out, which scripts noticed); with
 * top the line per thread. Columns are threads, which count from 0 in the order of their CPUs.
 */
#include <inttypes.h>
#include <stddef.h>

#include "rtlat/write/write.h"
#include "rtlat/result/verdict.h"
#include "rtlat/write/text/text.h"

/* The minimum of a thread without a sample. */
#define NO_MINIMUM 1000000

struct thread {
	uint64_t count, min, avg, max, over;
};

static struct thread get_thread(const struct rtlat_cpu_result *cpu, const struct view *view)
{
	const struct rtlat_stats *stats = &cpu->context[RTLAT_THREAD];
	const struct rtlat_histogram *histogram = stats->histogram;
	struct thread thread = { .min = NO_MINIMUM };

	if (!histogram || !histogram->count)
		return thread;
	thread.count = histogram->count;
	thread.min = text_time(histogram->min, view->nanoseconds);
	thread.avg = text_time(histogram->sum / histogram->count, view->nanoseconds);
	thread.max = text_time(histogram->max, view->nanoseconds);
	thread.over = stats->linear_over;
	return thread;
}

static void cyclictest_print_rows(FILE *file, const struct rtlat_result *result,
				  const struct view *view)
{
	uint64_t width = text_time(result->config->bucket_ns, view->nanoseconds);
	unsigned int i;
	uint32_t row;

	for (row = 0; row < result->config->entries; row++) {
		fprintf(file, "%06" PRIu64 " ", row * width);
		for (i = 0; i < result->nr_cpus; i++) {
			const struct rtlat_stats *stats = &result->cpus[i].context[RTLAT_THREAD];

			fprintf(file, "%s%06" PRIu64, i ? "\t" : "", rtlat_stats_entry(stats, row));
		}
		fputc('\n', file);
	}
}

/* A number per thread, with at least `width` digits. */
static void cyclictest_print_line(FILE *file, const struct rtlat_result *result,
				  const struct view *view, const char *title, int width,
				  size_t field)
{
	unsigned int i;

	fprintf(file, "# %s:", title);
	for (i = 0; i < result->nr_cpus; i++) {
		struct thread thread = get_thread(&result->cpus[i], view);

		fprintf(file, " %0*" PRIu64, width, *(uint64_t *)((char *)&thread + field));
	}
	fputc('\n', file);
}

/* Prints when the samples beyond the last row came, of those among the worst samples. */
static void print_overflows(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_config *config = result->config;
	uint64_t end = config->entries * config->bucket_ns;
	unsigned int i, j;

	fprintf(file, "# Histogram Overflow at cycle number:\n");
	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_cpu_result *cpu = &result->cpus[i];
		uint64_t others = cpu->context[RTLAT_THREAD].linear_over;

		fprintf(file, "# Thread %u:", i);
		for (j = 0; j < cpu->nr_worst && others; j++) {
			if (!(cpu->worst[j].has & RTLAT_HAS(RTLAT_THREAD)) ||
			    cpu->worst[j].latency[RTLAT_THREAD] < end)
				continue;
			fprintf(file, " %05" PRIu64, cpu->worst[j].seq);
			others--;
		}
		if (others)
			fprintf(file, " # %05" PRIu64 " others", others);
		fputc('\n', file);
	}
}

static void cyclictest_print_histogram(FILE *file, const struct rtlat_result *result,
				       const struct view *view)
{
	static const struct {
		const char *title;
		int width;
		size_t field;
	} lines[] = {
		{ "Total", 9, offsetof(struct thread, count) },
		{ "Min Latencies", 5, offsetof(struct thread, min) },
		{ "Avg Latencies", 5, offsetof(struct thread, avg) },
		{ "Max Latencies", 5, offsetof(struct thread, max) },
		{ "Histogram Overflows", 5, offsetof(struct thread, over) },
	};
	unsigned int i;

	fprintf(file, "# Histogram\n");
	cyclictest_print_rows(file, result, view);
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		cyclictest_print_line(file, result, view, lines[i].title, lines[i].width,
				      lines[i].field);
	print_overflows(file, result);
}

static void print_threads(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const struct rtlat_sched *sched = &result->config->sched;
	bool realtime = result->realtime_priority &&
			(sched->policy == RTLAT_POLICY_FIFO || sched->policy == RTLAT_POLICY_RR);
	unsigned int i;

	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_cpu_result *cpu = &result->cpus[i];
		struct thread thread = get_thread(cpu, view);
		uint64_t latest = text_time(cpu->latest.latency[RTLAT_THREAD], view->nanoseconds);

		fprintf(file, "T:%2u (%5d) P:%2d I:%" PRIu64 " C:%7" PRIu64 " Min:%7" PRIu64, i, 0,
			realtime ? sched->priority : 0,
			(uint64_t)(result->config->period_ns / RTLAT_NSEC_PER_USEC), thread.count,
			thread.min);
		fprintf(file, " Act:%5" PRIu64 " Avg:%5" PRIu64 " Max:%8" PRIu64 "\n", latest,
			thread.avg, thread.max);
	}
}

/*
 * Prints the lines of the option -b; the thread is not told, since cyclictest's is known by its
 * pid.
 */
static void print_break(FILE *file, const struct rtlat_exceeded *exceeded, const struct view *view)
{
	if (exceeded)
		fprintf(file, "# Break value: %" PRIu64 "\n",
			text_time(exceeded->sample.latency[exceeded->context], view->nanoseconds));
}

int write_cyclictest(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	unsigned int i;

	if (result->config->dma_latency_us != RTLAT_DMA_LATENCY_UNCHANGED)
		fprintf(file, "# /dev/cpu_dma_latency set to %dus\n",
			result->config->dma_latency_us);
	if (result->config->entries)
		cyclictest_print_histogram(file, result, view);
	else
		print_threads(file, result, view);
	print_break(file, result->exceeded, view);
	fprintf(file, "# CPUs:");
	for (i = 0; i < result->nr_cpus; i++)
		fprintf(file, " %d", result->cpus[i].cpu);
	fputc('\n', file);
	verdict_print(file, "# ", result);
	return 0;
}
