// SPDX-License-Identifier: GPL-2.0-only
/*
 * The live screen on simulated numbers: any number of CPUs, among them offline ones, with missed
 * and lost samples and with hours of latency. The numbers are the same in every run, only counts
 * grow with time.
 *
 *	screendemo [-c CPUS] [-x irt|n|nc] [-w] [-d SECONDS] [-l] [-g] [-i] [-n]
 *	screendemo -b DRAWS [...]	time off-screen draws of 200x50; exit 1 above 5 ms
 */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/screen/screen.h"

#define SAMPLES 20000
#define WORST_CPU 3
#define OFFLINE_CPU 5
#define FAILED_CPU 6
#define LOSSY_CPU 7
#define GIANT_CPU 2
#define DRAW_LIMIT_NS (5 * RTLAT_NSEC_PER_MSEC)

struct simulation {
	struct rtlat_config config;
	unsigned int contexts;
	unsigned int nr_cpus;
	bool loss;
	bool giant;
	uint64_t started;
	uint64_t cost; /* CPU time spent in here */
	unsigned int resets;
};

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

static bool is_noise(const struct simulation *simulation)
{
	return simulation->contexts & RTLAT_HAS(RTLAT_NOISE);
}

static uint64_t simulated_elapsed(void *data)
{
	const struct simulation *simulation = data;

	return clock_ns(CLOCK_MONOTONIC) - simulation->started;
}

static uint64_t simulated_min(unsigned int cpu, int context)
{
	return 800 + 13 * (cpu % 50) + 1700 * context;
}

static uint64_t simulated_max(const struct simulation *simulation, unsigned int cpu, int context)
{
	if (simulation->giant && cpu == GIANT_CPU)
		return 4200 * RTLAT_NSEC_PER_SEC + 125 * RTLAT_NSEC_PER_MSEC;
	if (cpu == WORST_CPU)
		return 412345 + 5000 * context;
	return 20000 + 7919 * (cpu + 1) % 30000 + 5000 * context;
}

/* Simulates noise: mostly the timer's, on every third CPU a thread's. */
static void simulate_noise(const struct simulation *simulation, unsigned int cpu,
			   struct rtlat_row *row)
{
	const struct rtlat_config *config = &simulation->config;
	struct rtlat_noise *noise = &row->noise;
	uint64_t seconds;

	row->count = (clock_ns(CLOCK_MONOTONIC) - simulation->started) / RTLAT_NSEC_PER_MSEC + 1;
	seconds = row->count / 1000 + 1;
	noise->periods = seconds;
	noise->runtime = seconds * config->runtime_ns;
	noise->time = seconds * (cpu == WORST_CPU ? 523456 : 31000 + 1789 * (cpu % 17));
	noise->max_period = cpu == WORST_CPU ? 734567 : 40000 + 1789 * (cpu % 17);
	noise->hardware = cpu % 4 == 1 ? 3 * seconds : 0;
	noise->count[RTLAT_BY_NMI] = cpu % 5 == 2;
	noise->count[RTLAT_BY_IRQ] = 10 * seconds + cpu;
	noise->count[RTLAT_BY_SOFTIRQ] = 4 * seconds;
	noise->count[RTLAT_BY_THREAD] = 2 * seconds + (cpu == WORST_CPU ? 1234567 : 0);
	if (!(simulation->contexts & RTLAT_HAS_INTERFERENCE))
		return;
	row->source = (struct rtlat_noise_source){
		noise->count[RTLAT_BY_IRQ], noise->time / 2, 3500, RTLAT_BY_IRQ, 236, "local_timer"
	};
	if (cpu % 3 == 0)
		row->source = (struct rtlat_noise_source){ 2 * seconds, noise->time * 2 / 3,
							   18000,       RTLAT_BY_THREAD,
							   87882,       "kworker/u16:3-e" };
}

/* The longest noise: 2 % of it is nobody's. */
static void simulate_longest(const struct simulation *simulation, unsigned int cpu,
			     struct rtlat_sample *worst)
{
	uint64_t latency = simulated_max(simulation, cpu, RTLAT_NOISE), thread = latency / 2;
	struct rtlat_interference *parts = &worst->interference;

	worst->cpu = cpu;
	worst->seq = 77;
	worst->has = simulation->contexts;
	worst->latency[RTLAT_NOISE] = latency;
	parts->time[RTLAT_BY_THREAD] = thread;
	parts->count[RTLAT_BY_THREAD] = 1;
	parts->worst[RTLAT_BY_THREAD] = (struct rtlat_culprit){ thread, 87882, "kworker/u16:3-e" };
	parts->time[RTLAT_BY_IRQ] = latency - thread - latency / 50;
	parts->count[RTLAT_BY_IRQ] = 3;
	parts->worst[RTLAT_BY_IRQ] = (struct rtlat_culprit){ 3000, 236, "local_timer" };
}

/* Every seventh CPU has the same part for its culprit; CPU 1 has an interrupt, and another timer. */
static void simulate_worst(const struct simulation *simulation, unsigned int cpu,
			   struct rtlat_sample *worst)
{
	struct rtlat_interference *parts = &worst->interference;
	uint64_t latency = simulated_max(simulation, cpu, RTLAT_THREAD), rest = latency - 7250;
	uint64_t *const large[] = {
		&parts->late,
		&parts->time[RTLAT_BY_IRQ],
		&parts->time[RTLAT_BY_THREAD],
		&parts->time[RTLAT_BY_NMI],
		&parts->dispatch,
		&parts->handler,
		&parts->time[RTLAT_BY_SOFTIRQ],
	};

	worst->cpu = cpu;
	worst->seq = 77;
	worst->has = simulation->contexts;
	worst->latency[RTLAT_THREAD] = latency;
	parts->late = 450;
	parts->handler = 700;
	parts->dispatch = 1100;
	parts->time[RTLAT_BY_IRQ] = 5000;
	*large[cpu % 7] += rest;
	parts->count[RTLAT_BY_IRQ] = 3;
	parts->worst[RTLAT_BY_IRQ] = (struct rtlat_culprit){ 3000, 21, "qxl" };
	parts->count[RTLAT_BY_NMI] = parts->time[RTLAT_BY_NMI] ? 2 : 0;
	if (cpu == 1) {
		parts->late -= 200;
		parts->hrtimers = (struct rtlat_hrtimers){ 200, 1, 200, 0, "tick_nohz_handler" };
	}
	if (!parts->time[RTLAT_BY_THREAD])
		return;
	parts->count[RTLAT_BY_THREAD] = 1;
	parts->worst[RTLAT_BY_THREAD] = (struct rtlat_culprit){ rest, 87882, "kworker/u16:3-e" };
}

static void simulate_cpu(const struct simulation *simulation, unsigned int cpu,
			 struct rtlat_row *row)
{
	uint64_t elapsed = clock_ns(CLOCK_MONOTONIC) - simulation->started;
	int context;

	memset(row, 0, sizeof(*row));
	row->cpu = cpu;
	row->count = elapsed / simulation->config.period_ns + 1;
	if (cpu == OFFLINE_CPU) {
		row->state = RTLAT_CPU_OFFLINE;
		row->count = 21;
	} else if (cpu == FAILED_CPU) {
		row->state = RTLAT_CPU_FAILED;
		row->count = 31;
	}
	if (is_noise(simulation))
		simulate_noise(simulation, cpu, row);
	if (simulation->loss && cpu == LOSSY_CPU) {
		row->missed = is_noise(simulation) ? 0 : 1234;
		row->lost = 56;
	}
	if (simulation->contexts & RTLAT_HAS_INTERFERENCE && is_noise(simulation))
		simulate_longest(simulation, cpu, &row->worst);
	else if (simulation->contexts & RTLAT_HAS_INTERFERENCE)
		simulate_worst(simulation, cpu, &row->worst);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		uint64_t min = simulated_min(cpu, context);

		row->context[context].count = row->count;
		row->context[context].min = min;
		row->context[context].current = min + elapsed / 1000 % 5000;
		row->context[context].avg = min + 1500;
		row->context[context].p99 = row->count >= 300 ? min + 9000 : 0;
		row->context[context].max = simulated_max(simulation, cpu, context);
	}
}

static void add_noise(struct rtlat_row *total, const struct rtlat_row *row)
{
	int by;

	total->noise.periods += row->noise.periods;
	total->noise.runtime += row->noise.runtime;
	total->noise.time += row->noise.time;
	total->noise.hardware += row->noise.hardware;
	for (by = 0; by < RTLAT_INTERFERERS; by++)
		total->noise.count[by] += row->noise.count[by];
	if (row->noise.max_period > total->noise.max_period)
		total->noise.max_period = row->noise.max_period;
	if (row->source.time > total->source.time)
		total->source = row->source;
}

static void add_cpu(struct rtlat_row *total, const struct rtlat_row *row)
{
	int context;

	add_noise(total, row);

	total->count += row->count;
	total->missed += row->missed;
	total->lost += row->lost;
	if (row->worst.latency[RTLAT_THREAD] > total->worst.latency[RTLAT_THREAD] ||
	    row->worst.latency[RTLAT_NOISE] > total->worst.latency[RTLAT_NOISE])
		total->worst = row->worst;
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		total->context[context].count += row->context[context].count;
		total->context[context].p99 = row->context[context].p99;
		total->context[context].avg = row->context[context].avg;
		if (row->context[context].min < total->context[context].min)
			total->context[context].min = row->context[context].min;
		if (row->context[context].max > total->context[context].max)
			total->context[context].max = row->context[context].max;
	}
}

static void simulate_total(const struct simulation *simulation, struct rtlat_row *total)
{
	struct rtlat_row row;
	unsigned int cpu;
	int context;

	memset(total, 0, sizeof(*total));
	total->cpu = -1;
	for (context = 0; context < RTLAT_CONTEXTS; context++)
		total->context[context].min = UINT64_MAX;
	for (cpu = 0; cpu < simulation->nr_cpus; cpu++) {
		simulate_cpu(simulation, cpu, &row);
		add_cpu(total, &row);
	}
}

static int simulated_row(void *data, unsigned int index, struct rtlat_row *row)
{
	struct simulation *simulation = data;
	uint64_t begin = clock_ns(CLOCK_PROCESS_CPUTIME_ID);

	if (index == RTLAT_ROW_TOTAL)
		simulate_total(simulation, row);
	else
		simulate_cpu(simulation, index, row);
	simulation->cost += clock_ns(CLOCK_PROCESS_CPUTIME_ID) - begin;
	return 0;
}

static int simulated_histogram(void *data, unsigned int index, enum rtlat_context context,
			       struct rtlat_histogram *histogram)
{
	struct simulation *simulation = data;
	uint64_t begin = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	unsigned int cpu = index == RTLAT_ROW_TOTAL ? WORST_CPU : index;
	unsigned short seed[3] = { cpu, context, 42 };
	uint64_t min = simulated_min(cpu, context);
	unsigned int i;

	rtlat_histogram_init(histogram);
	for (i = 0; i < SAMPLES - 2; i++)
		rtlat_histogram_add(histogram, min - 1500 * log(1 - erand48(seed)));
	rtlat_histogram_add(histogram, min);
	rtlat_histogram_add(histogram, simulated_max(simulation, cpu, context));
	simulation->cost += clock_ns(CLOCK_PROCESS_CPUTIME_ID) - begin;
	return 0;
}

static int simulated_reset(void *data)
{
	struct simulation *simulation = data;

	simulation->started = clock_ns(CLOCK_MONOTONIC);
	simulation->resets++;
	return 0;
}

static struct screen_feed make_feed(struct simulation *simulation)
{
	return (struct screen_feed){
		.data = simulation,
		.source = "simulated",
		.config = &simulation->config,
		.contexts = simulation->contexts,
		.nr_cpus = simulation->nr_cpus,
		.elapsed = simulated_elapsed,
		.row = simulated_row,
		.histogram = simulated_histogram,
		.reset = simulated_reset,
	};
}

static bool is_default(int signal)
{
	struct sigaction action;

	return !sigaction(signal, NULL, &action) && action.sa_handler == SIG_DFL;
}

static int run_interactive(struct simulation *simulation, bool nanoseconds)
{
	const struct screen_feed feed = make_feed(simulation);
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	struct screen *screen;
	bool signals_left;
	int ret;

	ret = screen_open_feed(&screen, &feed, stdin, stdout, nanoseconds);
	if (ret) {
		fprintf(stderr, "screendemo: %s\n", strerror(-ret));
		return 1;
	}
	signals_left = is_default(SIGINT) && is_default(SIGTERM) && is_default(SIGWINCH);
	while (screen_update(screen) != SCREEN_QUIT)
		poll(&in, 1, 100);
	screen_close(screen);
	printf("screendemo: %u resets, signals %s\n", simulation->resets,
	       signals_left ? "left alone" : "TAKEN");
	return !signals_left;
}

/*
 * Draw `draws` times after `keys`. "pp" makes every row be read anew, so that each draw is a
 * full refresh with sorting.
 */
static int time_draws(struct simulation *simulation, const char *what, const char *keys,
		      unsigned int draws)
{
	const struct screen_feed feed = make_feed(simulation);
	FILE *in = NULL, *out = fopen("/dev/null", "w");
	uint64_t begin, spent, each;
	struct screen *screen;
	int ends[2];
	unsigned int i;

	if (!out || pipe(ends))
		return 1;
	in = fdopen(ends[0], "r");
	if (!in || screen_open_feed(&screen, &feed, in, out, false))
		return 1;
	if (write(ends[1], keys, strlen(keys)) < 0)
		return 1;
	screen_update(screen);
	simulation->cost = 0;
	begin = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	for (i = 0; i < draws; i++) {
		if (write(ends[1], "pp", 2) != 2)
			return 1;
		screen_update(screen);
	}
	spent = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - begin - simulation->cost;
	screen_close(screen);
	fclose(in);
	fclose(out);
	close(ends[1]);
	each = spent / draws;
	printf("%s: %u draws, %llu us of CPU time each\n", what, draws,
	       (unsigned long long)(each / RTLAT_NSEC_PER_USEC));
	return each > DRAW_LIMIT_NS;
}

static int run_benchmark(struct simulation *simulation, unsigned int draws)
{
	int failed;

	setenv("TERM", "xterm-256color", 1);
	setenv("LINES", "50", 1);
	setenv("COLUMNS", "200", 1);
	failed = time_draws(simulation, "table by CPU", "", draws);
	failed |= time_draws(simulation, "table by count", "s", draws);
	failed |= time_draws(simulation, "histogram", "h", draws);
	return failed;
}

static unsigned int parse_contexts(const char *letters)
{
	unsigned int contexts = 0;

	if (strchr(letters, 'i'))
		contexts |= RTLAT_HAS(RTLAT_IRQ);
	if (strchr(letters, 't'))
		contexts |= RTLAT_HAS(RTLAT_THREAD);
	if (strchr(letters, 'r'))
		contexts |= RTLAT_HAS(RTLAT_RETURN);
	if (strchr(letters, 'n'))
		contexts |= RTLAT_HAS(RTLAT_NOISE);
	if (strchr(letters, 'c'))
		contexts |= RTLAT_HAS_COUNTS;
	return contexts;
}

int main(int argc, char **argv)
{
	static struct simulation simulation = { .nr_cpus = 4, .contexts = 7 };
	bool nanoseconds = false;
	unsigned int interference = 0;
	uint64_t number = 0, draws = 0;
	int option;

	rtlat_config_init(&simulation.config);
	while ((option = getopt(argc, argv, "c:x:wd:lginb:")) != -1) {
		if (strchr("cdb", option) && rtlat_parse_u64(optarg, 1, 100000, &number))
			return 129;
		switch (option) {
		case 'c':
			simulation.nr_cpus = number;
			break;
		case 'x':
			simulation.contexts = parse_contexts(optarg);
			if (is_noise(&simulation))
				rtlat_config_init_noise(&simulation.config);
			break;
		case 'w':
			simulation.config.hardware_only = true;
			break;
		case 'd':
			simulation.config.duration_ns = number * RTLAT_NSEC_PER_SEC;
			break;
		case 'l':
			simulation.loss = true;
			break;
		case 'g':
			simulation.giant = true;
			break;
		case 'i':
			interference = RTLAT_HAS_INTERFERENCE;
			break;
		case 'n':
			nanoseconds = true;
			break;
		case 'b':
			draws = number;
			break;
		default:
			return 129;
		}
	}
	simulation.contexts |= interference;
	simulation.started = clock_ns(CLOCK_MONOTONIC);
	return draws ? run_benchmark(&simulation, draws)
		     : run_interactive(&simulation, nanoseconds);
}
