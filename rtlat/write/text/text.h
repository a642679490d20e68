/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts that the text tables have in common. */
#ifndef RTLAT_WRITE_TEXT_TEXT_H
#define RTLAT_WRITE_TEXT_TEXT_H

#include <stdio.h>

#include "rtlat/write/text/view.h"
#include "rtlat.h"

/* The width of what fits a terminal, where it goes to none. */
#define FILE_WIDTH 100

/* Members of struct writer. */
int write_text_top(FILE *file, const struct rtlat_result *result, const struct view *view);
int write_text_hist(FILE *file, const struct rtlat_result *result, const struct view *view);

/* A time in the unit shown: exact nanoseconds, or microseconds rounded down. */
static inline uint64_t text_time(uint64_t ns, bool nanoseconds)
{
	return nanoseconds ? ns : ns / RTLAT_NSEC_PER_USEC;
}

#define TEXT_ELAPSED_SIZE 32

/* "0 00:01:30": days, hours, minutes, seconds */
void text_elapsed(uint64_t ns, char text[TEXT_ELAPSED_SIZE]);

/* "IRQ", "Thr", "Ret", "Noise": a context in a column's title. */
const char *text_context(enum rtlat_context context);

/* Returns the contexts of the result that are shown, as a mask of RTLAT_HAS(). */
unsigned int text_contexts(const struct rtlat_result *result, const struct view *view);
/* True if no CPU has counted anything in this row of the linear histograms. */
bool text_row_is_zero(const struct rtlat_result *result, unsigned int contexts, uint32_t row);

/* Prints how rare latencies beyond the maximum are, of all CPUs together. */
void text_tail(FILE *file, const struct rtlat_result *result, unsigned int contexts);

/* The table of top. -ENOMEM */
int text_top_table(FILE *file, const struct rtlat_result *result, const struct view *view);
/* Prints who made the noise of all CPUs, or nothing if that is not known. */
void text_noise_sources(FILE *file, const struct rtlat_result *result, bool nanoseconds);

/* track.c: everything about delays but their histogram */
void text_track_settings(FILE *file, const struct rtlat_track *track);
void text_delays(FILE *file, const struct rtlat_result *result, const struct view *view);

/*
 * Prints how much was missed or lost, and whether the result is complete; nothing if all is well.
 */
void text_losses(FILE *file, const struct rtlat_result *result);

/*
 * Prints the verdict unless it is pass, the reason for an early end, and the notes of the result.
 */
void text_notes(FILE *file, const struct rtlat_result *result, const struct view *view);

/* Prints how the maximum of all CPUs changed from interval to interval, if that is known. */
void text_over_time(FILE *file, const struct rtlat_result *result, const struct view *view);

/* With --aa-only: prints the explanation alone, or that there is none. */
void text_only_exceeded(FILE *file, const struct rtlat_result *result, const struct view *view);

/* Prints the sample that reached its limit, and what made it late. */
void text_exceeded(FILE *file, const struct rtlat_result *result, const struct view *view);

#endif /* RTLAT_WRITE_TEXT_TEXT_H */
