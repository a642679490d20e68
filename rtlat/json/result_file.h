/* SPDX-License-Identifier: GPL-2.0-only */
/* A result that is read back from JSON. */
#ifndef RTLAT_JSON_RESULT_FILE_H
#define RTLAT_JSON_RESULT_FILE_H

#include <jansson.h>

#include "rtlat.h"
#include "rtlat/result/stacks.h"

struct result_file {
	char *path;        /* printable */
	size_t memory;     /* that it takes, in bytes: see read_memory.h */
	json_t *json;      /* owns the texts of the result, made printable */
	const char *start; /* as in the file */
	char **argv;
	struct rtlat_result result;
	struct rtlat_system system;
	struct rtlat_config config;
	struct rtlat_notes reasons;
	struct rtlat_notes notes;
	struct rtlat_gate_result gates[RTLAT_GATES_MAX];
	struct rtlat_exceeded exceeded;
	struct stacks stacks; /* of delays */
	struct rtlat_series *series;
};

/* Reads a result from a stream, which messages call `path`. */
int result_file_take(struct result_file **file, const char *command, const char *path,
		     FILE *stream);
/* Returns 0, or STATUS_ERROR after one line that says what is wrong with the file. */
int result_file_read(struct result_file **file, const char *command, const char *path);
/* Reads all of `paths` into an array. On failure there is nothing to be closed. */
int result_files_read(struct result_file ***files, const char *command, char *const *paths,
		      unsigned int nr);
void result_file_close(struct result_file *file);
void result_files_close(struct result_file **files, unsigned int nr);

#endif /* RTLAT_JSON_RESULT_FILE_H */
