// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "lib/util/parse.h"
#include "rtlat.h"
#include "lib/util/unit.h"

static const struct {
	const char *suffix;
	uint64_t ns;
} units[] = {
	{ "s", RTLAT_NSEC_PER_SEC },
	{ "ms", RTLAT_NSEC_PER_MSEC },
	{ "us", RTLAT_NSEC_PER_USEC },
	{ "ns", 1 },
};

#define NR_UNITS (sizeof(units) / sizeof(units[0]))

int unit_parse_time(const char **cursor, uint64_t *ns)
{
	uint64_t number;
	size_t i, length = 0;
	int ret = parse_digits(cursor, &number);

	if (ret == -EINVAL)
		return ret;
	for (i = 0; i < NR_UNITS; i++) {
		length = strlen(units[i].suffix);
		if (!strncmp(*cursor, units[i].suffix, length))
			break;
	}
	if (i == NR_UNITS)
		return -EINVAL;
	*cursor += length;
	if (ret || __builtin_mul_overflow(number, units[i].ns, ns))
		*ns = UINT64_MAX;
	return 0;
}

void unit_add_time(struct text *text, uint64_t ns)
{
	size_t i = 0;

	while (i < NR_UNITS - 1 && (!ns || ns % units[i].ns))
		i++;
	text_add(text, "%llu%s", (unsigned long long)(ns / units[i].ns), units[i].suffix);
}
