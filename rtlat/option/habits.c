// SPDX-License-Identifier: GPL-2.0-only
/* Answers to those who know cyclictest: a line here is an option there. */
#include <stddef.h>
#include <string.h>

#include "rtlat/option/habits.h"

#define ALL_CPUS "is the default here: each allowed CPU has one thread"
#define ONE_THREAD "is not needed here: each measured CPU, of -c, has one thread"

static const struct {
	int letter; /* 0: rtlat has another option with the letter */
	const char *name;
	const char *here;
} lacking[] = {
	{ 'm', "mlockall", "is not needed here: rtlat always locks its memory" },
	{ 'N', "nsecs", "is -n here" },
	{ 0, "loops", "is -l N here" },
	{ 'M', "refresh_on_max", "is 'rtlat top' here, which shows each new maximum" },
	{ 'F', "fifo", "is -o openmetrics:FILE here, which is written while the run goes on" },
	{ 'x', "posix_timers",
	  "does not exist here: threads sleep with clock_nanosleep(), or in timerlat" },
	{ 'y', "policy", "is a part of -P here: f:95 for SCHED_FIFO, r:95 for SCHED_RR" },
	{ 'v', "verbose", "does not exist here: --worst N keeps the longest samples" },
	{ 0, "smp", ALL_CPUS },
	{ 0, "affinity", "is -c LIST here" },
	{ 0, "threads", ONE_THREAD },
	{ 0, "distance", "is -A US here" },
	{ 0, "histogram", "is -E N here, the number of rows" },
	{ 0, "breaktrace", "is -T US here" },
	{ 0, "json", "is -o rt-tests-json:FILE here" },
	{ 0, "mainaffinity", "is -H LIST here" },
	{ 0, "default-system", "is the default here, unless --dma-latency is given" },
	{ 0, "latency", "is --dma-latency US here" },
	{ 0, "tracemark", "is -t here" },
	{ 0, "histofall", "is -E N here; the first column has all CPUs" },
	{ 0, "histfile", "is -o cyclictest:FILE here" },
	{ 0, "spike", "is --worst N here, the longest samples with their causes" },
	{ 0, "spike-nodes", "is --worst N here, the longest samples with their causes" },
	{ 0, "smi", "does not exist here: 'rtlat hwnoise' shows what firmware takes" },
	{ 0, "secaligned", "is -A US here; a run begins at a full tenth of a second" },
	{ 0, "priospread", "does not exist here: all threads have the priority of -P" },
	{ 'r', "relative", "does not exist here: timers expire at absolute times" },
	{ 'R', "resolution", "is a line of 'rtlat check' here" },
};

#define NR_LACKING (sizeof(lacking) / sizeof(lacking[0]))

const char *habit_of_letter(int letter)
{
	size_t i;

	for (i = 0; i < NR_LACKING; i++) {
		if (lacking[i].letter == letter)
			return lacking[i].here;
	}
	return NULL;
}

const char *habit_of_name(const char *name)
{
	size_t i, length = strcspn(name, "=");

	for (i = 0; i < NR_LACKING; i++) {
		if (strlen(lacking[i].name) == length && !strncmp(lacking[i].name, name, length))
			return lacking[i].here;
	}
	return NULL;
}

static bool is_number(const char *value)
{
	return *value && !value[strspn(value, "0123456789")];
}

bool habit_of_value(int letter, const char *value, bool glued, struct habit *habit)
{
	*habit = (struct habit){ .with_value = true, .also = " here" };
	switch (letter) {
	case 'p':
		/* Two digits are a priority: nobody asks for so short a period by chance. */
		habit->here = "-P f:";
		habit->also = " here, and its -i US is -p US";
		return glued && is_number(value) && strlen(value) <= 2;
	case 'D':
		habit->here = "-d ";
		return is_number(value);
	case 'h':
		habit->here = "-E ";
		habit->also = " here, the number of rows";
		return is_number(value);
	case 't':
		*habit = (struct habit){ .here = ONE_THREAD };
		return is_number(value);
	case 'S':
		*habit = (struct habit){ .here = ALL_CPUS };
		return *value == '-';
	default:
		return false;
	}
}
