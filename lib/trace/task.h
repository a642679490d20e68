/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of tasks that were traced and may be gone. */
#ifndef LIB_TRACE_TASK_H
#define LIB_TRACE_TASK_H

#include "rtlat.h"

/* The name of a task that ran since tracing began; "<...>", as in traces, where it is not known. */
void trace_task_name(int32_t pid, char name[RTLAT_NAME_SIZE]);
/* Finds the name in a list of lines "PID NAME", or in none, NULL. */
void trace_task_find(const char *list, int32_t pid, char name[RTLAT_NAME_SIZE]);

#endif /* LIB_TRACE_TASK_H */
