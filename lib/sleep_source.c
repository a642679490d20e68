// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "kernel_module.h"
#include "sleep_source.h"

#define MODULE "latency_tracker_sleep"
#define DEBUGFS "/sys/kernel/debug"
#define TASKS DEBUGFS "/latency_tracker_sleep/tasks"
#define PARAMETERS "/sys/module/" MODULE "/parameters/"
#define CHUNK 65536

static int take_journal(struct sleep_source *source, char *reason, size_t size)
{
	int owner = 0, err;

	if (source->journal)
		return 0;
	err = rtlat_journal_open(&source->journal, &source->log, &owner);
	if (err == -EBUSY)
		snprintf(reason, size,
			 "rtlat is running as process %d, one at a time may change "
			 "the machine",
			 owner);
	else if (err)
		snprintf(reason, size, "no journal of changes in /run/rtlat: %s", strerror(-err));
	return err;
}

static int load(struct sleep_source *source, char *reason, size_t size)
{
	int owner, err;

	if (kernel_module_loaded(MODULE)) {
		if (!rtlat_journal_will_unload(MODULE, &owner))
			return 0;
		snprintf(reason, size,
			 "rtlat is running as process %d, and unloads the module " MODULE
			 " at its end",
			 owner);
		return -EBUSY;
	}
	if (geteuid()) {
		snprintf(reason, size, "the module " MODULE " is not loaded, and only root may");
		return -ENODEV;
	}
	err = take_journal(source, reason, size);
	if (err)
		return err;
	err = rtlat_journal_note_module(source->journal, MODULE);
	if (!err)
		err = kernel_module_load(MODULE);
	if (err)
		snprintf(reason, size, "the module " MODULE " is not loaded, and %s",
			 err == -ENOENT ? "there is no modprobe"
					: "modprobe can't load it: it has to be installed");
	return err ? -ENODEV : 0;
}

static int set_one(struct sleep_source *source, const char *path, const char *value, char *reason,
		   size_t size)
{
	int err;

	if (!value)
		return 0;
	err = take_journal(source, reason, size);
	if (err)
		return err;
	err = rtlat_journal_set(source->journal, path, value);
	if (err)
		snprintf(reason, size, "can't write %s: %s", path, strerror(-err));
	return err;
}

static int set_all(struct sleep_source *source, const struct sleep_settings *settings, char *reason,
		   size_t size)
{
	int err;

	err = set_one(source, PARAMETERS "min", settings->min, reason, size);
	if (!err)
		err = set_one(source, PARAMETERS "exclude_voluntary", settings->voluntary, reason,
			      size);
	if (!err)
		err = set_one(source, PARAMETERS "stacks", settings->stacks, reason, size);
	if (err || !settings->reset)
		return err;
	err = file_write(TASKS, "1");
	if (err)
		snprintf(reason, size, "can't write " TASKS ": %s", strerror(-err));
	return err;
}

static int check(char *reason, size_t size)
{
	if (access(TASKS, R_OK) == 0)
		return 0;
	if (errno == EACCES)
		snprintf(reason, size, TASKS " is root's");
	else
		snprintf(reason, size, "there is no " TASKS ": is debugfs mounted there?");
	return -ENODEV;
}

int sleep_source_open(struct sleep_source *source, const struct sleep_settings *settings,
		      const struct rtlat_log *log, char *reason, size_t size)
{
	int err;

	memset(source, 0, sizeof(*source));
	source->log = *log;
	/* A killed run may have left the module. A living one is no error yet. */
	if (!geteuid())
		rtlat_restore(log, NULL);
	err = load(source, reason, size);
	if (!err)
		err = check(reason, size);
	if (!err)
		err = set_all(source, settings, reason, size);
	if (err)
		sleep_source_close(source);
	return err;
}

/* The file gives a number of whole records; how many is known at its end only. */
static int read_all(int fd, char **data, size_t *size)
{
	char *larger;
	ssize_t nr;

	*data = NULL;
	*size = 0;
	do {
		larger = realloc(*data, *size + CHUNK);
		if (!larger)
			return -ENOMEM;
		*data = larger;
		nr = read(fd, *data + *size, CHUNK);
		if (nr > 0)
			*size += nr;
	} while (nr > 0 || (nr < 0 && errno == EINTR));
	return nr < 0 ? -errno : 0;
}

int sleep_source_read(struct sleep_profile *profile)
{
	char *data = NULL;
	size_t size;
	int fd, err;

	fd = open(TASKS, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = read_all(fd, &data, &size);
	if (!err)
		err = sleep_profile_parse(profile, data, size);
	free(data);
	close(fd);
	return err;
}

void sleep_source_close(struct sleep_source *source)
{
	if (source->journal)
		rtlat_journal_undo(source->journal);
	source->journal = NULL;
}
