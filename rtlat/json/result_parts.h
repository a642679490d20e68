/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts of a JSON result, read back. What they point to lives as long as the JSON, unless said. */
#ifndef RTLAT_JSON_RESULT_PARTS_H
#define RTLAT_JSON_RESULT_PARTS_H

#include "rtlat/json/read.h"
#include "rtlat/json/result_file.h"

/* A place to return to: the path, such as "cpus[3]", before json_enter() appended to it. */
struct json_place {
	char before[sizeof(((struct json_reader *)0)->where)];
};

/* Parses a JSON text, and makes its strings printable. NULL: the reader has the error. */
json_t *read_json(struct json_reader *reader, FILE *stream);

struct json_place json_enter(struct json_reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void json_leave(struct json_reader *reader, const struct json_place *place);

void read_system(struct json_reader *reader, const json_t *json, struct rtlat_system *system);
void read_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config);
/*
 * Reads a sample of a file whose configuration has been read. A sample of noise or of a delay has
 * no latencies.
 */
void read_sample(struct json_reader *reader, const json_t *json, struct result_file *file,
		 struct rtlat_sample *sample);
/* Reads who interfered with a sample, of noise or of latency. */
void read_interference(struct json_reader *reader, const json_t *json, bool noise,
		       struct rtlat_interference *interference);
/* The frames of a stack, innermost first. Returns how many there are. */
unsigned int read_frames(struct json_reader *reader, const json_t *json, const char *key,
			 struct rtlat_frame frames[RTLAT_STACK_MAX]);
/* Reads the sample that reached a limit. Its tasks are to be freed. */
void read_exceeded(struct json_reader *reader, const json_t *json, struct result_file *file);
/* Reads a CPU. free_cpu() frees its memory, even after an error. */
void read_cpu(struct json_reader *reader, const json_t *json, struct result_file *file,
	      struct rtlat_cpu_result *cpu);
/* Reads the statistics of a latency. free_cpu() frees their memory. */
void read_stats(struct json_reader *reader, const json_t *json, const struct rtlat_config *config,
		struct rtlat_stats *stats);
/* noise.c: of a CPU, and how it was measured. What the CPU's points to free_cpu() frees. */
void read_noise(struct json_reader *reader, const json_t *json, struct rtlat_cpu_result *cpu);
void read_noise_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config);
/* Returns which details of noise are known: RTLAT_HAS_COUNTS, RTLAT_HAS_INTERFERENCE. */
unsigned int read_noise_has(const json_t *cpu);
void free_noise(const struct rtlat_noise *noise);
/* delay.c: the configuration of delays, their counts, and a single delay. */
void read_track_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config);
void read_delays(struct json_reader *reader, const json_t *json, struct rtlat_cpu_result *cpu);
void read_delay(struct json_reader *reader, const json_t *json, struct rtlat_delay *delay,
		struct stacks *stacks);
/* series.c: after the CPUs. The file frees its memory. */
void read_series(struct json_reader *reader, const json_t *json, struct result_file *file);
void free_cpu(struct rtlat_cpu_result *cpu);

#endif /* RTLAT_JSON_RESULT_PARTS_H */
