/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tracing instances of a run's own. */
#ifndef RTLAT_TRACE_INSTANCE_H
#define RTLAT_TRACE_INSTANCE_H

#include <tracefs.h>

#include "run.h"
#include "trace_page.h"

/*
 * A tracing instance of this process, which the run's journal is to remove. Its clock is that of
 * the samples. Free with tracefs_instance_free(). A failure is logged.
 */
int trace_instance_create(struct rtlat_run *run, const char *suffix,
			  struct tracefs_instance **instance);

/* How many entries of the CPU's buffer were overwritten so far; 0 where that cannot be read. */
uint64_t trace_instance_overrun(struct tracefs_instance *instance, int cpu);
/*
 * How many entries were lost before the page, of a CPU of which so many were overwritten before:
 * a full page has no room for that, but the buffer knows.
 */
uint64_t trace_instance_lost(struct tracefs_instance *instance, int cpu,
			     const struct trace_page *page, uint64_t *overrun);

#endif /* RTLAT_TRACE_INSTANCE_H */
