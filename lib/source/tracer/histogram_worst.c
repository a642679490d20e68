// SPDX-License-Identifier: LGPL-2.1-or-later
/* Takes the lines of timerlat_hist that are about the worst samples. */
#include <errno.h>
#include <string.h>
#include <uapi/linux/timerlat.h>

#include "lib/source/tracer/histogram_lines.h"

int histogram_take_worst(struct parser *parser, unsigned int unused)
{
	struct rtlat_recorder *recorder = parser->recorder;
	struct rtlat_sample *worst = &recorder->worst[recorder->nr_worst];
	const uint64_t *number = parser->number;
	unsigned int i;

	(void)unused;
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

int histogram_take_culprit(struct parser *parser, unsigned int interferer)
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

int histogram_take_met(struct parser *parser, unsigned int unused)
{
	struct rtlat_met *met;

	(void)unused;
	if (!names(parser, parser->number[0]))
		return -EBADMSG;
	met = &parser->worst->interference.met;
	if (met->known)
		return -EBADMSG;
	met->known = true;
	met->pid = parser->number[0];
	memcpy(met->name, parser->rest, strlen(parser->rest));
	return 0;
}

int histogram_take_sender(struct parser *parser, unsigned int unused)
{
	struct rtlat_sender *sender;

	(void)unused;
	if (!names(parser, parser->number[1]) || parser->number[0] >= RTLAT_MAX_CPUS)
		return -EBADMSG;
	sender = &parser->worst->interference.sender;
	if (sender->known)
		return -EBADMSG;
	sender->known = true;
	sender->cpu = parser->number[0];
	sender->pid = parser->number[1];
	memcpy(sender->name, parser->rest, strlen(parser->rest));
	return 0;
}

/* Parses the time of other timers, which the kernel's numbers include in `handler` and `late`. */
int histogram_take_timers(struct parser *parser, unsigned int unused)
{
	struct rtlat_interference *interference;
	const uint64_t *number = parser->number;

	(void)unused;
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
