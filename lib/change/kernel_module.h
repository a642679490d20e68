/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Modules of the kernel that rtlat takes for a while. */
#ifndef LIB_MACHINE_KERNEL_MODULE_H
#define LIB_MACHINE_KERNEL_MODULE_H

#include <stdbool.h>

/* True if the module is loaded or built in. Names are written with '_'. */
bool kernel_module_loaded(const char *name);
/* True if modprobe finds the module for the running kernel. */
bool kernel_module_installed(const char *name);
/* True if this process may load modules, as far as can be told without loading one. */
bool kernel_module_allowed(void);
/*
 * Have modprobe load it. Where modprobe succeeds, waits for up to 3 s until the module is ready:
 * another process may still be loading it. -ENOENT: there is no modprobe; -ENODEV: the module is
 * not installed; -EPERM: this process may not, or the kernel asks for a signature; -EIO: modprobe
 * fails for another reason, or the module does not become ready.
 */
int kernel_module_load(const char *name);

#define KERNEL_MODULE_WHY_SIZE 192
/* Writes the error of kernel_module_load() in words into `why` of that size, and returns it. */
const char *kernel_module_why(int err, char *why);

#endif /* LIB_MACHINE_KERNEL_MODULE_H */
