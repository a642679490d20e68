// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "source.h"

/* In the order in which "auto" prefers them. */
static const struct rtlat_source *const sources[] = {
	&source_record,          /* user threads, our kernel */
	&source_timerlat_user,   /* user threads */
	&source_histogram,       /* kernel threads, our kernel */
	&source_timerlat_kernel, /* kernel threads */
	&source_clock,           /* any kernel */
	&source_osnoise,         /* of noise: kernel threads */
	&source_spin,            /* any kernel */
	&source_module,          /* of delays: our modules */
	&source_events,          /* any kernel */
	&source_hist,            /* of wakeups: histogram triggers */
};

#define NR_SOURCES (sizeof(sources) / sizeof(sources[0]))

const char *rtlat_source_name(unsigned int index)
{
	return index < NR_SOURCES ? sources[index]->name : NULL;
}

int rtlat_source_probe(unsigned int index, const struct rtlat_config *config, char *why,
		       size_t size)
{
	return index < NR_SOURCES ? sources[index]->probe(config, why, size) : -EINVAL;
}

/* "timerlat" means timerlat-user and timerlat-kernel. */
static bool name_fits(const char *wanted, const char *name)
{
	size_t length = strlen(wanted);

	return strcmp(wanted, "auto") == 0 || strcmp(wanted, name) == 0 ||
	       (strncmp(wanted, name, length) == 0 && name[length] == '-');
}

static enum rtlat_measure source_measures(const struct rtlat_source *source)
{
	if (source->contexts & RTLAT_HAS(RTLAT_DELAY))
		return RTLAT_MEASURE_DELAY;
	return source->contexts & RTLAT_HAS(RTLAT_NOISE) ? RTLAT_MEASURE_NOISE
							 : RTLAT_MEASURE_LATENCY;
}

enum rtlat_measure rtlat_source_measures(unsigned int index)
{
	return index < NR_SOURCES ? source_measures(sources[index]) : RTLAT_MEASURE_LATENCY;
}

static bool source_fits(const struct rtlat_config *config, const struct rtlat_source *source)
{
	if (!name_fits(config->source, source->name) || source_measures(source) != config->measure)
		return false;
	return config->threads == RTLAT_THREADS_ANY || (source->threads & 1U << config->threads);
}

/* What the source lacks for the gate; NULL: nothing. */
static const char *lacks_for(const struct rtlat_source *source, const struct rtlat_gate *gate)
{
	static const char *const names[] = { "irq latency", "thread latency", "return latency",
					     "noise", "delay" };
	enum rtlat_context context;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!(source->contexts & RTLAT_HAS(context)) && rtlat_gate_wants(gate, context))
			return names[context];
	}
	if (gate->metric == RTLAT_GATE_HARDWARE && !(source->contexts & RTLAT_HAS_COUNTS))
		return "counts";
	return NULL;
}

/* Does it measure what is to be judged? */
static int check_gates(const struct rtlat_config *config, const struct rtlat_source *source,
		       char *why, size_t size)
{
	const char *lacks;
	unsigned int i;

	for (i = 0; i < config->nr_gates; i++) {
		lacks = lacks_for(source, &config->gates[i]);
		if (!lacks)
			continue;
		snprintf(why, size, "it has no %s for the gate %s", lacks, config->gates[i].text);
		return -EOPNOTSUPP;
	}
	return 0;
}

int source_choose(const struct rtlat_config *config, const struct rtlat_source **source,
		  char *reason, size_t size)
{
	char first[320] = "", last[320] = "", why[256];
	int err = -EINVAL, first_err = 0, last_err = -EINVAL;
	unsigned int i;

	for (i = 0; i < NR_SOURCES; i++) {
		if (!source_fits(config, sources[i]))
			continue;
		err = check_gates(config, sources[i], why, sizeof(why));
		if (!err)
			err = sources[i]->probe(config, why, sizeof(why));
		if (!err)
			break;
		last_err = err;
		snprintf(last, sizeof(last), "no %s: %s", sources[i]->name, why);
		if (first[0])
			continue;
		memcpy(first, last, sizeof(first));
		first_err = err;
	}
	/*
	 * The last one wants least: what it lacks is what to mend. Of noise it is but a makeshift.
	 */
	if (i == NR_SOURCES && first_err && config->measure != RTLAT_MEASURE_LATENCY) {
		rtlat_log(&config->log, RTLAT_ERROR, "%s", first);
		return first_err;
	}
	if (i == NR_SOURCES) {
		rtlat_log(&config->log, RTLAT_ERROR, "%s",
			  last[0] ? last : "no source of that name has such threads");
		return last_err;
	}
	*source = sources[i];
	snprintf(reason, size, "%s%s%s", first, first[0] ? "; " : "", why);
	return 0;
}
