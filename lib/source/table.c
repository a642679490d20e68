// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * All sources, in the order in which "auto" tries them, and the choice of one. A new source is a
 * line in this table.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/util/printable.h"
#include "lib/util/rights.h"
#include "lib/source/table.h"

/* One line for each source, in the order of preference. */
/* clang-format off */
#define SOURCES(line) \
	line(source_record)           /* user threads, our kernel */ \
	line(source_bpf)              /* any kernel with BPF */ \
	line(source_timerlat_user)    /* user threads */ \
	line(source_histogram)        /* kernel threads, our kernel */ \
	line(source_timerlat_kernel)  /* kernel threads */ \
	line(source_clock)            /* any kernel */ \
	line(source_osnoise)          /* of noise: kernel threads */ \
	line(source_bpf_noise)        /* any kernel with BPF */ \
	line(source_spin)             /* any kernel */ \
	line(source_module)           /* of delays: our modules */ \
	line(source_events)           /* any kernel */ \
	line(source_hist)             /* of wakeups: histogram triggers */
/* clang-format on */

#define DECLARE(source) extern const struct rtlat_source source;
SOURCES(DECLARE)

#define ADDRESS(source) &source,
static const struct rtlat_source *const sources[] = { SOURCES(ADDRESS) };

#define NR_SOURCES (sizeof(sources) / sizeof(sources[0]))

const char *rtlat_source_name(unsigned int index)
{
	return index < NR_SOURCES ? sources[index]->name : NULL;
}

int rtlat_source_probe(unsigned int index, const struct rtlat_config *config, char *why,
		       size_t size)
{
	int err;

	if (index >= NR_SOURCES)
		return -EINVAL;
	err = sources[index]->probe(config, why, size);
	printable(why);
	return err == -ENOSYS ? -EOPNOTSUPP : err;
}

/* "timerlat" means timerlat-user and timerlat-kernel. */
static bool name_fits(const char *wanted, const char *name)
{
	size_t length = strlen(wanted);

	return strcmp(wanted, "auto") == 0 || strcmp(wanted, name) == 0 ||
	       (strncmp(wanted, name, length) == 0 && name[length] == '-');
}

static unsigned int lacks(const struct rtlat_source *source)
{
	return source->lacks | (source->contexts & RTLAT_HAS(RTLAT_IRQ) ? 0 : SOURCE_IRQ) |
	       (source->save_trace ? 0 : SOURCE_SAVES_TRACE) | (source->traced ? 0 : SOURCE_TRACED);
}

bool source_can(const char *wanted, enum source_ability ability)
{
	unsigned int i;

	for (i = 0; i < NR_SOURCES; i++) {
		if (name_fits(wanted, sources[i]->name) && !(lacks(sources[i]) & ability))
			return true;
	}
	return false;
}

bool source_has_threads(const char *wanted, enum rtlat_threads threads)
{
	unsigned int i;

	for (i = 0; i < NR_SOURCES; i++) {
		if (name_fits(wanted, sources[i]->name) && sources[i]->threads & 1U << threads)
			return true;
	}
	return false;
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

/* Returns what the source lacks for the gate; NULL: nothing. */
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

/* Returns 0 if the source measures what the gates judge. Otherwise `why` says what it lacks. */
static int source_table_check_gates(const struct rtlat_config *config,
				    const struct rtlat_source *source, char *why, size_t size)
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

/* Adds a source that lacks a right. Several may lack the same, whose reason is given once. */
static void add_denied(struct source_choice *choice, const char *name, int err, const char *why)
{
	size_t used = strlen(choice->denied);

	choice->denied_err = err;
	if (!strstr(choice->denied, why))
		snprintf(choice->denied + used, sizeof(choice->denied) - used, "%sno %s: %s",
			 used ? "; " : "", name, why);
}

static void add_missing(struct source_choice *choice, const char *name, int err, const char *why)
{
	snprintf(choice->last, sizeof(choice->last), "no %s: %s", name, why);
	choice->last_err = err;
	if (choice->first_err)
		return;
	memcpy(choice->first, choice->last, sizeof(choice->first));
	choice->first_err = err;
}

void source_refused(struct source_choice *choice, int err, const char *why)
{
	add_denied(choice, choice->source->name, err, why);
}

/*
 * Logs why no source works. A missing right is easier to get than a missing feature, so it is named
 * first. Of features, those that the last source lacks are named, as it needs the least; not for
 * noise, where the last source is only a makeshift. For delays both are, as either mends it.
 */
static int tell_why_none(const struct rtlat_config *config, const struct source_choice *choice)
{
	const char *why = choice->last, *more = "", *separator = "";
	int err = choice->last_err;

	if (choice->denied_err) {
		why = choice->denied;
		err = choice->denied_err;
	} else if (!choice->last_err) {
		why = "no source of that name has such threads";
		err = -EINVAL;
	} else if (config->measure != RTLAT_MEASURE_LATENCY) {
		why = choice->first;
		err = choice->first_err;
		if (config->measure == RTLAT_MEASURE_DELAY && strcmp(why, choice->last)) {
			separator = "; ";
			more = choice->last;
		}
	} else if (config->trace && choice->first_err) {
		why = choice->first;
		separator = "; ";
		more = "a trace (-t, -a) takes that, -T does not";
	}
	rtlat_log(&config->log, RTLAT_ERROR, "%s%s%s", why, separator, more);
	return err;
}

static int probe(const struct rtlat_config *config, const struct rtlat_source *source, char *why,
		 size_t size)
{
	int err = source_table_check_gates(config, source, why, size);

	return err ? err : source->probe(config, why, size);
}

int source_choose(const struct rtlat_config *config, struct source_choice *choice, char *reason,
		  size_t size)
{
	const char *before;
	char why[256];
	int err;

	for (; choice->next < NR_SOURCES; choice->next++) {
		const struct rtlat_source *source = sources[choice->next];

		if (!source_fits(config, source))
			continue;
		err = probe(config, source, why, sizeof(why));
		if (!err)
			break;
		if (err == -ENOSYS) {
			rtlat_log(&config->log, RTLAT_ERROR, "%s", why);
			return -EOPNOTSUPP;
		}
		if (rights_denied(err))
			add_denied(choice, source->name, err, why);
		else
			add_missing(choice, source->name, err, why);
	}
	if (choice->next == NR_SOURCES)
		return tell_why_none(config, choice);
	choice->source = sources[choice->next++];
	before = choice->denied[0] ? choice->denied : choice->first;
	snprintf(reason, size, "%s%s%s", before, *before ? "; " : "", why);
	printable(reason);
	return 0;
}
