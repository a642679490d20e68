// SPDX-License-Identifier: GPL-2.0-only
/* The program: its commands, the help on them, and the call of the command that was named. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/util/status.h"
#include "rtlat/util/message.h"
#include "rtlat/util/nearest.h"
#include "rtlat.h"
#include "rtlat/action/stop_signal.h"

struct command_entry {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
};

static const struct command_entry commands[] = {
	{ "top", cmd_top, "measure latencies, and show each CPU live" },
	{ "hist", cmd_hist, "measure latencies, and print a histogram of each CPU" },
	{ "osnoise", cmd_osnoise,
	  "measure what CPUs lose to interference: osnoise top, osnoise hist" },
	{ "hwnoise", cmd_hwnoise, "measure what CPUs lose to firmware, hardware and hypervisors" },
	{ "track", cmd_track, "measure delays of wakeups, disk requests, system calls, packets" },
	{ "sleep", cmd_sleep, "show how long each task was off its CPU, and why" },
	{ "compare", cmd_compare, "show in what results differ by more than chance" },
	{ "report", cmd_report, "write a page of HTML about results" },
	{ "merge", cmd_merge, "add results up into one, or write one in another format" },
	{ "check", cmd_check, "show what this machine offers, and what stands in the way" },
	{ "restore", cmd_restore, "undo what a killed rtlat left changed" },
};

#define NR_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int print_help(void)
{
	size_t i;

	printf("Usage: rtlat COMMAND [options]\n"
	       "\n"
	       "Measure how late timers and threads run on each CPU, and what made them late.\n"
	       "\n"
	       "Commands:\n");
	for (i = 0; i < NR_COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].help);
	printf("\n"
	       "  rtlat help COMMAND     the options of a command\n"
	       "  rtlat --version        the version\n"
	       "\n"
	       "'rtlat timerlat [top|hist]' is the same as 'rtlat top' and 'rtlat hist'.\n");
	return finish_stdout(NULL);
}

static int print_version(void)
{
	printf("rtlat %s\n", RTLAT_VERSION);
	return finish_stdout(NULL);
}

static int report_command(const char *name)
{
	struct nearest nearest = { .word = name };
	char hint[NEAREST_HINT_SIZE];
	size_t i;

	for (i = 0; i < NR_COMMANDS; i++)
		nearest_try(&nearest, commands[i].name);
	return usage_error(NULL, "%s: unknown command%s", name, nearest_hint(&nearest, "", hint));
}

static const struct command_entry *find_command(const char *name)
{
	size_t i;

	for (i = 0; i < NR_COMMANDS; i++) {
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	}
	return NULL;
}

/* "timerlat [top|hist] [-options]": top where no command is named. */
static int run_timerlat(int argc, char **argv)
{
	static char top[] = "top";

	if (argc < 2 || argv[1][0] == '-') {
		argv[0] = top;
		return cmd_top(argc, argv);
	}
	if (!strcmp(argv[1], "top"))
		return cmd_top(argc - 1, argv + 1);
	if (!strcmp(argv[1], "hist"))
		return cmd_hist(argc - 1, argv + 1);
	return usage_error(NULL, "timerlat %s: expected top or hist", argv[1]);
}

/*
 * A standard stream that was closed must not become the next file that is opened, or messages
 * would end up in it. It is occupied so that using it still fails.
 */
static void occupy_standard_streams(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			exit(STATUS_ERROR);
	}
}

static int run_command(int argc, char **argv)
{
	const struct command_entry *command;

	if (!strcmp(argv[0], "timerlat"))
		return run_timerlat(argc, argv);
	command = find_command(argv[0]);
	if (!command)
		return report_command(argv[0]);
	return command->run(argc, argv);
}

/* "help [COMMAND [top|hist...]]" is the command's --help. */
static int run_help(int argc, char **argv)
{
	static char option[] = "--help";
	char *words[] = { argv[1], option, NULL, NULL };
	int nr = 2;

	if (argc < 2)
		return print_help();
	if (argc > 2) {
		words[1] = argv[2];
		words[nr++] = option;
	}
	return run_command(nr, words);
}

/* True if the program was called by a link with the name of a command, as rtla can be. */
static bool is_alias(const char *name)
{
	return !strcmp(name, "timerlat") || !strcmp(name, "osnoise") || !strcmp(name, "hwnoise");
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
	return !strcmp(word, a) || !strcmp(word, b) || !strcmp(word, c);
}

int main(int argc, char **argv)
{
	char *name = argc ? basename(argv[0]) : NULL;

	occupy_standard_streams();
	stop_signal_init();
	if (name && is_alias(name)) {
		argv[0] = name;
		return run_command(argc, argv);
	}
	if (argc < 2)
		return usage_error(NULL, "no command given; 'rtlat top' shows every CPU live");
	if (is_one_of(argv[1], "help", "--help", "-h"))
		return run_help(argc - 1, argv + 1);
	if (is_one_of(argv[1], "version", "--version", "-V"))
		return print_version();
	return run_command(argc - 1, argv + 1);
}
