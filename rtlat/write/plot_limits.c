// SPDX-License-Identifier: GPL-2.0-only
/* Lines in a histogram at the limits of a run and at its gates, and the strings of a script. */
#include <math.h>
#include <string.h>

#include "rtlat/result/measured.h"
#include "rtlat/util/utf8.h"
#include "rtlat/write/plot.h"

/*
 * Escapes a quote, the only special character in a string of '...', and "]]>", which gnuplot copies
 * to SVG, but XML must not have.
 */
static const char *escape(const char *at)
{
	if (!strncmp(at, "]]>", 3))
		return "] ";
	return *at == '\'' ? "''" : NULL;
}

void plot_string(FILE *file, const char *text)
{
	fputc('\'', file);
	utf8_print(file, text, escape);
	fputc('\'', file);
}

struct limits {
	FILE *file;
	double largest; /* us */
	unsigned int nr;
};

static void mark(struct limits *limits, uint64_t ns, const char *text)
{
	double us = (double)ns / RTLAT_NSEC_PER_USEC;

	if (!ns)
		return;
	fprintf(limits->file,
		"set arrow from first %g,graph 0 to first %g,graph 1 nohead dashtype 2 "
		"lc rgb '#c0392b'\nset label %u ",
		us, us, 10 + limits->nr);
	plot_string(limits->file, text);
	fprintf(limits->file, " at first %g,graph %g right offset -0.5,0 textcolor rgb '#c0392b'\n",
		us, 0.7 - 0.06 * (double)limits->nr);
	limits->nr++;
	limits->largest = us > limits->largest ? us : limits->largest;
}

static uint64_t limit_of(const struct rtlat_config *config, enum rtlat_context context)
{
	switch (context) {
	case RTLAT_THREAD:
		return config->stop_thread_ns;
	case RTLAT_NOISE:
		return config->stop_noise_ns;
	default:
		return 0;
	}
}

double plot_limits(FILE *file, const struct rtlat_result *result)
{
	enum rtlat_context context = measured_context(result);
	const struct rtlat_histogram *all = result->total.context[context].histogram;
	struct limits limits = { .file = file };
	unsigned int i;

	if (all && all->count)
		limits.largest = (double)all->max / RTLAT_NSEC_PER_USEC;
	mark(&limits, limit_of(result->config, context), "limit");
	for (i = 0; i < result->nr_gates; i++) {
		const struct rtlat_gate *gate = result->gates[i].gate;

		if (rtlat_gate_is_time(gate) && rtlat_gate_wants(gate, context) &&
		    gate->metric != RTLAT_GATE_DURATION)
			mark(&limits, gate->value, gate->text);
	}
	/* A whole decade, as gnuplot would take by itself. */
	return limits.nr ? pow(10, ceil(log10(limits.largest))) : 0;
}

void plot_limits_end(FILE *file)
{
	fputs("unset arrow\nunset label\n", file);
}
