/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that fuzz targets share. */
#ifndef FUZZ_H
#define FUZZ_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Not assert(): a build with NDEBUG has it as well. */
#define require(condition)                                                                         \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);            \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The data and a NUL, exactly as large, so that the sanitizer sees every read past its end. */
char *fuzz_text(const uint8_t *data, size_t size);

/* The path of a directory of this process, which is gone when it has ended. */
const char *fuzz_directory(void);
/* The path of a file there with just this data, valid until the next call. */
const char *fuzz_file(const char *name, const uint8_t *data, size_t size);

/* Change a member of the JSON, wherever it is, at random. Returns the new size, 0: it is no JSON. */
size_t fuzz_mutate_json(uint8_t *data, size_t size, size_t max, unsigned int seed);

#endif /* FUZZ_H */
