// SPDX-License-Identifier: LGPL-2.1-or-later
/* The functions with which a check ends, and the words of their values. */
#include <stdarg.h>
#include <stdio.h>

#include "lib/check/check.h"

void check_value(struct rtlat_check *check, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(check->value, sizeof(check->value), format, args);
	va_end(args);
}

bool check_pass(struct rtlat_check *check)
{
	check->mark = RTLAT_PASS;
	check->advice[0] = '\0';
	return true;
}

bool check_warn(struct rtlat_check *check, const char *format, ...)
{
	va_list args;

	check->mark = RTLAT_WARN;
	va_start(args, format);
	vsnprintf(check->advice, sizeof(check->advice), format, args);
	va_end(args);
	return true;
}

bool check_note(struct rtlat_check *check, const char *format, ...)
{
	va_list args;

	check->mark = RTLAT_NOTE;
	va_start(args, format);
	vsnprintf(check->advice, sizeof(check->advice), format, args);
	va_end(args);
	return true;
}

const char *check_list(const struct rtlat_cpuset *set, char list[CHECK_LIST_SIZE])
{
	if (rtlat_cpuset_format(set, list, CHECK_LIST_SIZE) < 0)
		snprintf(list, CHECK_LIST_SIZE, "%u CPUs", rtlat_cpuset_count(set));
	return list;
}
