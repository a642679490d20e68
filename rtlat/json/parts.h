/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts of the JSON result. Each returns a new reference, or NULL: no memory. */
#ifndef RTLAT_JSON_PARTS_H
#define RTLAT_JSON_PARTS_H

#include <jansson.h>
#include <stdio.h>

#include "rtlat.h"

/*
 * Add a member to an object, or a value to an array. Takes the value; where that or the container
 * is NULL, the container is freed and becomes NULL.
 */
void json_put(json_t **object, const char *key, json_t *value);
void json_add(json_t **array, json_t *value);

/*
 * Writes all of the JSON and a newline, or nothing: -ENOMEM, also if `json` is NULL. Takes the
 * reference. A write error shows in the file's error flag.
 */
int json_write(FILE *file, json_t *json, size_t flags);

/* Makes an integer, or a real beyond the range of JSON libraries' integers. */
json_t *json_number(uint64_t number);
/* Makes a rounded number: digits below a picosecond mean nothing in a mean of nanoseconds. */
json_t *json_thousandths(double number);
/* Returns a percentage, rounded to millionths. */
json_t *json_millionths(double percent);
/* An array of strings; NULL has none. */
json_t *json_lines(const struct rtlat_notes *notes);

json_t *json_system(const struct rtlat_system *system);
/* The configuration in force. */
json_t *json_config(const struct rtlat_result *result);
json_t *sample_json(const struct rtlat_result *result, const struct rtlat_sample *sample);
/* Makes the verdict: whether the run passed, why not, and what each gate measured. */
json_t *json_verdict(const struct rtlat_result *result);
/* The sample that reached a limit, or null. */
json_t *json_exceeded(const struct rtlat_result *result);
/* Makes the object of a CPU, or of the total, which has no members "cpu" and "state". */
json_t *json_cpu(const struct rtlat_result *result, const struct rtlat_cpu_result *cpu);

/* Makes the statistics of a latency, of a CPU or of the total; null: there are none. */
json_t *json_stats(const struct rtlat_stats *stats, const struct rtlat_config *config, bool total);

/* noise.c: members that only results of noise have */
void json_put_noise_config(json_t **json, const struct rtlat_config *config);
json_t *json_noise(const struct rtlat_result *result, const struct rtlat_noise *noise);

/* delay.c: members that only results of delays have */
void json_put_track_config(json_t **json, const struct rtlat_config *config);
json_t *json_delays(const struct rtlat_delays *delays);
/* Makes the object of a delay: whom it hit, and what it waited for. The stacks are the result's. */
json_t *json_delay(const struct rtlat_result *result, const struct rtlat_delay *delay);
/* Returns the bit for an element of "flags"; 0: the name is unknown or NULL. */
uint32_t json_delay_flag(const char *name);
/* series.c: latency over time, of a result that has it */
json_t *json_series(const struct rtlat_result *result);
/* stack.c */
json_t *json_frames(const struct rtlat_frame *frames, unsigned int nr);

/* Makes the object of who interfered with a sample, or null. */
json_t *interference_json(const struct rtlat_sample *sample);
/* Returns the parts of the thread latency of a sample, largest first, or null. */
json_t *explanation_json(const struct rtlat_sample *sample);
/* Returns what made the worst sample late, or null. */
json_t *culprit_of_json(const struct rtlat_cpu_result *cpu);

#endif /* RTLAT_JSON_PARTS_H */
