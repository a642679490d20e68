// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Parses timerlat_hist, the text file in which the rtlat kernel shows its histograms. Every line
 * is checked: a file that is cut short or contradicts itself is refused.
 */
#include <errno.h>
#include <uapi/linux/timerlat.h>
#include <uapi/linux/timerlat_hist.h>

#include "lib/source/tracer/histogram_text.h"
#include "lib/util/parse.h"

_Static_assert(TIMERLAT_HIST_BITS == RTLAT_HISTOGRAM_BITS &&
		       TIMERLAT_HIST_TOP == RTLAT_HISTOGRAM_TOP,
	       "the kernel's histograms have the library's buckets");

#define NUMBERS_MAX 17
#define UNUSED __attribute__((unused))

/* Lines that may occur at most once. */
enum seen {
	SEEN_MISSED = 1 << 0,
	SEEN_LATEST = 1 << 1,
	SEEN_GEOMETRY = 1 << 2,
	SEEN_IRQ = 1 << 3,
	SEEN_THREAD = 1 << 4,
	SEEN_BACKWARD = 1 << 5,
};

#define SEEN_ALL (SEEN_MISSED | SEEN_GEOMETRY | SEEN_IRQ | SEEN_THREAD)

struct parser {
	struct rtlat_recorder *recorder;
	unsigned int seen;
	enum rtlat_context
		context; /* of the bucket and linear lines that come; RTLAT_CONTEXTS: none */
	struct rtlat_sample *worst; /* of the culprit lines that come; NULL: none */
	uint64_t in_buckets[RTLAT_LATENCIES];
	uint64_t in_linear[RTLAT_LATENCIES];
	uint64_t number[NUMBERS_MAX]; /* of the line */
	const char *rest;             /* behind them */
};

static int see(struct parser *parser, unsigned int line)
{
	if (parser->seen & line)
		return -EBADMSG;
	parser->seen |= line;
	return 0;
}

static int take_total(struct parser *parser, unsigned int line)
{
	*(line == SEEN_MISSED ? &parser->recorder->missed : &parser->recorder->clamped) =
		parser->number[0];
	return see(parser, line);
}

static int take_latest(struct parser *parser, unsigned int unused UNUSED)
{
	struct rtlat_sample *latest = &parser->recorder->latest;

	latest->seq = parser->number[0];
	latest->expiry = parser->number[1];
	latest->latency[RTLAT_IRQ] = parser->number[2];
	latest->latency[RTLAT_THREAD] = parser->number[3];
	latest->has = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD);
	latest->cpu = parser->recorder->cpu;
	return see(parser, SEEN_LATEST);
}

static int take_geometry(struct parser *parser, unsigned int unused UNUSED)
{
	const struct rtlat_recorder_layout *layout = &parser->recorder->layout;

	if (parser->number[0] != (layout->entries ? layout->bucket_ns : 0) ||
	    parser->number[1] != layout->entries)
		return -EBADMSG;
	return see(parser, SEEN_GEOMETRY);
}

static int take_histogram(struct parser *parser, unsigned int context)
{
	struct rtlat_histogram *histogram = &parser->recorder->histogram[context];
	const uint64_t *number = parser->number;

	parser->context = context;
	parser->recorder->count = number[0];
	parser->recorder->linear_over[context] = number[7];
	histogram->count = number[0];
	if (histogram->count)
		histogram->min = number[1];
	histogram->max = number[2];
	histogram->sum = number[3];
	histogram->square_high = number[4];
	histogram->square_low = number[5];
	histogram->over = number[6];
	return see(parser, context == RTLAT_IRQ ? SEEN_IRQ : SEEN_THREAD);
}

/* Parses a count into a histogram's entry, and adds it to the sum. */
static int take_count(const struct parser *parser, uint64_t *entry, uint64_t *sum)
{
	uint64_t count = parser->number[1];

	if (*entry || __builtin_add_overflow(*sum, count, sum))
		return -EBADMSG;
	*entry = count;
	return 0;
}

static int take_bucket(struct parser *parser, unsigned int unused UNUSED)
{
	struct rtlat_histogram *histogram;
	uint64_t index = parser->number[0];

	if (parser->context == RTLAT_CONTEXTS || index >= RTLAT_HISTOGRAM_BUCKETS)
		return -EBADMSG;
	histogram = &parser->recorder->histogram[parser->context];
	if (index < histogram->first)
		histogram->first = index;
	if (index > histogram->last)
		histogram->last = index;
	return take_count(parser, &histogram->bucket[index], &parser->in_buckets[parser->context]);
}

static int take_linear(struct parser *parser, unsigned int unused UNUSED)
{
	struct rtlat_recorder *recorder = parser->recorder;
	uint64_t index = parser->number[0];

	if (parser->context == RTLAT_CONTEXTS || index >= recorder->layout.entries)
		return -EBADMSG;
	return take_count(parser, &recorder_linear(recorder, parser->context)[index],
			  &parser->in_linear[parser->context]);
}

static int take_worst(struct parser *parser, unsigned int unused UNUSED)
{
	struct rtlat_recorder *recorder = parser->recorder;
	struct rtlat_sample *worst = &recorder->worst[recorder->nr_worst];
	const uint64_t *number = parser->number;
	unsigned int i;

	if (recorder->nr_worst == recorder->layout.worst)
		return -EBADMSG;
	recorder->nr_worst++;
	parser->worst = worst;
	worst->cpu = recorder->cpu;
	worst->seq = number[0];
	worst->expiry = number[1];
	worst->latency[RTLAT_IRQ] = number[2];
	worst->latency[RTLAT_THREAD] = number[3];
	worst->has = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD);
	worst->missed = number[4];
	if (!(number[5] & TIMERLAT_INCOMPLETE))
		worst->has |= RTLAT_HAS_INTERFERENCE;
	worst->interference.late = number[6];
	worst->interference.handler = number[7];
	worst->interference.dispatch = number[8];
	for (i = 0; i < RTLAT_INTERFERERS; i++) {
		worst->interference.time[i] = number[9 + 2 * i];
		worst->interference.count[i] = number[10 + 2 * i];
	}
	return 0;
}

/* Is the line about a worst sample, with a name at its end and `pid`, or another such number? */
static bool names(const struct parser *parser, uint64_t pid)
{
	return parser->worst && strlen(parser->rest) < RTLAT_NAME_SIZE && pid <= INT32_MAX;
}

static int take_culprit(struct parser *parser, unsigned int interferer)
{
	struct rtlat_culprit *culprit;

	if (!names(parser, parser->number[1]))
		return -EBADMSG;
	culprit = &parser->worst->interference.worst[interferer];
	if (culprit->duration || !parser->number[0])
		return -EBADMSG;
	culprit->duration = parser->number[0];
	culprit->id = parser->number[1];
	memcpy(culprit->name, parser->rest, strlen(parser->rest));
	return 0;
}

static int take_met(struct parser *parser, unsigned int unused UNUSED)
{
	struct rtlat_met *met;

	if (!names(parser, parser->number[0]))
		return -EBADMSG;
	met = &parser->worst->interference.met;
	if (met->known)
		return -EBADMSG;
	*met = (struct rtlat_met){ .known = true, .pid = parser->number[0] };
	memcpy(met->name, parser->rest, strlen(parser->rest));
	return 0;
}

static int take_sender(struct parser *parser, unsigned int unused UNUSED)
{
	struct rtlat_sender *sender;

	if (!names(parser, parser->number[1]) || parser->number[0] >= RTLAT_MAX_CPUS)
		return -EBADMSG;
	sender = &parser->worst->interference.sender;
	if (sender->known)
		return -EBADMSG;
	*sender = (struct rtlat_sender){ true, parser->number[0], parser->number[1], "" };
	memcpy(sender->name, parser->rest, strlen(parser->rest));
	return 0;
}

/* Parses the time of other timers, which the kernel's numbers include in `handler` and `late`. */
static int take_timers(struct parser *parser, unsigned int unused UNUSED)
{
	struct rtlat_interference *interference;
	const uint64_t *number = parser->number;

	if (!parser->worst)
		return -EBADMSG;
	interference = &parser->worst->interference;
	if (interference->hrtimers.count || !number[1] || number[1] > UINT32_MAX ||
	    number[2] > number[0] || number[4] > number[0] || number[4] > interference->handler ||
	    number[0] - number[4] > interference->late)
		return -EBADMSG;
	interference->handler -= number[4];
	interference->late -= number[0] - number[4];
	interference->hrtimers.time = number[0];
	interference->hrtimers.count = number[1];
	interference->hrtimers.longest = number[2];
	interference->hrtimers.function = number[3];
	return 0;
}

/* '#' is a number; a blank at the end has any text behind it. */
static const struct {
	const char *form;
	int (*take)(struct parser *parser, unsigned int argument);
	unsigned int argument;
} lines[] = {
	{ "bucket # #", take_bucket, 0 },
	{ "linear # #", take_linear, 0 },
	{ "missed #", take_total, SEEN_MISSED },
	{ "backward #", take_total, SEEN_BACKWARD },
	{ "latest seq # expiry # irq # thread #", take_latest, 0 },
	{ "geometry linear_ns # entries #", take_geometry, 0 },
	{ "irq count # min # max # sum # square_high # square_low # over # linear_over #",
	  take_histogram, RTLAT_IRQ },
	{ "thread count # min # max # sum # square_high # square_low # over # linear_over #",
	  take_histogram, RTLAT_THREAD },
	{ "worst seq # expiry # irq # thread # missed # flags # late # handler # dispatch # "
	  "thread # # softirq # # irq # # nmi # #",
	  take_worst, 0 },
	{ "culprit thread # # ", take_culprit, RTLAT_BY_THREAD },
	{ "culprit softirq # # ", take_culprit, RTLAT_BY_SOFTIRQ },
	{ "culprit irq # # ", take_culprit, RTLAT_BY_IRQ },
	{ "met # ", take_met, 0 },
	{ "timers # # # # #", take_timers, 0 },
	{ "sender # # ", take_sender, 0 },
};

#define NR_LINES (sizeof(lines) / sizeof(lines[0]))

static bool has_form(struct parser *parser, const char *line, const char *form)
{
	uint64_t *number = parser->number;
	bool open = form[strlen(form) - 1] == ' ';

	for (; *form; form++) {
		if (*form == '#' ? parse_digits(&line, number++) : *line++ != *form)
			return false;
	}
	parser->rest = line;
	return open || !*line;
}

/* True for a line that begins with a word of a later kernel, which no form begins with. */
static bool is_new(const char *line)
{
	size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz_");
	unsigned int i;

	if (!length || (line[length] && line[length] != ' '))
		return false;
	for (i = 0; i < NR_LINES; i++) {
		if (!strncmp(line, lines[i].form, length) && lines[i].form[length] == ' ')
			return false;
	}
	return true;
}

static int histogram_text_take_line(struct parser *parser, const char *line)
{
	unsigned int i;

	for (i = 0; i < NR_LINES; i++) {
		if (has_form(parser, line, lines[i].form))
			return lines[i].take(parser, lines[i].argument);
	}
	return is_new(line) ? 0 : -EBADMSG;
}

/* A text that was cut short or is of two moments does not add up. */
static bool adds_up(const struct parser *parser, enum rtlat_context context)
{
	const struct rtlat_recorder *recorder = parser->recorder;
	const struct rtlat_histogram *histogram = &recorder->histogram[context];
	uint64_t linear;

	if (histogram->count != recorder->count ||
	    histogram->count != parser->in_buckets[context] || histogram->over > histogram->count)
		return false;
	if (__builtin_add_overflow(parser->in_linear[context], recorder->linear_over[context],
				   &linear) ||
	    linear != (recorder->layout.entries ? histogram->count : 0))
		return false;
	if (!histogram->count)
		return !histogram->max && !histogram->sum && !histogram->square_high &&
		       !histogram->square_low;
	return histogram->min <= histogram->max &&
	       histogram->first == rtlat_histogram_index(histogram->min) &&
	       histogram->last == rtlat_histogram_index(histogram->max);
}

static int histogram_text_finish(const struct parser *parser)
{
	struct rtlat_recorder *recorder = parser->recorder;

	if ((parser->seen & SEEN_ALL) != SEEN_ALL)
		return -EBADMSG;
	if (!adds_up(parser, RTLAT_IRQ) || !adds_up(parser, RTLAT_THREAD))
		return -EBADMSG;
	if (recorder->count && !recorder->latest.seq)
		return -EBADMSG;
	/* The latest may be from before the histograms were cleared. */
	if (!recorder->count)
		memset(&recorder->latest, 0, sizeof(recorder->latest));
	return 0;
}

int kernel_histogram_parse(char *text, struct rtlat_recorder *recorder)
{
	struct parser parser = { .recorder = recorder, .context = RTLAT_CONTEXTS };
	char *line;
	int err;

	while ((line = strsep(&text, "\n"))) {
		/* The last line ends too. */
		if (!*line && !text)
			break;
		err = histogram_text_take_line(&parser, line);
		if (err)
			return err;
	}
	return histogram_text_finish(&parser);
}

/* Returns how many periods from `from` to the latest sample have no sample. */
static uint64_t unserved(const struct rtlat_recorder *recorder, uint64_t from, uint64_t period)
{
	const struct rtlat_sample *latest = &recorder->latest;
	uint64_t expired = 0;

	if (latest->expiry >= from)
		expired = (latest->expiry - from) / period + 1;
	return expired > recorder->count ? expired - recorder->count : 0;
}

/* True if no activation had come before the histograms were cleared: the first one counts. */
static bool has_first(const struct rtlat_recorder *recorder)
{
	return recorder->latest.seq == recorder->count;
}

uint64_t kernel_histogram_from(const struct rtlat_recorder *recorder, uint64_t from,
			       uint64_t period)
{
	uint64_t periods = unserved(recorder, from, period);

	if (has_first(recorder) || periods <= recorder->missed)
		return from;
	return from + (periods - recorder->missed) * period;
}

uint64_t kernel_histogram_missed(const struct rtlat_recorder *recorder, uint64_t from,
				 uint64_t period)
{
	uint64_t periods = unserved(recorder, from, period);

	if (recorder->missed > periods)
		return periods;
	/* The first timer is armed one period ahead. */
	if (has_first(recorder) && periods > recorder->missed + 1)
		return periods - 1;
	return recorder->missed;
}
