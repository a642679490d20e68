// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Checks of memory for rtlat check: transparent huge pages and swap. Either can stop a thread
 * while it waits for a page.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/check/check.h"
#include "lib/util/sysfs.h"

bool check_transparent_hugepages(const struct check_context *context, struct rtlat_check *check)
{
	char modes[80];

	(void)context;
	if (sysfs_read(modes, sizeof(modes), "/sys/kernel/mm/transparent_hugepage/enabled") <= 0)
		return false;
	if (!strstr(modes, "[always]")) {
		check_value(check, "%s", strstr(modes, "[madvise]") ? "madvise" : "never");
		return check_pass(check);
	}
	check_value(check, "always");
	return check_warn(check,
			  "echo madvise >/sys/kernel/mm/transparent_hugepage/enabled, or boot "
			  "with transparent_hugepage=madvise: collapsing pages stalls "
			  "threads that run");
}

struct swap_use {
	int areas;
	uint64_t used_kb;
};

/* Returns false where the kernel has no swapping at all. */
static bool read_swap(struct swap_use *use)
{
	FILE *file = sysfs_fopen("/proc/swaps");
	char *line = NULL;
	uint64_t used_kb;
	size_t size = 0;

	memset(use, 0, sizeof(*use));
	if (!file)
		return false;
	/* Filename, Type, Size, Used, Priority; the header's Used is no number. */
	while (getline(&line, &size, file) > 0) {
		if (sscanf(line, "%*s %*s %*s %" SCNu64, &used_kb) != 1)
			continue;
		use->areas++;
		use->used_kb += used_kb;
	}
	free(line);
	fclose(file);
	return true;
}

bool check_swap(const struct check_context *context, struct rtlat_check *check)
{
	struct swap_use use;

	(void)context;
	if (!read_swap(&use))
		return false;
	if (!use.areas) {
		check_value(check, "off");
		return check_pass(check);
	}
	if (use.used_kb) {
		check_value(check, "%" PRIu64 " kB in use", use.used_kb);
		return check_warn(check,
				  "swapoff -a (what is swapped out costs milliseconds when it is "
				  "touched), or mlockall() in the real-time application");
	}
	check_value(check, "on, none of it in use");
	return check_note(check,
			  "rtlat locks its own memory; do so in the real-time application too "
			  "(mlockall), or swapoff -a");
}
