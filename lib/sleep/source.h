/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel's sleep profile: the module that makes it, its settings, and reading it. */
#ifndef LIB_SLEEP_SOURCE_H
#define LIB_SLEEP_SOURCE_H

#include "lib/change/journal.h"
#include "lib/sleep/profile.h"

/* NULL leaves a setting as it is. */
struct sleep_settings {
	const char *min;       /* us: as the kernel reads numbers, decimal ones begin with no 0 */
	const char *voluntary; /* "Y": they are excluded */
	const char *stacks;    /* "none", "kernel", "user", "both" */
	bool reset;
};

struct sleep_source {
	struct rtlat_journal *journal; /* NULL: nothing was changed */
	struct rtlat_log log;
};

/*
 * Loads the module if need be, and applies the settings; sleep_source_close() undoes both. Returns
 * 0, or a negative errno with a line in `reason` that says what is wrong. -ENODEV: this machine
 * does not have the module.
 */
int sleep_source_open(struct sleep_source *source, const struct sleep_settings *settings,
		      const struct rtlat_log *log, char *reason, size_t size);
int sleep_source_read(struct sleep_profile *profile);
void sleep_source_close(struct sleep_source *source);

#endif /* LIB_SLEEP_SOURCE_H */
