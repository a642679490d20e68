// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a file with an option a line: "duration 10m", or "--duration 10m", or "# a comment". An
 * option may run commands, so that only root's files and the user's own are read.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtlat/option/parser.h"
#include "rtlat/option/profile.h"
#include "rtlat/util/message.h"

#define OPTION "--profile"
#define PROFILE_SIZE 16384
#define WORDS_MAX 512

/* The new command line, and the text of the profiles that it points into. */
static struct {
	char text[PROFILE_SIZE];
	size_t used;
	char *word[WORDS_MAX + 1];
	int nr;
} expanded;

static bool add_word(char *word)
{
	if (expanded.nr == WORDS_MAX)
		return false;
	expanded.word[expanded.nr++] = word;
	expanded.word[expanded.nr] = NULL;
	return true;
}

/* Appends "--NAME" and the value, if there is one, of a line. */
static int add_line(const char *command, const char *path, char *line)
{
	char *value, *name = expanded.text + expanded.used;
	size_t length;

	line += strspn(line, " \t");
	if (!*line || *line == '#')
		return OPTIONS_GO_ON;
	length = strlen(line);
	while (length && strchr(" \t\r", line[length - 1]))
		line[--length] = '\0';
	if (expanded.used + length + 4 > PROFILE_SIZE)
		return usage_error(command, OPTION " %s: expected less than %d bytes", path,
				   PROFILE_SIZE);
	expanded.used += (size_t)sprintf(name, "%s%s", *line == '-' ? "" : "--", line) + 1;
	value = strpbrk(name, " \t=");
	if (value) {
		*value++ = '\0';
		value += strspn(value, " \t");
	}
	if (!strcmp(name, OPTION))
		return usage_error(command, OPTION " %s: a profile cannot have another", path);
	if (!add_word(name) || (value && !add_word(value)))
		return usage_error(command, OPTION " %s: expected no more than %d words", path,
				   WORDS_MAX);
	return OPTIONS_GO_ON;
}

/* Opens a file that nobody but root and the user could have written. */
static FILE *open_trusted(const char *path, const char **why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;
	FILE *file = NULL;

	*why = NULL;
	if (fd < 0)
		return NULL;
	errno = 0;
	if (fstat(fd, &status))
		*why = "cannot be examined";
	else if (!S_ISREG(status.st_mode))
		*why = "is not a file";
	else if (status.st_uid && status.st_uid != geteuid())
		*why = "belongs to another user: make it root's, or your own";
	else if (status.st_mode & 022)
		*why = "can be written by others: chmod go-w";
	else
		file = fdopen(fd, "r");
	if (!file)
		close(fd);
	return file;
}

static int profile_add_file(const char *command, const char *path, FILE *file)
{
	char line[1024], *end;
	int status = OPTIONS_GO_ON;

	while (status == OPTIONS_GO_ON && fgets(line, sizeof(line), file)) {
		end = strchr(line, '\n');
		if (!end && !feof(file))
			status = usage_error(command,
					     OPTION " %s: expected lines of up to %zu bytes", path,
					     sizeof(line) - 2);
		if (end)
			*end = '\0';
		if (status == OPTIONS_GO_ON)
			status = add_line(command, path, line);
	}
	fclose(file);
	return status;
}

/* Finds a profile: a path as it is, a name in the user's directory and in the system's. */
static int add_profile(const char *command, const char *name)
{
	const char *home = getenv("HOME"), *why = NULL;
	char path[2][512];
	unsigned int i, nr = 0;
	FILE *file;

	if (strchr(name, '/')) {
		snprintf(path[nr++], sizeof(path[0]), "%s", name);
	} else {
		if (home && *home == '/')
			snprintf(path[nr++], sizeof(path[0]), "%s/.config/rtlat/%s", home, name);
		snprintf(path[nr++], sizeof(path[0]), "/etc/rtlat/%s", name);
	}
	for (i = 0; i < nr; i++) {
		file = open_trusted(path[i], &why);
		if (file)
			return profile_add_file(command, path[i], file);
		if (why || errno != ENOENT)
			return usage_error(command, OPTION " %s: %s %s", name, path[i],
					   why ? why : strerror(errno));
	}
	return usage_error(command, OPTION " %s: expected a file, or a name in %s", name,
			   "~/.config/rtlat or /etc/rtlat");
}

/* Returns the value of the option at argv[*at], or NULL. *at becomes its last word. */
static const char *profile_at(int argc, char **argv, int *at)
{
	const size_t length = strlen(OPTION);

	if (strncmp(argv[*at], OPTION, length))
		return NULL;
	if (argv[*at][length] == '=')
		return argv[*at] + length + 1;
	return !argv[*at][length] && *at + 1 < argc ? argv[++*at] : NULL;
}

int profile_expand(const char *command, int *argc, char ***argv)
{
	int i, status = OPTIONS_GO_ON, profiles = 0;
	const char *name;

	expanded.used = 0;
	expanded.nr = 0;
	add_word((*argv)[0]);
	for (i = 1; i < *argc && status == OPTIONS_GO_ON && strcmp((*argv)[i], "--"); i++) {
		name = profile_at(*argc, *argv, &i);
		if (!name)
			continue;
		profiles++;
		status = add_profile(command, name);
	}
	if (status != OPTIONS_GO_ON || !profiles)
		return status;
	for (i = 1; i < *argc; i++) {
		if (!add_word((*argv)[i]))
			return usage_error(command, OPTION ": expected no more than %d words",
					   WORDS_MAX);
	}
	*argc = expanded.nr;
	*argv = expanded.word;
	return OPTIONS_GO_ON;
}
