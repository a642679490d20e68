/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Interrupts that have no device: their numbers, names and tracepoints. */
#ifndef LIB_SOURCE_BPF_VECTORS_H
#define LIB_SOURCE_BPF_VECTORS_H

#include <stdbool.h>

#include "lib/source/bpf/window.h"
#include "rtlat.h"

/* A vector of x86 that has the tracepoints NAME_entry and NAME_exit. */
struct vector {
	const char *name;
	int number;
};

/* Up to one without a name. The local timer's is the first. */
extern const struct vector vectors[];

/*
 * Sets the name of a softirq, or of an interrupt that is a vector, from its number. An interrupt of
 * a device has its name from /sys: it is left "".
 */
void vectors_set_name(char name[RTLAT_NAME_SIZE], enum window_level level, int id, bool device);

#endif /* LIB_SOURCE_BPF_VECTORS_H */
