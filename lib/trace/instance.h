/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tracing instances of a run's own. */
#ifndef LIB_TRACE_INSTANCE_H
#define LIB_TRACE_INSTANCE_H

#include <tracefs.h>

#include "lib/session/session.h"
#include "lib/trace/page.h"

/* Has this kernel a tracefs? */
bool trace_is_known(void);
/*
 * Is tracefs there, mounted now if need be and allowed, and may this process read it? As
 * rtlat_source_probe().
 */
int trace_probe(char *why, size_t size);

/*
 * A tracing instance of this process, which the run's journal is to remove. Its clock is that of
 * the samples. Free with tracefs_instance_free(). A failure is logged.
 */
int trace_instance_create(struct session *run, const char *suffix,
			  struct tracefs_instance **instance);

/* Give up the locks on all instances of the run, which are gone by then. */
void trace_instances_release(struct session *run);

/*
 * The pid that the kernel's events have of this thread, which is another one in a pid namespace. In
 * that case what the instance has traced up to now is lost. -1: not known.
 */
pid_t trace_instance_own_pid(struct tracefs_instance *instance);

/*
 * Returns a number of the CPU's buffer by its name in the file `stats`: "overrun", the entries that
 * were overwritten so far, or "bytes", those that wait to be read. 0 where it cannot be read.
 */
uint64_t trace_instance_stat(struct tracefs_instance *instance, int cpu, const char *name);
/*
 * How many entries were lost before the page, of a CPU of which so many were overwritten before:
 * a full page has no room for that, but the buffer knows.
 */
uint64_t trace_instance_lost(struct tracefs_instance *instance, int cpu,
			     const struct trace_page *page, uint64_t *overrun);

#endif /* LIB_TRACE_INSTANCE_H */
