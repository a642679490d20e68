/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Members of JSON objects, whatever they really are. What is wrong is said once, of the first one;
 * from then on every function returns what is empty, so that only the end needs a look.
 */
#ifndef RTLAT_JSON_READ_H
#define RTLAT_JSON_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Samples: as many as JSON libraries count without rounding. Anything else: what jansson holds. */
#define JSON_COUNT_MAX (1ULL << 53)
#define JSON_TIME_MAX INT64_MAX

struct json_reader {
	char where[96];  /* the object that is read: "cpus[3].thread"; "": the whole */
	char error[320]; /* "": none; else what is wrong, and where */
};

static inline bool json_read_ok(const struct json_reader *reader)
{
	return !reader->error[0];
}

/* The member `key`, or the object itself where that is NULL, is not as it should be. */
void json_read_fail(struct json_reader *reader, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void json_read_no_memory(struct json_reader *reader);

/* Is it something else than null? Then it has to be there, which reading it will tell. */
bool json_read_given(const json_t *object, const char *key);
uint64_t json_read_number(struct json_reader *reader, const json_t *object, const char *key,
			  uint64_t max);
/* Reads a number, or null for one that is not given: 0 then. */
uint64_t json_read_number_or_null(struct json_reader *reader, const json_t *object, const char *key,
				  uint64_t max);
int64_t json_read_integer(struct json_reader *reader, const json_t *object, const char *key,
			  int64_t min, int64_t max);
/* From 0 on. */
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
