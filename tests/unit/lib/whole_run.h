/* SPDX-License-Identifier: GPL-2.0-only */
/* A run from its start to its end, for tests. */
#ifndef WHOLE_RUN_H
#define WHOLE_RUN_H

#include "rtlat.h"

/* For cmocka: a run from its start to its end, and its result. To be destroyed. */
struct rtlat_run *whole_run(const struct rtlat_config *config, struct rtlat_result *result);

#endif /* WHOLE_RUN_H */
