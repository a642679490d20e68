/* SPDX-License-Identifier: GPL-2.0-only */
/* Values that need more than to be stored: set() of struct option_spec. */
#ifndef RTLAT_OPTION_SETTERS_H
#define RTLAT_OPTION_SETTERS_H

#include "rtlat/option/options.h"
#include "rtlat/option/parser.h"

#define LIMIT_MAX_US 1000000000
#define BUCKET_MAX 999999

/* Returns the name of the trace file if none was given. */
const char *option_trace_default(const struct options *options);

int option_set_cpus(struct option_setting *setting);
int option_set_housekeeping(struct option_setting *setting);
int option_set_source(struct option_setting *setting);
int option_set_source_or_total(struct option_setting *setting);
int option_set_priority(struct option_setting *setting);
int option_set_cgroup(struct option_setting *setting);
int option_set_track_comm(struct option_setting *setting);
int option_set_all_limits(struct option_setting *setting);
int option_set_automatic(struct option_setting *setting);
int option_set_noise_automatic(struct option_setting *setting);
int option_set_trace(struct option_setting *setting);
int option_set_event(struct option_setting *setting);
int option_set_filter(struct option_setting *setting);
int option_set_trigger(struct option_setting *setting);
int option_set_on_threshold(struct option_setting *setting);
int option_set_on_end(struct option_setting *setting);
int option_set_percentiles(struct option_setting *setting);
int option_set_output(struct option_setting *setting);
int option_set_bucket(struct option_setting *setting);
int option_set_gate(struct option_setting *setting);

#endif /* RTLAT_OPTION_SETTERS_H */
