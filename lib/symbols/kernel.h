/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of the kernel's functions, from /proc/kallsyms. */
#ifndef LIB_SYMBOLS_KERNEL_H
#define LIB_SYMBOLS_KERNEL_H

#include "rtlat.h"

/*
 * Sets the names of the running kernel's functions at these addresses. An unknown address gets no
 * name.
 */
void symbols_resolve(struct rtlat_frame *frames, unsigned int nr);
/* Resolves them from a file in the form of /proc/kallsyms. */
void symbols_resolve_from(const char *path, struct rtlat_frame *frames, unsigned int nr);

#endif /* LIB_SYMBOLS_KERNEL_H */
