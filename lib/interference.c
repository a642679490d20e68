// SPDX-License-Identifier: LGPL-2.1-or-later
/* Who made a sample late. */
#include <errno.h>
#include <string.h>

#include "recorder.h"
#include "text.h"

const char *rtlat_part_name(enum rtlat_part part)
{
	static const char *const names[] = {
		"late",   "handler",  "irq",      "softirq",     "nmi",
		"thread", "dispatch", "hardware", "unexplained",
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

void rtlat_interference_share(const struct rtlat_interference *interference, enum rtlat_part part,
			      struct rtlat_share *share)
{
	*share = (struct rtlat_share){ .part = part };
	switch (part) {
	case RTLAT_PART_LATE:
		share->time = interference->late;
		break;
	case RTLAT_PART_HANDLER:
		share->time = interference->handler;
		break;
	case RTLAT_PART_IRQ:
		interferer_share(interference, RTLAT_BY_IRQ, share);
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
}

int rtlat_sample_culprit(const struct rtlat_sample *sample, struct rtlat_share *share)
{
	struct rtlat_share next;
	enum rtlat_part part;

	if (!(sample->has & RTLAT_HAS_INTERFERENCE))
		return -ENODATA;
	rtlat_interference_share(&sample->interference, 0, share);
	for (part = 1; part < RTLAT_PARTS; part++) {
		rtlat_interference_share(&sample->interference, part, &next);
		if (next.time > share->time)
			*share = next;
	}
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

/* A longest that stands out by itself, and then what the others took together. */
static void add_part(struct shares *shares, const struct rtlat_share *share)
{
	struct rtlat_share longest = *share, others = *share;

	if (share->longest.duration && stands_out(share)) {
		longest.count = 1;
		longest.time = share->longest.duration;
		add_share(shares, &longest);
		others.count--;
		others.time -= longest.time;
		memset(&others.longest, 0, sizeof(others.longest));
	}
	add_share(shares, &others);
}

/* Of an activation that was stopped in the timer's interrupt there is no other. */
static uint64_t explained_latency(const struct rtlat_sample *sample)
{
	return sample_rank(sample);
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
	if (explained_latency(sample) > sum)
		rest.time = explained_latency(sample) - sum;
	add_share(&found, &rest);
	return found.nr;
}

int rtlat_share_format(const struct rtlat_share *share, char *buffer, size_t size)
{
	struct text text;

	text_init(&text, buffer, size);
	text_add(&text, "%s", rtlat_part_name(share->part));
	if (share->longest.duration) {
		text_add(&text, " ");
		text_add_name(&text, share->longest.name);
		text_add(&text, ":%d", share->longest.id);
	}
	if (share->count > 1)
		text_add(&text, " +%u", share->count - 1);
	return text_length(&text);
}
