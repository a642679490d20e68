/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the two halves of the reader share. */
#ifndef RECORDING_INTERNAL_H
#define RECORDING_INTERNAL_H

#include "tests/recording/recording.h"

#define RECORDING_LINE 512
/* Latencies and expiries are the kernel's signed 64 bits. */
#define RECORDING_TIME_MAX INT64_MAX

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

/* item.c: a field that is a CPU of the header */
int recording_cpu(struct recording *recording, const char *field, int *cpu);
/* Cut `nr` times off. */
int recording_times(struct recording *recording, char **line, uint64_t *const *times,
		    unsigned int nr);
/* Cut the name of a kind of interferer off. */
int recording_interferer(struct recording *recording, char **line, enum rtlat_interferer *by);
/* "ID NAME", all that is left of the line */
int recording_name(struct recording *recording, char *line, int32_t *id,
		   char name[RTLAT_NAME_SIZE]);

/* noise.c: of noise, a line that is no sample; 0: it is of no such kind, 1: it is */
int recording_noise(struct recording *recording, char *line, struct recording_item *item);
/* The latency of a noise and, of a sample, nothing after it. */
int recording_noise_sample(struct recording *recording, char *line, struct rtlat_sample *sample);

#endif /* RECORDING_INTERNAL_H */
