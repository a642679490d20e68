/* SPDX-License-Identifier: GPL-2.0-only */
/* A result that was written as JSON, as it was when it was written. */
#ifndef RTLAT_JSON_RESULT_FILE_H
#define RTLAT_JSON_RESULT_FILE_H

#include <jansson.h>

#include "rtlat.h"
#include "rtlat/result/stacks.h"

struct result_file {
	char *path;        /* as it may be shown */
	size_t memory;     /* that it takes, in bytes: see read_memory.h */
	json_t *json;      /* has the texts of the result, as they may be shown */
	const char *start; /* as the file has it */
	char **argv;
	struct rtlat_result result;
	struct rtlat_system system;
	struct rtlat_config config;
	struct rtlat_notes reasons;
	struct rtlat_notes notes;
	struct rtlat_gate_result gates[RTLAT_GATES_MAX];
	struct rtlat_exceeded exceeded;
	struct stacks stacks; /* of delays */
};

/* From a stream, of which messages speak as `path`. */
int result_file_take(struct result_file **file, const char *command, const char *path,
		     FILE *stream);
/* 0 or STATUS_ERROR, after one line that says what is wrong with the file. */
int result_file_read(struct result_file **file, const char *command, const char *path);
/* Reads all of `paths` into an array. On failure there is nothing to be closed. */
int result_files_read(struct result_file ***files, const char *command, char *const *paths,
		      unsigned int nr);
void result_file_close(struct result_file *file);
void result_files_close(struct result_file **files, unsigned int nr);

#endif /* RTLAT_JSON_RESULT_FILE_H */
