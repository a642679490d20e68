/* SPDX-License-Identifier: GPL-2.0-only */
/* Setters of the option table, as in struct option_spec. */
#ifndef RTLAT_OPTION_WHAT_H
#define RTLAT_OPTION_WHAT_H

#include "rtlat/option/table.h"

#define BUCKET_MAX 999999
#define ALIGN_MAX_US 1000000
#define WARM_UP_MAX_S 86400
#define TRACE_BUFFER_MAX_KB 1048576
/* The kernel's limit on the number of idle states, less one. */
#define IDLE_STATE_MAX 9

int option_set_cpus(struct option_setting *setting);
int option_set_housekeeping(struct option_setting *setting);
int option_set_period(struct option_setting *setting);
int option_set_duration(struct option_setting *setting);
int option_set_source(struct option_setting *setting);
int option_set_align(struct option_setting *setting);
int option_set_warm_up(struct option_setting *setting);
int option_set_priority(struct option_setting *setting);
int option_set_cgroup(struct option_setting *setting);
int option_set_trace_buffer(struct option_setting *setting);
int option_set_dma_latency(struct option_setting *setting);
int option_set_deepest_idle(struct option_setting *setting);
int option_set_bucket(struct option_setting *setting);
int option_set_entries(struct option_setting *setting);
int option_set_percentiles(struct option_setting *setting);
int option_set_worst(struct option_setting *setting);

#endif /* RTLAT_OPTION_WHAT_H */
