/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef JSON_SYSTEM_H
#define JSON_SYSTEM_H

#include <jansson.h>

#include "rtlat.h"

/* A string; where it is no UTF-8 (a kernel command line may be so), '?' for what is not ASCII. */
json_t *json_text(const char *text);

/* The object `system` of every JSON document; null where the machine does not say. */
json_t *json_system(const struct rtlat_system *system);

#endif /* JSON_SYSTEM_H */
