// SPDX-License-Identifier: LGPL-2.1-or-later
/* Sums of the noise of a result. */
#include <errno.h>

#include "rtlat.h"
#include "lib/util/text.h"

int rtlat_noise_available(const struct rtlat_noise *noise, double *available)
{
	if (!noise->runtime)
		return -ENODATA;
	*available = 0;
	if (noise->time < noise->runtime)
		*available = 100.0 * RTLAT_PERCENT * (double)(noise->runtime - noise->time) /
			     (double)noise->runtime;
	return 0;
}

int rtlat_noise_source_format(const struct rtlat_noise_source *source, char *buffer, size_t size)
{
	struct text text;

	text_init(&text, buffer, size);
	text_add(&text, "%s", rtlat_interferer_name(source->by));
	if (source->name[0]) {
		text_add(&text, " ");
		text_add_name(&text, source->name);
		text_add(&text, ":%d", source->id);
	} else if (source->by != RTLAT_BY_NMI) {
		text_add(&text, ", others");
	}
	return text_length(&text);
}
