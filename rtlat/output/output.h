/* SPDX-License-Identifier: GPL-2.0-only */
/* The outputs of a result: writers, and the files to which they write. */
#ifndef RTLAT_OUTPUT_OUTPUT_H
#define RTLAT_OUTPUT_OUTPUT_H

#include <stdio.h>

#include "rtlat/util/nearest.h"
#include "rtlat/util/status.h"
#include "rtlat/util/new_file.h"
#include "rtlat.h"
#include "rtlat/write/write.h"

/* A format, and its function: see rtlat/write/write.h. */
struct writer {
	const char *name;
	unsigned int commands; /* the commands whose format it is */
	int (*write)(FILE *file, const struct rtlat_result *result, const struct view *view);
	bool interim;        /* is written while the run goes on without --interval, too */
	bool binary;         /* is nothing for a terminal */
	const char *program; /* that it takes; NULL: none */
};

/* NULL: no such format. */
const struct writer *writer_find(const char *name, size_t length, enum command command);
/* True if the format can show this measure: if a command that measures it offers the format. */
bool writer_takes(const struct writer *writer, enum rtlat_measure measure);
/* The names of a command's formats: "text, json, csv". */
void writer_names(enum command command, char *buffer, size_t size);
/* Tries each name of a command's formats. */
void writer_nearest(struct nearest *nearest, enum command command);

#define OUTPUTS_MAX 16

/* An -o FORMAT[:FILE] */
struct output_spec {
	const struct writer *writer;
	const char *path; /* NULL: standard output */
};

/*
 * The opened outputs of a run. A file gets its name when it is complete: see rtlat/util/new_file.h.
 * `command` (for messages) and the paths are borrowed.
 */
struct outputs {
	const char *command;
	unsigned int nr;
	struct output {
		const struct output_spec *spec;
		struct new_file new; /* nothing, where it is standard output */
		int interim_error;   /* the last one, which has been said */
	} output[OUTPUTS_MAX];
};

/* Opens the outputs. Returns 0, or an exit status after a message. */
int outputs_open(struct outputs *outputs, const char *command, const struct output_spec *specs,
		 unsigned int nr);
/*
 * Writes all outputs, even after one has failed, and closes them as outputs_discard() does. Returns
 * 0 or STATUS_ERROR.
 */
int outputs_write(struct outputs *outputs, const struct rtlat_result *result,
		  const struct view *view);
/* True if an output is written while the run goes on: with `all`, each whose file is replaced. */
bool outputs_have_interim(const struct outputs *outputs, bool all);
/*
 * Write these with a result so far; or all whose file is replaced. Errors are but warnings: it will
 * be tried again. Returns how many were written.
 */
unsigned int outputs_write_interim(struct outputs *outputs, const struct rtlat_result *result,
				   const struct view *view, const struct rtlat_log *log, bool all);
/* Writes a text to a file, or to standard output, in the same way. Returns 0 or STATUS_ERROR. */
int output_text(const char *command, const char *path, const char *text, size_t length);
/*
 * Checks whether a text could be written, as far as can be told without writing. Returns 0 or
 * STATUS_ERROR.
 */
int output_check(const char *command, const char *path);
/* Closes the outputs, and removes files that were not finished. */
void outputs_discard(struct outputs *outputs);

#endif /* RTLAT_OUTPUT_OUTPUT_H */
