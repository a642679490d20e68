// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch threads|trace MARK_MS[,MARK_MS...] FILE COMMAND [ARGUMENT...]: start a measuring tool, its
 * output going to FILE, and say
 *	first CPU_NS NS				what its first sample took of CPU time, and of time
 *	mark MS MAIN_NS ALL_NS PEAK_KB SHARE_KB	that long after the first sample: CPU time of its
 *						main process and of all its processes, peak resident
 *						memory of the main one, and the memory of all, shared
 *						pages counted once (PSS)
 *	status N				its exit status, 128 + N: killed by signal N
 * The first sample is when a measuring thread, its own of a real-time policy or the kernel's
 * timerlat/N or our module's rtlat/N, has slept a few times; with `trace` a trace buffer must have
 * an entry besides.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rtlat.h"

#define BUFFERS "/sys/kernel/tracing/instances/*/per_cpu/cpu*/stats"
#define SLEEPS_ENOUGH 3
#define FIRST_LIMIT_NS (20 * RTLAT_NSEC_PER_SEC)

struct watched {
	pid_t main;
	bool trace;
	uint64_t started;
};

struct usage {
	uint64_t main_cpu;
	uint64_t all_cpu;
	uint64_t peak_kb;
	uint64_t share_kb;
};

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	return clock_gettime(clock, &now) ? 0 : now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

static uint64_t process_cpu(pid_t pid)
{
	clockid_t clock;

	return clock_getcpuclockid(pid, &clock) ? 0 : clock_ns(clock);
}

/* The number after `key` in a file of lines; 0 where there is none. */
static uint64_t file_number(const char *path, const char *key)
{
	FILE *file = fopen(path, "re");
	uint64_t number = 0;
	char line[256];

	while (file && fgets(line, sizeof(line), file)) {
		if (!strncmp(line, key, strlen(key))) {
			number = strtoull(line + strlen(key), NULL, 10);
			break;
		}
	}
	if (file)
		fclose(file);
	return number;
}

/* Reads the text behind the name in /proc/PID/stat, or a task's; false when it has ended. */
static bool read_stat(const char *path, char name[32], char rest[512])
{
	FILE *file = fopen(path, "re");
	char line[640], *open, *close;
	bool got;

	if (!file)
		return false;
	got = fgets(line, sizeof(line), file);
	fclose(file);
	open = got ? strchr(line, '(') : NULL;
	close = got ? strrchr(line, ')') : NULL;
	if (!open || !close)
		return false;
	snprintf(name, 32, "%.*s", (int)(close - open - 1), open + 1);
	snprintf(rest, 512, "%s", close + 2);
	return true;
}

/* Fields counted as proc(5) does, from the state, which is the third. */
static long stat_field(const char *rest, int field)
{
	for (; field > 3 && rest; field--) {
		rest = strchr(rest, ' ');
		rest = rest ? rest + 1 : NULL;
	}
	return rest ? strtol(rest, NULL, 10) : 0;
}

static bool slept_enough(const char *task)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/status", task);
	return file_number(path, "voluntary_ctxt_switches:") >= SLEEPS_ENOUGH;
}

/* Is one of the process's threads measuring? */
static bool has_measuring_thread(pid_t pid)
{
	char path[64], task[80], stat[96], name[32], rest[512];
	struct dirent *entry;
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	while (dir && !found && (entry = readdir(dir))) {
		if (!isdigit(entry->d_name[0]))
			continue;
		snprintf(task, sizeof(task), "%s/%d", path, atoi(entry->d_name));
		snprintf(stat, sizeof(stat), "%s/stat", task);
		if (read_stat(stat, name, rest) && stat_field(rest, 41) != SCHED_OTHER)
			found = slept_enough(task);
	}
	if (dir)
		closedir(dir);
	return found;
}

static bool is_kernel_workload(pid_t pid, const char *name)
{
	char path[64];

	if (strncmp(name, "timerlat/", 9) != 0 && strncmp(name, "rtlat/", 6) != 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%d", pid);
	return slept_enough(path);
}

/* Call `each` for every process that is not older than the tool, until it returns true. */
static bool walk(struct watched *watched, void *data,
		 bool (*each)(struct watched *watched, pid_t pid, const char *name, bool own,
			      void *data))
{
	char path[64], name[32], rest[512];
	struct dirent *entry;
	bool found = false;
	DIR *dir = opendir("/proc");

	while (dir && !found && (entry = readdir(dir))) {
		pid_t pid = atoi(entry->d_name);

		if (pid < watched->main)
			continue;
		snprintf(path, sizeof(path), "/proc/%d/stat", pid);
		if (read_stat(path, name, rest))
			found = each(watched, pid, name, stat_field(rest, 5) == watched->main,
				     data);
	}
	if (dir)
		closedir(dir);
	return found;
}

static bool measures(struct watched *watched, pid_t pid, const char *name, bool own, void *data)
{
	(void)watched;
	(void)data;
	return own ? has_measuring_thread(pid) : is_kernel_workload(pid, name);
}

static bool add_usage(struct watched *watched, pid_t pid, const char *name, bool own, void *data)
{
	struct usage *usage = data;
	char path[64];

	(void)name;
	if (!own)
		return false;
	usage->all_cpu += process_cpu(pid);
	snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", pid);
	usage->share_kb += file_number(path, "Pss:");
	if (pid == watched->main) {
		usage->main_cpu = process_cpu(pid);
		snprintf(path, sizeof(path), "/proc/%d/status", pid);
		usage->peak_kb = file_number(path, "VmHWM:");
	}
	return false;
}

static struct usage use(struct watched *watched)
{
	struct usage usage = { 0 };

	walk(watched, &usage, add_usage);
	return usage;
}

static bool has_entries(void)
{
	bool found = false;
	glob_t buffers;
	size_t i;

	if (glob(BUFFERS, 0, NULL, &buffers))
		return false;
	for (i = 0; i < buffers.gl_pathc && !found; i++)
		found = file_number(buffers.gl_pathv[i], "entries: ") ||
			file_number(buffers.gl_pathv[i], "read events: ");
	globfree(&buffers);
	return found;
}

static void sleep_until(uint64_t ns)
{
	const struct timespec time = {
		.tv_sec = ns / RTLAT_NSEC_PER_SEC,
		.tv_nsec = ns % RTLAT_NSEC_PER_SEC,
	};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

/* Returns when it was; 0: there will be none. */
static uint64_t await_first(struct watched *watched)
{
	uint64_t limit = watched->started + FIRST_LIMIT_NS, now;
	siginfo_t ended = { 0 };

	while ((now = clock_ns(CLOCK_MONOTONIC)) < limit) {
		if (walk(watched, NULL, measures) && (!watched->trace || has_entries())) {
			printf("first %llu %llu\n", (unsigned long long)use(watched).all_cpu,
			       (unsigned long long)(now - watched->started));
			return now;
		}
		if (waitid(P_PID, watched->main, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
		    ended.si_pid)
			return 0;
		sleep_until(clock_ns(CLOCK_MONOTONIC) + RTLAT_NSEC_PER_MSEC);
	}
	return 0;
}

static void report_marks(struct watched *watched, uint64_t first, char *marks)
{
	char *mark;

	for (mark = strtok(marks, ","); mark; mark = strtok(NULL, ",")) {
		uint64_t ms = strtoull(mark, NULL, 10);
		struct usage usage;

		sleep_until(first + ms * RTLAT_NSEC_PER_MSEC);
		usage = use(watched);
		printf("mark %llu %llu %llu %llu %llu\n", (unsigned long long)ms,
		       (unsigned long long)usage.main_cpu, (unsigned long long)usage.all_cpu,
		       (unsigned long long)usage.peak_kb, (unsigned long long)usage.share_kb);
	}
}

static void run_tool(const char *output, char **command)
{
	int fd = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	setpgid(0, 0);
	if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
		_exit(127);
	execvp(command[0], command);
	_exit(127);
}

int main(int argc, char **argv)
{
	const struct sched_param above_all = { .sched_priority = 98 };
	struct watched watched = { 0 };
	uint64_t first;
	int status;

	if (argc < 5 || (strcmp(argv[1], "threads") && strcmp(argv[1], "trace"))) {
		fprintf(stderr, "Usage: watch threads|trace MARK_MS[,...] FILE COMMAND...\n");
		return 129;
	}
	watched.trace = !strcmp(argv[1], "trace");
	watched.started = clock_ns(CLOCK_MONOTONIC);
	watched.main = fork();
	if (watched.main == 0)
		run_tool(argv[3], argv + 4);
	if (watched.main < 0 || sched_setscheduler(0, SCHED_FIFO, &above_all)) {
		fprintf(stderr, "watch: %s\n", strerror(errno));
		return 1;
	}
	first = await_first(&watched);
	if (first)
		report_marks(&watched, first, argv[2]);
	else
		kill(-watched.main, SIGKILL);
	if (waitpid(watched.main, &status, 0) != watched.main)
		return 1;
	printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	return 0;
}
