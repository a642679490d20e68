/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tracing instances of a run's own. */
#ifndef RTLAT_TRACE_INSTANCE_H
#define RTLAT_TRACE_INSTANCE_H

#include <tracefs.h>

#include "run.h"

/*
 * A tracing instance of this process, which the run's journal is to remove. Its clock is that of
 * the samples. Free with tracefs_instance_free(). A failure is logged.
 */
int trace_instance_create(struct rtlat_run *run, const char *suffix,
			  struct tracefs_instance **instance);

/* How many entries of the CPU's buffer were overwritten so far; 0 where that cannot be read. */
uint64_t trace_instance_overrun(struct tracefs_instance *instance, int cpu);

#endif /* RTLAT_TRACE_INSTANCE_H */
