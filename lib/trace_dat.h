/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The file format of trace-cmd and kernelshark. */
#ifndef RTLAT_TRACE_DAT_H
#define RTLAT_TRACE_DAT_H

#include <tracefs.h>

/*
 * Take what is in the instance's buffers, and write it to `fd`, an empty regular file, with all
 * that is needed to read it elsewhere. Tracing should be off. Returns 0 or a negative errno.
 */
int trace_dat_write(struct tracefs_instance *instance, int fd);

#endif /* RTLAT_TRACE_DAT_H */
