// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Loads and sets up the kernel module that profiles sleep, reads its file, and takes all of it
 * back at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/change/kernel_module.h"
#include "lib/util/log.h"
#include "lib/sleep/source.h"

#define MODULE "latency_tracker_sleep"
#define DEBUGFS "/sys/kernel/debug"
#define TASKS DEBUGFS "/latency_tracker_sleep/tasks"
#define RESET "/proc/lattop"
#define PARAMETERS "/sys/module/" MODULE "/parameters/"
#define CHUNK 65536

static int take_journal(struct sleep_source *source, char *reason, size_t size)
{
	if (source->journal)
		return 0;
	return rtlat_journal_open(&source->journal, &source->log, reason, size);
}

/* -ENODEV: something has to be installed. */
static int not_loaded(int err, char *reason, size_t size)
{
	char why[KERNEL_MODULE_WHY_SIZE];

	snprintf(reason, size, "the module " MODULE " is not loaded: %s",
		 kernel_module_why(err, why));
	return err == -ENOENT ? -ENODEV : err;
}

/* The module that another run has loaded is shared: the last one to end unloads it. */
static int sleep_source_load(struct sleep_source *source, char *reason, size_t size)
{
	int err;

	if (rtlat_journal_module_stays(MODULE))
		return 0;
	if (!kernel_module_loaded(MODULE) && !kernel_module_installed(MODULE))
		return not_loaded(-ENODEV, reason, size);
	if (!kernel_module_loaded(MODULE) && !kernel_module_allowed())
		return not_loaded(-EPERM, reason, size);
	err = take_journal(source, reason, size);
	if (err)
		return err;
	err = rtlat_journal_note_module(source->journal, MODULE);
	if (!err && !kernel_module_loaded(MODULE))
		err = kernel_module_load(MODULE);
	return err ? not_loaded(err, reason, size) : 0;
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

/*
 * Claims the profile: the counts of another run must neither be cleared nor begin at another
 * length.
 */
static int claim(struct sleep_source *source, char *reason, size_t size)
{
	int err = take_journal(source, reason, size);

	return err ? err : rtlat_journal_claim(source->journal, "the module " MODULE);
}

static int sleep_source_set_all(struct sleep_source *source, const struct sleep_settings *settings,
				char *reason, size_t size)
{
	int err;

	if (!settings->min && !settings->voluntary && !settings->stacks && !settings->reset)
		return 0;
	err = claim(source, reason, size);
	if (!err)
		err = set_one(source, PARAMETERS "min", settings->min, reason, size);
	if (!err)
		err = set_one(source, PARAMETERS "exclude_voluntary", settings->voluntary, reason,
			      size);
	if (!err)
		err = set_one(source, PARAMETERS "stacks", settings->stacks, reason, size);
	if (err || !settings->reset)
		return err;
	err = file_write(RESET, "1");
	if (err)
		snprintf(reason, size, "can't write " RESET ": %s", strerror(-err));
	return err;
}

static int check(char *reason, size_t size)
{
	int err = file_usable(TASKS, O_RDONLY, reason, size);

	if (err != -EOPNOTSUPP)
		return err;
	snprintf(reason, size, "there is no " TASKS ": is debugfs mounted there?");
	return -ENODEV;
}

int sleep_source_open(struct sleep_source *source, const struct sleep_settings *settings,
		      const struct rtlat_log *log, char *reason, size_t size)
{
	int restored = 0, err;
	char why[RTLAT_JOURNAL_REASON];

	memset(source, 0, sizeof(*source));
	source->log = *log;
	snprintf(reason, size, "%s", "");
	/* A killed run may have left the module. A living one is no error yet. */
	restored = rtlat_journal_restore(log, NULL, why, sizeof(why));
	err = sleep_source_load(source, reason, size);
	if (!err)
		err = check(reason, size);
	if (!err)
		err = sleep_source_set_all(source, settings, reason, size);
	if (err)
		sleep_source_close(source);
	else if (restored == -EUCLEAN && !source->journal)
		rtlat_log(log, RTLAT_WARNING, "%s", why);
	return err;
}

/* The file gives a number of whole records; how many is known at its end only. */
static int sleep_source_read_all(int fd, char **data, size_t *size)
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
	err = sleep_source_read_all(fd, &data, &size);
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
