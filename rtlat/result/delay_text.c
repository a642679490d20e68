// SPDX-License-Identifier: GPL-2.0-only
/* Text of one delay: the task that it hit, the other task, and the thing waited for. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/result/culprit.h"
#include "rtlat/result/delay_text.h"
#include "lib/util/printable.h"

static void add(char text[DELAY_TEXT_SIZE], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void add(char text[DELAY_TEXT_SIZE], const char *format, ...)
{
	size_t length = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + length, DELAY_TEXT_SIZE - length, format, args);
	va_end(args);
}

/* "name:12 prio 99" */
static void add_task(char text[DELAY_TEXT_SIZE], int32_t pid, int32_t priority, const char *comm)
{
	if (pid == RTLAT_PID_ANY) {
		add(text, "-");
		return;
	}
	add(text, "%.*s:%d", RTLAT_NAME_SIZE - 1, comm, pid);
	if (priority != RTLAT_PRIORITY_ANY)
		add(text, " prio %d", priority);
}

/* Adds the task that ran meanwhile, or the one that woke the delayed task. */
static void add_other(char text[DELAY_TEXT_SIZE], enum rtlat_tracker tracker,
		      const struct rtlat_delay *delay, bool nanoseconds)
{
	char time[32];

	if (delay->other_pid == RTLAT_PID_ANY)
		return;
	culprit_time(time, sizeof(time), delay->other_time, nanoseconds);
	add(text, tracker == RTLAT_TRACK_WAKEUP ? ", behind " : ", woken by ");
	add_task(text, delay->other_pid, delay->other_priority, delay->other_comm);
	if (tracker != RTLAT_TRACK_WAKEUP)
		add(text, ", %s before it ran", time);
	else if (delay->other_time)
		add(text, " for %s", time);
}

void delay_text(char text[DELAY_TEXT_SIZE], enum rtlat_tracker tracker,
		const struct rtlat_delay *delay, bool nanoseconds)
{
	char what[128];

	text[0] = '\0';
	add_task(text, delay->pid, delay->priority, delay->comm);
	rtlat_delay_format(tracker, delay, what, sizeof(what));
	if (what[0])
		add(text, ", %s", what);
	if (delay->flags & RTLAT_DELAY_PREEMPTED)
		add(text, ", preempted");
	if (delay->flags & RTLAT_DELAY_TIMEOUT)
		add(text, ", not over");
	add_other(text, tracker, delay, nanoseconds);
	printable_columns(text);
}
