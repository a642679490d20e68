/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Modules of the kernel that rtlat takes for a while. */
#ifndef LIB_MACHINE_KERNEL_MODULE_H
#define LIB_MACHINE_KERNEL_MODULE_H

#include <stdbool.h>

/* Is it there, as a module or built in? Names are with '_'. */
bool kernel_module_loaded(const char *name);
/* Does modprobe know it, for the kernel that runs? */
bool kernel_module_installed(const char *name);
/* May this process load modules, as far as that can be told without one? */
bool kernel_module_allowed(void);
/*
 * Have modprobe load it. -ENOENT: there is no modprobe; -ENODEV: the module is not installed;
 * -EPERM: this process may not, or the kernel asks for a signature; -EIO: modprobe fails for
 * another reason.
 */
int kernel_module_load(const char *name);

#define KERNEL_MODULE_WHY_SIZE 192
/* Writes the error of kernel_module_load() in words into `why` of that size, and returns it. */
const char *kernel_module_why(int err, char *why);

#endif /* LIB_MACHINE_KERNEL_MODULE_H */
