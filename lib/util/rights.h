/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Why the kernel refuses something, where it was asked and has refused. */
#ifndef LIB_UTIL_RIGHTS_H
#define LIB_UTIL_RIGHTS_H

#include <errno.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stddef.h>

#define RIGHTS_HINT_SIZE 128

/* True if the error means that a right is missing. */
static inline bool rights_denied(int err)
{
	return err == -EPERM || err == -EACCES;
}

/* True if this process has the capability in its user namespace. */
bool rights_has(int capability);
/*
 * True if this process is in the first user namespace. Root of another one has its capabilities
 * only there.
 */
bool rights_of_machine(void);
/*
 * Reads how far the kernel is locked down: "none", "integrity" or "confidentiality". False: the
 * kernel does not say.
 */
bool rights_lockdown(char *mode, size_t size);
/*
 * Writes the end of a message on an error of rights, from "; " on, into `hint` of RIGHTS_HINT_SIZE,
 * which is returned: that the kernel is locked down, or which right is missing; "" after another
 * error, and where the right is there, so that something else has refused. The capability is one of
 * CAP_DAC_OVERRIDE, CAP_SYS_ADMIN, CAP_SYS_MODULE and CAP_BPF, which stands for CAP_PERFMON too.
 */
const char *rights_hint(int err, int capability, char *hint);

#endif /* LIB_UTIL_RIGHTS_H */
