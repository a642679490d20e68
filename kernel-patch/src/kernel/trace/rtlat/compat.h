/* SPDX-License-Identifier: GPL-2.0-only */
/* Differences between Linux 6.1 and 6.12 that the tracers meet. */
#ifndef _RTLAT_COMPAT_H
#define _RTLAT_COMPAT_H

#include <linux/version.h>

/* Events of IPIs being sent. */
#if KERNEL_VERSION(6, 4, 0) <= LINUX_VERSION_CODE
#include <trace/events/ipi.h>
#define HAVE_IPI_SENDERS
#endif

#endif /* _RTLAT_COMPAT_H */
