// SPDX-License-Identifier: LGPL-2.1-or-later
/* Sets histogram triggers in an instance. The commands that undo them are in the journal before. */
#include <errno.h>
#include <stdlib.h>

#include "lib/change/journal.h"
#include "lib/trace/instance.h"
#include "lib/source/track/hist_triggers.h"

static char *path_of(struct tracefs_instance *instance, const struct track_command *command)
{
	return command->global ? tracefs_get_tracing_file(command->file)
			       : tracefs_instance_get_file(instance, command->file);
}

static int hist_apply_note(struct session *run, const struct track_command *command,
			   const char *path)
{
	struct rtlat_journal *journal;
	int err;

	if (!command->undo[0])
		return 0;
	err = run_journal(run, &journal);
	if (err)
		return err;
	return command->append ? rtlat_journal_note_command(journal, path, command->undo)
			       : rtlat_journal_note(journal, path, command->undo);
}

static int apply(struct session *run, struct tracefs_instance *instance,
		 const struct track_command *command)
{
	char *path = path_of(instance, command);
	int err = path ? hist_apply_note(run, command, path) : -ENOMEM;

	tracefs_put_tracing_file(path);
	if (err)
		return err;
	if (command->global)
		instance = NULL;
	errno = 0;
	if (command->append)
		err = tracefs_instance_file_append(instance, command->file, command->text);
	else
		err = tracefs_instance_file_write(instance, command->file, command->text);
	if (err >= 0)
		return 0;
	return errno ? -errno : -EIO;
}

int track_hist_apply(struct session *run, struct tracefs_instance *instance, const char *event,
		     unsigned int from, unsigned int to)
{
	struct track_command *commands = calloc(TRACK_HIST_COMMANDS, sizeof(*commands));
	unsigned int i;
	int err = commands ? 0 : -ENOMEM;

	if (commands)
		track_hist_commands(&run->config.track, event, commands);
	for (i = from; i < to && !err; i++)
		err = apply(run, instance, &commands[i]);
	free(commands);
	return err;
}
