// SPDX-License-Identifier: GPL-2.0-only
/* The tables: the columns of latencies, of noise and of delays. */
#include "rtlat/screen/internal.h"

#define CPU_WIDTH 5
#define COUNT_WIDTH 8
#define LOSS_WIDTH 6
#define PERIODS_WIDTH 7
#define SHARE_WIDTH 8
#define NUMBER_WIDTH 5

#define NR(array) (sizeof(array) / sizeof(*(array)))

/*
 * Fields with their rank: of a context the maximum matters most, then average, p99, minimum,
 * current.
 */
static const struct screen_field latency_fields[] = {
	{ { ROW_CPU, 0 }, "CPU", CPU_WIDTH, SCREEN_LEFT, 0, true },
	{ { ROW_COUNT, 0 }, "count", COUNT_WIDTH, SCREEN_LEFT, 0, true },
	{ { ROW_CURRENT, RTLAT_IRQ }, "cur", SCREEN_TIME_WIDTH, 1, 4, false },
	{ { ROW_MIN, RTLAT_IRQ }, "min", SCREEN_TIME_WIDTH, 1, 3, false },
	{ { ROW_AVG, RTLAT_IRQ }, "avg", SCREEN_TIME_WIDTH, 1, 1, false },
	{ { ROW_P99, RTLAT_IRQ }, "p99", SCREEN_TIME_WIDTH, 1, 2, false },
	{ { ROW_MAX, RTLAT_IRQ }, "max", SCREEN_TIME_WIDTH, 1, 0, true },
	{ { ROW_CURRENT, RTLAT_THREAD }, "cur", SCREEN_TIME_WIDTH, 2, 4, false },
	{ { ROW_MIN, RTLAT_THREAD }, "min", SCREEN_TIME_WIDTH, 2, 3, false },
	{ { ROW_AVG, RTLAT_THREAD }, "avg", SCREEN_TIME_WIDTH, 2, 1, false },
	{ { ROW_P99, RTLAT_THREAD }, "p99", SCREEN_TIME_WIDTH, 2, 2, false },
	{ { ROW_MAX, RTLAT_THREAD }, "max", SCREEN_TIME_WIDTH, 2, 0, true },
	{ { ROW_CURRENT, RTLAT_RETURN }, "cur", SCREEN_TIME_WIDTH, 3, 4, false },
	{ { ROW_MIN, RTLAT_RETURN }, "min", SCREEN_TIME_WIDTH, 3, 3, false },
	{ { ROW_AVG, RTLAT_RETURN }, "avg", SCREEN_TIME_WIDTH, 3, 1, false },
	{ { ROW_P99, RTLAT_RETURN }, "p99", SCREEN_TIME_WIDTH, 3, 2, false },
	{ { ROW_MAX, RTLAT_RETURN }, "max", SCREEN_TIME_WIDTH, 3, 0, true },
	{ { ROW_MISSED, 0 }, "missed", LOSS_WIDTH, SCREEN_LEFT, 0, true },
	{ { ROW_LOST, 0 }, "lost", LOSS_WIDTH, SCREEN_LEFT, 0, true },
};

static const struct screen_field noise_fields[] = {
	{ { ROW_CPU, 0 }, "CPU", CPU_WIDTH, SCREEN_LEFT, 0, true },
	{ { ROW_PERIODS, 0 }, "periods", PERIODS_WIDTH, SCREEN_LEFT, 0, true },
	{ { ROW_AVAILABLE, 0 }, "avail%", SHARE_WIDTH, 1, 0, true },
	{ { ROW_NOISE, 0 }, "noise", SCREEN_TIME_WIDTH, 1, 3, true },
	{ { ROW_MAX_PERIOD, 0 }, "period", SCREEN_TIME_WIDTH, 1, 2, true },
	{ { ROW_P99, RTLAT_NOISE }, "p99", SCREEN_TIME_WIDTH, 1, 6, true },
	{ { ROW_MAX, RTLAT_NOISE }, "max", SCREEN_TIME_WIDTH, 1, 1, true },
	{ { ROW_HARDWARE, 0 }, "hw", NUMBER_WIDTH, 2, 4, true },
	{ { ROW_NMIS, 0 }, "nmi", NUMBER_WIDTH, 2, 9, true },
	{ { ROW_IRQS, 0 }, "irq", NUMBER_WIDTH, 2, 5, true },
	{ { ROW_SOFTIRQS, 0 }, "softirq", NUMBER_WIDTH + 2, 2, 8, true },
	{ { ROW_THREADS, 0 }, "thread", NUMBER_WIDTH + 1, 2, 7, true },
	{ { ROW_LOST, 0 }, "lost", LOSS_WIDTH, SCREEN_LEFT, 0, true },
};

static const struct screen_field delay_fields[] = {
	{ { ROW_CPU, 0 }, "CPU", CPU_WIDTH, SCREEN_LEFT, 0, true },
	{ { ROW_COUNT, 0 }, "count", COUNT_WIDTH, SCREEN_LEFT, 0, true },
	{ { ROW_CURRENT, RTLAT_DELAY }, "cur", SCREEN_TIME_WIDTH, 1, 4, true },
	{ { ROW_MIN, RTLAT_DELAY }, "min", SCREEN_TIME_WIDTH, 1, 3, true },
	{ { ROW_AVG, RTLAT_DELAY }, "avg", SCREEN_TIME_WIDTH, 1, 1, true },
	{ { ROW_P99, RTLAT_DELAY }, "p99", SCREEN_TIME_WIDTH, 1, 2, true },
	{ { ROW_MAX, RTLAT_DELAY }, "max", SCREEN_TIME_WIDTH, 1, 0, true },
	{ { ROW_TIMEOUTS, 0 }, "timeout", LOSS_WIDTH + 1, SCREEN_LEFT, 0, true },
	{ { ROW_LOST, 0 }, "lost", LOSS_WIDTH, SCREEN_LEFT, 0, true },
};

static const char *const latency_help[] = {
	"Each latency runs from the timer's expiry to the",
	"interrupt handler (IRQ), to the thread running",
	"(thread), and to its coming back for the next",
	"activation (return).  p99: too few samples is -.",
	"missed: periods that passed while the thread was",
	"late.  lost: samples that were not delivered.",
	"culprit: the largest part of the worst sample's",
	"thread latency.  late: interrupts off, hardware.",
	"hrtimer: functions of other timers.",
	"+2: and two more.  A histogram has all the parts.",
};

static const char *const noise_help[] = {
	"avail%: of the runtime, what was not noise.  noise:",
	"all of it.  period: the most in one period.  max:",
	"the longest at once.  p99: too few samples is -.",
	"hw: noises in which nothing interfered.",
	"nmi, irq, softirq, thread: how often one of these",
	"interfered.  lost: noises that were not delivered.",
	"source: who took most in all, and its share of the",
	"runtime.  A histogram is of how long each noise",
	"was, and has all the parts of the longest.",
};

static const char *const delay_help[] = {
	"Each delay is of the CPU that it ended on.  p99:",
	"too few are -.  timeout: how many had not ended",
	"after the time of --timeout.  lost: events that",
	"were not delivered, and what there was no room for.",
	"longest: whom the longest delay hit, or what it was",
	"of.",
};

static const enum rtlat_part latency_parts[] = {
	RTLAT_PART_LATE,    RTLAT_PART_HRTIMER, RTLAT_PART_HANDLER, RTLAT_PART_IRQ,
	RTLAT_PART_SOFTIRQ, RTLAT_PART_NMI,     RTLAT_PART_THREAD,  RTLAT_PART_DISPATCH,
};

static const enum rtlat_part noise_parts[] = {
	RTLAT_PART_HARDWARE, RTLAT_PART_NMI,    RTLAT_PART_IRQ,
	RTLAT_PART_SOFTIRQ,  RTLAT_PART_THREAD, RTLAT_PART_UNEXPLAINED,
};

static const struct screen_family latency = {
	.title = "rtlat top",
	.group = {
		{ "IRQ latency", "IRQ", RTLAT_HAS(RTLAT_IRQ) },
		{ "Thread latency", "Thread", RTLAT_HAS(RTLAT_THREAD) },
		{ "Return latency", "Return", RTLAT_HAS(RTLAT_RETURN) },
	},
	.nr_groups = 3,
	.field = latency_fields,
	.nr_fields = NR(latency_fields),
	.words = { ROW_CULPRIT, "culprit", "Worst sample" },
	.worst = RTLAT_THREAD,
	.part = latency_parts,
	.nr_parts = NR(latency_parts),
	.help = latency_help,
	.nr_help = NR(latency_help),
};

static const struct screen_family noise = {
	.title = "rtlat osnoise top",
	.group = {
		{ "Noise", "Noise", RTLAT_HAS(RTLAT_NOISE) },
		{ "Count", "Count", RTLAT_HAS_COUNTS },
	},
	.nr_groups = 2,
	.field = noise_fields,
	.nr_fields = NR(noise_fields),
	.words = { ROW_SOURCE, "source", "Largest source" },
	.worst = RTLAT_NOISE,
	.part = noise_parts,
	.nr_parts = NR(noise_parts),
	.help = noise_help,
	.nr_help = NR(noise_help),
};

static const struct screen_family delay = {
	.title = "rtlat track",
	.group = { { "Delay", "Delay", RTLAT_HAS(RTLAT_DELAY) } },
	.nr_groups = 1,
	.field = delay_fields,
	.nr_fields = NR(delay_fields),
	.words = { ROW_VICTIM, "longest", "Longest" },
	.worst = RTLAT_DELAY,
	.help = delay_help,
	.nr_help = NR(delay_help),
};

const struct screen_family *screen_family(const struct screen *screen)
{
	if (screen->feed.contexts & RTLAT_HAS(RTLAT_DELAY))
		return &delay;
	return screen->feed.contexts & RTLAT_HAS(RTLAT_NOISE) ? &noise : &latency;
}

const char *screen_name(const struct screen *screen)
{
	static const char *const trackers[] = { "rtlat track wakeup", "rtlat track offcpu",
						"rtlat track block",  "rtlat track syscall",
						"rtlat track irq",    "rtlat track net" };
	const struct screen_family *family = screen_family(screen);

	if (family == &delay)
		return trackers[screen->feed.config->track.tracker];
	return family == &noise && screen->feed.config->hardware_only ? "rtlat hwnoise"
								      : family->title;
}

const char *screen_field_name(const struct screen *screen, struct row_key key)
{
	const struct screen_family *family = screen_family(screen);
	unsigned int i;

	for (i = 0; i < family->nr_fields; i++)
		if (family->field[i].key.field == key.field)
			return family->field[i].name;
	return family->words.name;
}
