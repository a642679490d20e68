/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the two halves of the reader share. */
#ifndef RTLAT_RECORDING_INTERNAL_H
#define RTLAT_RECORDING_INTERNAL_H

#include "recording.h"

#define RECORDING_LINE 512

/* Say in recording->why what is wrong with the line. Returns -EINVAL. */
int recording_fail(struct recording *recording, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The next line that is no comment, without its newline. 1, at the end 0, or a negative errno. */
int recording_line(struct recording *recording, char line[RECORDING_LINE]);
/* Cut the next field off; NULL where there is none. */
char *recording_field(char **line);
/* The text behind "key ", or NULL. */
const char *recording_value(const char *line, const char *key);
/* Copy a text that must not be empty. */
int recording_text(struct recording *recording, char *to, size_t size, const char *value);

#endif /* RTLAT_RECORDING_INTERNAL_H */
