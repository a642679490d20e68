// SPDX-License-Identifier: LGPL-2.1-or-later
/* Finds what made a sample late. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/util/printable.h"
#include "lib/stats/recorder.h"
#include "lib/util/text.h"

const char *rtlat_part_name(enum rtlat_part part)
{
	static const char *const names[] = {
		"late", "hrtimer", "handler",  "irq",      "softirq",
		"nmi",  "thread",  "dispatch", "hardware", "unexplained",
	};

	return part <= RTLAT_PART_UNEXPLAINED ? names[part] : "";
}

static void interferer_share(const struct rtlat_interference *interference,
			     enum rtlat_interferer interferer, struct rtlat_share *share)
{
	share->time = interference->time[interferer];
	share->count = interference->count[interferer];
	/* NMIs have no names. */
	if (interferer < RTLAT_BY_NMI)
		share->longest = interference->worst[interferer];
}

/* Less than that the hardware may take by itself, and nobody is accused of it. */
#define LATE_BY_TASK (5 * RTLAT_NSEC_PER_USEC)

/* True for the parts of which no task, interrupt or timer had the CPU. */
static bool is_nobodys(enum rtlat_part part)
{
	return part == RTLAT_PART_LATE || part == RTLAT_PART_HANDLER || part == RTLAT_PART_DISPATCH;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * Blames the hypervisor for the largest of the parts that nobody else had, if it took half as much
 * or more. It may have begun before the expiry.
 */
static void blame_hypervisor(const struct rtlat_interference *interference,
			     struct rtlat_share *share)
{
	uint64_t largest =
		larger(interference->late, larger(interference->handler, interference->dispatch));

	if (interference->stolen < LATE_BY_TASK || interference->stolen < share->time / 2 ||
	    share->time < largest)
		return;
	share->longest = (struct rtlat_culprit){ .duration = share->time,
						 .id = RTLAT_ID_HYPERVISOR,
						 .name = "hypervisor" };
}

static void late_share(const struct rtlat_interference *interference, struct rtlat_share *share)
{
	const struct rtlat_met *met = &interference->met;

	share->time = interference->late;
	if (!met->known || (met->pid && share->time < LATE_BY_TASK))
		return;
	share->longest.duration = share->time;
	share->longest.id = met->pid;
	memcpy(share->longest.name, met->name, sizeof(share->longest.name));
}

static void hrtimer_share(const struct rtlat_hrtimers *hrtimers, struct rtlat_share *share)
{
	struct rtlat_culprit *longest = &share->longest;

	share->time = hrtimers->time;
	share->count = hrtimers->count;
	longest->duration = hrtimers->longest;
	if (hrtimers->name[0])
		memcpy(share->function, hrtimers->name, sizeof(share->function));
	else if (hrtimers->longest)
		snprintf(share->function, sizeof(share->function), "0x%" PRIx64,
			 hrtimers->function);
	snprintf(longest->name, sizeof(longest->name), "%.*s", RTLAT_NAME_SIZE - 1,
		 share->function);
}

void rtlat_interference_share(const struct rtlat_interference *interference, enum rtlat_part part,
			      struct rtlat_share *share)
{
	*share = (struct rtlat_share){ .part = part };
	switch (part) {
	case RTLAT_PART_LATE:
		late_share(interference, share);
		break;
	case RTLAT_PART_HRTIMER:
		hrtimer_share(&interference->hrtimers, share);
		break;
	case RTLAT_PART_HANDLER:
		share->time = interference->handler;
		break;
	case RTLAT_PART_IRQ:
		interferer_share(interference, RTLAT_BY_IRQ, share);
		share->sender = interference->sender;
		break;
	case RTLAT_PART_SOFTIRQ:
		interferer_share(interference, RTLAT_BY_SOFTIRQ, share);
		break;
	case RTLAT_PART_NMI:
		interferer_share(interference, RTLAT_BY_NMI, share);
		break;
	case RTLAT_PART_THREAD:
		interferer_share(interference, RTLAT_BY_THREAD, share);
		break;
	case RTLAT_PART_DISPATCH:
		share->time = interference->dispatch;
		break;
	case RTLAT_PART_HARDWARE:
		share->time = interference->hardware;
		break;
	case RTLAT_PARTS:
		break;
	}
	if (is_nobodys(part))
		blame_hypervisor(interference, share);
}

void interference_add(struct rtlat_interference *to, const struct rtlat_interference *from)
{
	unsigned int by;

	to->hardware += from->hardware;
	for (by = 0; by < RTLAT_INTERFERERS; by++) {
		to->time[by] += from->time[by];
		to->count[by] += from->count[by];
		if (by < RTLAT_BY_NMI && from->worst[by].duration > to->worst[by].duration)
			to->worst[by] = from->worst[by];
	}
}

int rtlat_sample_culprit(const struct rtlat_sample *sample, struct rtlat_share *share)
{
	struct rtlat_share next;
	enum rtlat_part part;
	uint64_t sum;

	if (!(sample->has & RTLAT_HAS_INTERFERENCE))
		return -ENODATA;
	rtlat_interference_share(&sample->interference, 0, share);
	sum = share->time;
	for (part = 1; part < RTLAT_PARTS; part++) {
		rtlat_interference_share(&sample->interference, part, &next);
		sum += next.time;
		if (next.time > share->time)
			*share = next;
	}
	if (sample_rank(sample) > sum && sample_rank(sample) - sum > share->time)
		*share = (struct rtlat_share){ .part = RTLAT_PART_UNEXPLAINED,
					       .time = sample_rank(sample) - sum };
	return share->time ? 0 : -ENODATA;
}

struct shares {
	struct rtlat_share *share;
	int nr;
};

/* Largest first; of equal ones the first that was added. */
static void add_share(struct shares *shares, const struct rtlat_share *share)
{
	int at = shares->nr;

	if (!share->time)
		return;
	for (; at > 0 && shares->share[at - 1].time < share->time; at--)
		shares->share[at] = shares->share[at - 1];
	shares->share[at] = *share;
	shares->nr++;
}

/* Or many did it together, and to tell the longest apart would hide whose they are. */
static bool stands_out(const struct rtlat_share *share)
{
	return share->longest.duration >= share->time / 2 && share->longest.duration <= share->time;
}

/* Adds the longest one by itself if it stands out, and then the sum of the others. */
static void add_part(struct shares *shares, const struct rtlat_share *share)
{
	struct rtlat_share longest = *share, others = *share;

	if (share->count && share->longest.duration && stands_out(share)) {
		longest.count = 1;
		longest.time = share->longest.duration;
		add_share(shares, &longest);
		others.count--;
		others.time -= longest.time;
		memset(&others.longest, 0, sizeof(others.longest));
		others.sender.known = false;
		others.function[0] = '\0';
	}
	add_share(shares, &others);
}

int rtlat_sample_explain(const struct rtlat_sample *sample,
			 struct rtlat_share shares[RTLAT_SHARES_MAX])
{
	struct rtlat_share share, rest = { .part = RTLAT_PART_UNEXPLAINED };
	struct shares found = { .share = shares };
	enum rtlat_part part;
	uint64_t sum = 0;

	if (!(sample->has & RTLAT_HAS_INTERFERENCE))
		return -ENODATA;
	for (part = 0; part < RTLAT_PARTS; part++) {
		rtlat_interference_share(&sample->interference, part, &share);
		sum += share.time;
		add_part(&found, &share);
	}
	if (sample_rank(sample) > sum)
		rest.time = sample_rank(sample) - sum;
	add_share(&found, &rest);
	return found.nr;
}

static void add_longest(struct text *text, const struct rtlat_share *share)
{
	const char *at;

	if (is_nobodys(share->part) && share->longest.id == RTLAT_ID_HYPERVISOR) {
		text_add(text, ", hypervisor");
		return;
	}
	if (share->part == RTLAT_PART_LATE && !share->longest.id) {
		text_add(text, ", exit from idle");
		return;
	}
	text_add(text, share->part == RTLAT_PART_LATE ? ", interrupts off in " : " ");
	if (share->part == RTLAT_PART_HRTIMER) {
		for (at = share->function; *at; at++)
			text_add(text, "%c", printable_ascii(*at));
		return;
	}
	text_add_name(text, share->longest.name);
	text_add(text, ":%d", share->longest.id);
	if (!share->sender.known)
		return;
	text_add(text, " from ");
	text_add_name(text, share->sender.name);
	text_add(text, ":%d on CPU %d", share->sender.pid, share->sender.cpu);
}

int rtlat_share_format(const struct rtlat_share *share, char *buffer, size_t size)
{
	struct text text;

	text_init(&text, buffer, size);
	text_add(&text, "%s", rtlat_part_name(share->part));
	if (share->longest.duration)
		add_longest(&text, share);
	if (share->count > 1)
		text_add(&text, " +%u", share->count - 1);
	return text_length(&text);
}
