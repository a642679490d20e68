// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Names of timers' functions. Those that were found are kept, since reading the kernel's whole
 * list takes a tenth of a second.
 */
#include <string.h>

#include "lib/symbols/kernel.h"
#include "lib/symbols/timer_names.h"

/* Returns the part of the sample that has a function without a name, or NULL. */
static struct rtlat_hrtimers *nameless(struct rtlat_sample *sample)
{
	struct rtlat_hrtimers *hrtimers = &sample->interference.hrtimers;

	if (!(sample->has & RTLAT_HAS_INTERFERENCE) || !hrtimers->function || hrtimers->name[0])
		return NULL;
	return hrtimers;
}

static const struct rtlat_frame *timer_names_find(const struct timer_names *names, uint64_t address)
{
	unsigned int i;

	for (i = 0; i < names->nr; i++) {
		if (names->frame[i].address == address)
			return &names->frame[i];
	}
	return NULL;
}

static void learn(struct timer_names *names, struct rtlat_sample *samples, unsigned int nr)
{
	unsigned int known = names->nr, i;

	for (i = 0; i < nr && names->nr < TIMER_NAMES_MAX; i++) {
		const struct rtlat_hrtimers *hrtimers = nameless(&samples[i]);

		if (hrtimers && !timer_names_find(names, hrtimers->function))
			names->frame[names->nr++] =
				(struct rtlat_frame){ .address = hrtimers->function };
	}
	symbols_resolve(names->frame + known, names->nr - known);
}

/* A function's own address is its symbol and 0. */
static void set_name(struct rtlat_hrtimers *hrtimers, const struct rtlat_frame *frame)
{
	static const char nothing[] = "+0x0";
	char *at;

	memcpy(hrtimers->name, frame->symbol, sizeof(hrtimers->name));
	at = strstr(hrtimers->name, nothing);
	if (at)
		memmove(at, at + strlen(nothing), strlen(at + strlen(nothing)) + 1);
}

void timer_names_resolve(struct timer_names *names, struct rtlat_sample *samples, unsigned int nr)
{
	unsigned int i;

	learn(names, samples, nr);
	for (i = 0; i < nr; i++) {
		struct rtlat_hrtimers *hrtimers = nameless(&samples[i]);
		const struct rtlat_frame *frame =
			hrtimers ? timer_names_find(names, hrtimers->function) : NULL;

		if (frame)
			set_name(hrtimers, frame);
	}
}
