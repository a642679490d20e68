// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names and words for a delay in results. */
#include <inttypes.h>

#include "rtlat.h"
#include "lib/util/text.h"

const char *rtlat_tracker_name(unsigned int tracker)
{
	static const char *const names[] = { "wakeup", "offcpu", "block", "syscall", "irq", "net" };

	return tracker < RTLAT_TRACKERS ? names[tracker] : NULL;
}

static void add_block(struct text *text, const struct rtlat_delay *delay)
{
	text_add_name(text, delay->name[0] ? delay->name : "?");
	text_add(text, " sector %" PRIu64 ", %" PRIu64 " bytes, %s", delay->key[1], delay->key[2],
		 delay->flags & RTLAT_DELAY_WRITE ? "write" : "read");
	if (delay->flags & RTLAT_DELAY_FAILED)
		text_add(text, ", failed");
}

static void add_syscall(struct text *text, const struct rtlat_delay *delay)
{
	if (delay->name[0])
		text_add_name(text, delay->name);
	else
		text_add(text, "call %" PRId64, (int64_t)delay->key[0]);
}

static void add_irq(struct text *text, const struct rtlat_delay *delay)
{
	text_add(text, delay->flags & RTLAT_DELAY_SOFTIRQ ? "softirq " : "irq ");
	if (delay->name[0]) {
		text_add_name(text, delay->name);
		text_add(text, ":");
	}
	text_add(text, "%" PRIu64, delay->key[0]);
	if (delay->flags & RTLAT_DELAY_THREADED)
		text_add(text, ", its thread");
}

static void add_net(struct text *text, const struct rtlat_delay *delay)
{
	text_add_name(text, delay->name[0] ? delay->name : "?");
	if (delay->key[1])
		text_add(text, ", %" PRIu64 " bytes", delay->key[1]);
	if (delay->flags & RTLAT_DELAY_FAILED)
		text_add(text, ", dropped");
}

int rtlat_delay_format(enum rtlat_tracker tracker, const struct rtlat_delay *delay, char *buffer,
		       size_t size)
{
	struct text text;

	text_init(&text, buffer, size);
	switch (tracker) {
	case RTLAT_TRACK_BLOCK:
		add_block(&text, delay);
		break;
	case RTLAT_TRACK_SYSCALL:
		add_syscall(&text, delay);
		break;
	case RTLAT_TRACK_IRQ:
		add_irq(&text, delay);
		break;
	case RTLAT_TRACK_NET:
		add_net(&text, delay);
		break;
	default:
		break;
	}
	return text_length(&text);
}
