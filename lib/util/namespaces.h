/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the kernel numbers processes and counts time, if a container's namespaces differ. */
#ifndef LIB_UTIL_NAMESPACES_H
#define LIB_UTIL_NAMESPACES_H

#include <stdbool.h>

#include "rtlat.h"

#define KERNEL_WIDE_ID_SIZE 40

/*
 * A name that no other living process has, in this container or another one: its pid and, in
 * another pid namespace than the first, that one's number. Returns `id`.
 */
const char *kernel_wide_id(char id[KERNEL_WIDE_ID_SIZE]);

/* True if this process's pids are those in the kernel's events, as in the first pid namespace. */
bool has_kernel_pids(void);

/*
 * For a source whose times or pids are the kernel's own: can they be compared with this process's?
 * As rtlat_source_probe(), but `why` is set only where they can't. NULL: no pid is asked for.
 */
int namespaces_probe(const struct rtlat_config *config, char *why, size_t size);

#endif /* LIB_UTIL_NAMESPACES_H */
