/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts of a JSON result, read back. What they point to lives as long as the JSON, unless said. */
#ifndef RESULT_PARTS_H
#define RESULT_PARTS_H

#include "json_read.h"
#include "rtlat.h"

/* "cpus[3]" in front of what follows, for as long as it is read. */
struct json_place {
	char before[sizeof(((struct json_reader *)0)->where)];
};

struct json_place json_enter(struct json_reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void json_leave(struct json_reader *reader, const struct json_place *place);

void read_system(struct json_reader *reader, const json_t *json, struct rtlat_system *system);
void read_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config);
/* Where noise was measured a sample has that, and nothing else. */
void read_sample(struct json_reader *reader, const json_t *json, const struct rtlat_config *config,
		 struct rtlat_sample *sample);
/* Its tasks are to be freed. */
void read_exceeded(struct json_reader *reader, const json_t *json,
		   const struct rtlat_config *config, struct rtlat_exceeded *exceeded);
/* All that it points to is to be freed by free_cpu(), whether it could be read or not. */
void read_cpu(struct json_reader *reader, const json_t *json, const struct rtlat_config *config,
	      struct rtlat_cpu_result *cpu);
/* read_noise.c: of a CPU, and how it was measured. What the CPU's points to free_cpu() frees. */
void read_noise(struct json_reader *reader, const json_t *json, struct rtlat_cpu_result *cpu);
void read_noise_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config);
/* Is it known how often, and who? RTLAT_HAS_COUNTS, RTLAT_HAS_INTERFERENCE */
unsigned int read_noise_has(const json_t *cpu);
void free_noise(const struct rtlat_noise *noise);
void free_cpu(struct rtlat_cpu_result *cpu);

#endif /* RESULT_PARTS_H */
