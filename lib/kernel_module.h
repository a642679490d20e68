/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Modules of the kernel that rtlat takes for a while. */
#ifndef RTLAT_KERNEL_MODULE_H
#define RTLAT_KERNEL_MODULE_H

#include <stdbool.h>

/* Is it there, as a module or built in? Names are with '_'. */
bool kernel_module_loaded(const char *name);
/* Does modprobe know it, for the kernel that runs? */
bool kernel_module_installed(const char *name);
/* Have modprobe load it. -ENOENT: there is no modprobe; -ENODEV: it could not. */
int kernel_module_load(const char *name);

#endif /* RTLAT_KERNEL_MODULE_H */
