/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Modules of the kernel that a run loads, and unloads if it loaded them. */
#ifndef LIB_SESSION_RUN_MODULE_H
#define LIB_SESSION_RUN_MODULE_H

#include "lib/session/session.h"

/*
 * Has the journal unload the module at the end of the last run that takes it. One that somebody
 * else loaded stays. Returns 0 or a negative errno.
 */
int run_note_module(struct session *run, const char *name);

/* Loads the module, with such a note, unless it is loaded. Failures are logged. */
int run_load_module(struct session *run, const char *name);

#endif /* LIB_SESSION_RUN_MODULE_H */
