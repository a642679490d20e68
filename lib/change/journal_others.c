// SPDX-License-Identifier: LGPL-2.1-or-later
/* Looks for other living runs, and for changes in their journals. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/util/clock.h"
#include "lib/change/internal.h"

/* The most looks at whether a killed run's processes have ended, 20 ms apart. */
#define DEATH_TRIES 50

static bool has(const json_t *changes, journal_match *match, const void *data)
{
	size_t i;

	for (i = 0; i < json_array_size(changes); i++)
		if (match(json_array_get(changes, i), data))
			return true;
	return false;
}

/* A journal that cannot be trusted or read says nothing. */
static bool one_has(const struct journal_file *own, const char *name, journal_match *match,
		    const void *data, pid_t *owner)
{
	struct journal_file file;
	json_t *changes = NULL;
	bool found = false;
	pid_t pid;

	if (!journal_file_open(&file, own, name) && journal_file_is_held(&file) &&
	    !journal_file_load(&file, &pid, &changes))
		found = has(changes, match, data);
	if (found && owner)
		*owner = pid;
	json_decref(changes);
	journal_file_close(&file);
	return found;
}

bool journal_others(const struct journal_file *own, journal_match *match, const void *data,
		    pid_t *owner)
{
	unsigned int nr, i;
	bool found = false;
	char **names;

	journal_names(own, &names, &nr);
	for (i = 0; i < nr; i++) {
		if (!found && strcmp(names[i], own->name))
			found = one_has(own, names[i], match, data, owner);
		free(names[i]);
	}
	free(names);
	return found;
}

static bool is_module(const json_t *change, const void *data)
{
	const char *module = json_string_value(json_object_get(change, "module"));

	return module && !strcmp(module, data);
}

bool journal_others_module(const struct journal_file *own, const char *name)
{
	return journal_others(own, is_module, name, NULL);
}

bool journal_is_living(const struct journal_file *file, pid_t *pid)
{
	const struct timespec pause = { .tv_nsec = 20 * RTLAT_NSEC_PER_MSEC };
	json_t *changes;
	int tries;

	if (!journal_file_is_held(file))
		return false;
	journal_file_load(file, pid, &changes);
	json_decref(changes);
	for (tries = 0; tries < DEATH_TRIES; tries++) {
		if (!kill(*pid, 0) || errno != ESRCH)
			return true;
		nanosleep(&pause, NULL);
		if (!journal_file_is_held(file))
			return false;
	}
	return true;
}
