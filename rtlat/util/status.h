/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of rtlat: argv[0] is the command's name, the return value the exit status. */
#ifndef RTLAT_UTIL_STATUS_H
#define RTLAT_UTIL_STATUS_H

enum exit_status {
	STATUS_MEASURED = 0,
	STATUS_ERROR = 1,    /* could not measure */
	STATUS_EXCEEDED = 2, /* a threshold or gate was exceeded */
	STATUS_SKIPPED = 77, /* this machine lacks something that was asked for */
	STATUS_USAGE = 129,
};

/* Commands that share the option table, as a mask. */
enum command {
	COMMAND_TOP = 1 << 0,
	COMMAND_HIST = 1 << 1,
	COMMAND_MERGE = 1 << 2,
	COMMAND_OSNOISE_TOP = 1 << 3,
	COMMAND_OSNOISE_HIST = 1 << 4,
	COMMAND_HWNOISE = 1 << 5,
	COMMAND_TRACK = 1 << 6,
};

#define COMMANDS_LATENCY (COMMAND_TOP | COMMAND_HIST)
#define COMMANDS_OSNOISE (COMMAND_OSNOISE_TOP | COMMAND_OSNOISE_HIST)
#define COMMANDS_NOISE (COMMANDS_OSNOISE | COMMAND_HWNOISE)

/* Run a command that measures, live or as a histogram. `words` of the arguments are its name. */
int measure_top(enum command command, int argc, char **argv, int words);
int measure_hist(enum command command, int argc, char **argv, int words);

int cmd_top(int argc, char **argv);
int cmd_hist(int argc, char **argv);
int cmd_osnoise(int argc, char **argv);
int cmd_hwnoise(int argc, char **argv);
int cmd_track(int argc, char **argv);
int cmd_sleep(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_restore(int argc, char **argv);

#endif /* RTLAT_UTIL_STATUS_H */
