// SPDX-License-Identifier: LGPL-2.1-or-later
/* Finds out whether the tracer exists, may be used, and can do what the configuration asks for. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/device/device.h"
#include "lib/util/file.h"
#include "lib/util/rights.h"
#include "lib/source/tracer/tracer.h"
#include "lib/trace/instance.h"

/* The directory, mounted now if need be and allowed. */
const char *timerlat_directory(void)
{
	tracefs_set_loglevel(TEP_LOG_NONE);
	return tracefs_tracing_dir();
}

void timerlat_setting_path(char *path, size_t size, const char *name)
{
	snprintf(path, size, "%s/osnoise/%s", timerlat_directory(), name);
}

/* True if `word` is one of the words of the options file. */
bool timerlat_has_option(const char *word)
{
	char path[512], *text, *token, *rest;
	bool found = false;

	timerlat_setting_path(path, sizeof(path), "options");
	if (file_read(path, &text))
		return false;
	for (token = strtok_r(text, " \n", &rest); token; token = strtok_r(NULL, " \n", &rest))
		found = found || strcmp(token, word) == 0;
	free(text);
	return found;
}

bool timerlat_knows_option(const char *name)
{
	char negated[64];

	snprintf(negated, sizeof(negated), "NO_%s", name);
	return timerlat_has_option(name) || timerlat_has_option(negated);
}

int timerlat_probe_tracer(const char *name, const char *option, char *why, size_t size)
{
	char path[512];
	int err;

	err = trace_probe(why, size);
	if (err)
		return err;
	if (!tracefs_tracer_available(NULL, name)) {
		snprintf(why, size, "this kernel was built without the %s tracer (%s)", name,
			 option);
		return -EOPNOTSUPP;
	}
	timerlat_setting_path(path, sizeof(path), "cpus");
	return file_usable(path, O_WRONLY, why, size);
}

static int probe_user(char *why, size_t size)
{
	char path[512];

	timerlat_setting_path(path, sizeof(path), "per_cpu");
	if (file_access(path, F_OK) == 0)
		return 0;
	snprintf(why, size, "this kernel's timerlat has no timerlat_fd (Linux 6.5 and later have)");
	return -EOPNOTSUPP;
}

/* Files that only this tracer has. */
bool timerlat_has_records(void)
{
	char path[512];

	timerlat_setting_path(path, sizeof(path), "per_cpu/cpu0/timerlat_hist");
	return file_access(path, F_OK) == 0;
}

static int probe_own_tracer(const struct rtlat_config *config, bool user, const char *lack,
			    char *why, size_t size)
{
	int err = timerlat_probe(config, user, why, size);

	if (err || timerlat_has_records())
		return err;
	snprintf(why, size, "this kernel's timerlat %s (rtlat's kernel patch, or its module, does)",
		 lack);
	return -EOPNOTSUPP;
}

/*
 * The reason of the kernel's tracer is given, unless that has one that the module mends: the module
 * is there, but cannot be had.
 */
int timerlat_probe_own(const struct rtlat_config *config, bool user, const char *lack,
		       bool *by_device, char *why, size_t size)
{
	int err = probe_own_tracer(config, user, lack, why, size), device_err;
	char device_why[256];

	*by_device = false;
	if (!err)
		return 0;
	device_err = device_probe(config, device_why, sizeof(device_why));
	*by_device = !device_err;
	if (!device_err)
		return 0;
	if (!rights_denied(device_err) || rights_denied(err))
		return err;
	snprintf(why, size, "%s", device_why);
	return device_err;
}

static uint64_t least_period(void)
{
	return timerlat_has_records() ? RTLAT_PERIOD_MIN : TIMERLAT_PERIOD_MIN;
}

static int probe_config(const struct rtlat_config *config, char *why, size_t size)
{
	if (config->period_ns < least_period() || config->period_ns > TIMERLAT_PERIOD_MAX) {
		snprintf(why, size, "this kernel's timerlat takes periods from 100 to 1000000 us");
		return -EOPNOTSUPP;
	}
	if (config->align && !timerlat_knows_option("TIMERLAT_ALIGN")) {
		snprintf(why, size,
			 "this kernel's timerlat cannot align its threads "
			 "(no option TIMERLAT_ALIGN); the source clock can");
		return -ENOSYS;
	}
	return 0;
}

int timerlat_probe(const struct rtlat_config *config, bool user, char *why, size_t size)
{
	int err;

	err = timerlat_probe_tracer("timerlat", "CONFIG_TIMERLAT_TRACER", why, size);
	if (!err && user)
		err = probe_user(why, size);
	if (!err)
		err = probe_config(config, why, size);
	if (!err)
		snprintf(why, size,
			 user ? "the kernel has the timerlat tracer with timerlat_fd"
			      : "the kernel has the timerlat tracer");
	return err;
}
