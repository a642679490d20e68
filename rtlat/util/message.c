// SPDX-License-Identifier: GPL-2.0-only
/* Messages on standard error, and the errors of standard output at the end. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/util/status.h"
#include "rtlat/util/flush.h"
#include "rtlat/util/message.h"
#include "lib/util/printable.h"
#include "rtlat/util/sink.h"

/* The sink of standard error, which all commands share; a screen may be on it. */
static struct sink *lines;

void message_to(struct sink *sink)
{
	lines = sink;
}

static void message_print_line(const char *command, const char *format, va_list args)
{
	char text[2048], line[sizeof(text) + 64];
	int length;

	vsnprintf(text, sizeof(text), format, args);
	printable(text);
	length = snprintf(line, sizeof(line), "rtlat%s%s: %s\n", command ? " " : "",
			  command ? command : "", text);
	if (lines)
		sink_write(lines, line, length);
	else
		fputs(line, stderr);
}

void inform(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_print_line(NULL, format, args);
	va_end(args);
}

void complain(const char *command, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_print_line(command, format, args);
	va_end(args);
}

int usage_error(const char *command, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_print_line(command, format, args);
	va_end(args);
	fprintf(stderr, "Try 'rtlat%s%s --help'\n", command ? " " : "", command ? command : "");
	return STATUS_USAGE;
}

int finish_stdout(const char *command)
{
	int err = flush_stream(stdout);

	if (!err)
		return 0;
	complain(command, "standard output: %s", strerror(-err));
	return STATUS_ERROR;
}
