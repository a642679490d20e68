/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines for people on standard error. */
#ifndef RTLAT_UTIL_MESSAGE_H
#define RTLAT_UTIL_MESSAGE_H

struct sink;

/* Sends all further lines to the sink; NULL: straight to standard error. */
void message_to(struct sink *sink);

/* "rtlat: TEXT" */
void inform(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "rtlat COMMAND: TEXT"; without "COMMAND" where it is NULL. */
void complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the message, and a line that says where to find help. Returns STATUS_USAGE. */
int usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Flush standard output. Returns 0, or STATUS_ERROR after a line that says why it failed. */
int finish_stdout(const char *command);

#endif /* RTLAT_UTIL_MESSAGE_H */
