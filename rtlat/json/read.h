/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads members of JSON objects, whatever their real type. The first error is kept with its place;
 * from then on every function returns an empty value, so that the caller checks only at the end.
 */
#ifndef RTLAT_JSON_READ_H
#define RTLAT_JSON_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The limits of numbers: of samples, what JSON libraries count without rounding; of everything
 * else, what jansson holds.
 */
#define JSON_COUNT_MAX (1ULL << 53)
#define JSON_TIME_MAX INT64_MAX

struct json_reader {
	char where[96];  /* the object that is read: "cpus[3].thread"; "": the whole */
	char error[320]; /* the first error and its place; "": none */
};

static inline bool json_read_ok(const struct json_reader *reader)
{
	return !reader->error[0];
}

/* Notes an error of the member `key`, or with NULL of the object itself. */
void json_read_fail(struct json_reader *reader, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void json_read_no_memory(struct json_reader *reader);

/*
 * True if the member is anything but null. A missing member counts as given, so that reading it
 * fails.
 */
bool json_read_given(const json_t *object, const char *key);
/* True if the member is there and is not null: results of older releases lack some members. */
bool json_read_has(const json_t *object, const char *key);
uint64_t json_read_number(struct json_reader *reader, const json_t *object, const char *key,
			  uint64_t max);
/* Reads a number, or null for one that is not given: 0 then. */
uint64_t json_read_number_or_null(struct json_reader *reader, const json_t *object, const char *key,
				  uint64_t max);
int64_t json_read_integer(struct json_reader *reader, const json_t *object, const char *key,
			  int64_t min, int64_t max);
/* Reads a number from 0 to `max`. */
double json_read_real(struct json_reader *reader, const json_t *object, const char *key,
		      double max);
bool json_read_boolean(struct json_reader *reader, const json_t *object, const char *key);
/* Borrowed from the object. "" stands for null only where that may be. */
const char *json_read_text(struct json_reader *reader, const json_t *object, const char *key);
const char *json_read_text_or_null(struct json_reader *reader, const json_t *object,
				   const char *key);
/* Copied as printable_copy() does; one that is longer is cut. */
void json_read_string(struct json_reader *reader, const json_t *object, const char *key,
		      char *buffer, size_t size);
/* Returns the value below `nr` that has this name, or 0. */
unsigned int json_read_enum(struct json_reader *reader, const json_t *object, const char *key,
			    const char *(*name)(unsigned int value), unsigned int nr);
/* NULL: it is none. An array has no more than `max` elements. */
const json_t *json_read_object(struct json_reader *reader, const json_t *object, const char *key);
const json_t *json_read_array(struct json_reader *reader, const json_t *object, const char *key,
			      size_t max);

#endif /* RTLAT_JSON_READ_H */
