/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The device of rtlat's module: timerlat's records and histograms on a kernel that has no tracer of
 * ours. Functions return 0 or a negative errno, if nothing else is said.
 */
#ifndef LIB_DEVICE_DEVICE_H
#define LIB_DEVICE_DEVICE_H

#include "lib/session/session.h"

/* The name of the module's kernel threads, but for the number of the CPU. */
#define DEVICE_THREADS "rtlat"

/* The end of the message of -EBUSY. */
#define DEVICE_BUSY ": another process measures there with the module rtlat"

/*
 * Checks that the module is there, or may be loaded, and can do what the configuration asks for. As
 * rtlat_source_probe().
 */
int device_probe(const struct rtlat_config *config, char *why, size_t size);

/* Has the module loaded for the run. Failures are logged. */
int device_load(struct session *run);

/*
 * Opens the device, in *fd, for the calling thread as the reader of the CPU to which it is bound.
 * Its timer expires at `first`, or, if that is over, whole periods later; 0: a period from now.
 */
int device_open_reader(const struct rtlat_config *config, uint64_t first, int *fd);

/* Opens the device, in *fd, with kernel threads on the CPUs of the configuration. */
int device_open_threads(const struct rtlat_config *config, int *fd);

/* Reads a CPU's histograms as text, into *text, which the caller frees. */
int device_show(int fd, int cpu, char **text);

/* Begins a CPU's histograms anew, with the linear ones of the configuration. */
int device_clear(int fd, int cpu, const struct rtlat_config *config);

#endif /* LIB_DEVICE_DEVICE_H */
