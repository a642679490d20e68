/* SPDX-License-Identifier: GPL-2.0-only */
/* Setters of the option table, as in struct option_spec. */
#ifndef RTLAT_OPTION_STOP_H
#define RTLAT_OPTION_STOP_H

#include "rtlat/option/table.h"

#define LIMIT_MAX_US 1000000000

/* A number from `min` to `max`, in decimal or, after 0x, in hexadecimal digits. */
int option_parse_number(const char *value, uint64_t min, uint64_t max, uint64_t *number);
/* Parses a number of units of `scale`. */
int option_parse_scaled(const char *value, uint64_t min, uint64_t max, uint64_t scale,
			uint64_t *number);
/* A limit in microseconds; 0: none. */
int option_parse_limit(const char *value, uint64_t *ns);

/* Where a trace goes that was given no name. */
const char *option_trace_default(const struct options *options);

int option_set_limit_irq(struct option_setting *setting);
int option_set_limit_thread(struct option_setting *setting);
int option_set_automatic(struct option_setting *setting);
int option_set_only_explanation(struct option_setting *setting);
int option_set_stack(struct option_setting *setting);
int option_set_stack_format(struct option_setting *setting);
int option_set_trace(struct option_setting *setting);
int option_set_event(struct option_setting *setting);
int option_set_filter(struct option_setting *setting);
int option_set_trigger(struct option_setting *setting);
int option_set_on_threshold(struct option_setting *setting);
int option_set_on_end(struct option_setting *setting);

#endif /* RTLAT_OPTION_STOP_H */
