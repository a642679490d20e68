/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tracing instances of a run's own. */
#ifndef LIB_TRACE_INSTANCE_H
#define LIB_TRACE_INSTANCE_H

#include <tracefs.h>

#include "lib/session/session.h"
#include "lib/trace/page.h"

/* True if the kernel has a tracefs. */
bool trace_is_known(void);
/*
 * Checks that tracefs is there, mounting it if need be and allowed, and that this process may read
 * it. Returns what rtlat_source_probe() does.
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
 * Returns the pid by which the kernel's events name this thread, which differs in a pid namespace;
 * finding that out discards what the instance has traced so far. -1: it is not known.
 */
pid_t trace_instance_own_pid(struct tracefs_instance *instance);

/*
 * Returns a number from the file `stats` of the CPU's buffer by its name: "overrun", the entries
 * that were overwritten so far, or "bytes", those that wait to be read. 0 if it cannot be read.
 */
uint64_t trace_instance_stat(struct tracefs_instance *instance, int cpu, const char *name);
/*
 * Returns how many entries of the CPU were lost before this page, and updates *overrun, the number
 * at the last call. A full page has no room for that number, but the buffer's statistics have it.
 */
uint64_t trace_instance_lost(struct tracefs_instance *instance, int cpu,
			     const struct trace_page *page, uint64_t *overrun);

#endif /* LIB_TRACE_INSTANCE_H */
