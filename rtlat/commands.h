/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of rtlat: argv[0] is the command's name, the return value the exit status. */
#ifndef COMMANDS_H
#define COMMANDS_H

enum exit_status {
	STATUS_MEASURED = 0,
	STATUS_ERROR = 1,    /* could not measure */
	STATUS_EXCEEDED = 2, /* a threshold or gate was exceeded */
	STATUS_SKIPPED = 77, /* this machine lacks what was asked for */
	STATUS_USAGE = 129,
};

/* Commands that share the option table, as a mask. */
enum command {
	COMMAND_TOP = 1 << 0,
	COMMAND_HIST = 1 << 1,
	COMMAND_MERGE = 1 << 2,
};

int cmd_top(int argc, char **argv);
int cmd_hist(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_restore(int argc, char **argv);

#endif /* COMMANDS_H */
