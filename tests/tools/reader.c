// SPDX-License-Identifier: GPL-2.0-only
/*
 * reader CPU READS OPENS: opens the CPU's timerlat_fd OPENS times (0: until SIGTERM), and reads
 * it READS times each (0: until it is killed for it). That the kernel kills it, that the CPU is
 * offline, or that there is no tracer now is no fault: it tries again. A record that cannot be
 * right is one, and so is a file that does not open though nobody has it. The last line says how
 * often it did what. Its work is done by a child, which the kernel may kill; it is named
 * reading/CPU while it has the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <uapi/linux/timerlat.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rtlat.h"

#define PRIORITY 50

/* Shared with the children, of which there is one at a time. */
struct counts {
	uint64_t opens;
	uint64_t reads;
	uint64_t killed;
};

struct reader {
	uint64_t cpu;
	uint64_t reads;
	uint64_t opens;
	char path[64];
	char name[16];
	struct counts *counts;
};

static __attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("reader: ", stdout);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	exit(1);
}

static void pause_ms(long ms)
{
	const struct timespec time = { 0, ms * 1000000 };

	nanosleep(&time, NULL);
}

static bool bind_to(uint64_t cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return !sched_setaffinity(0, sizeof(set), &set);
}

/* Checks a record; `before` is all zero for the first one after opening. */
static void check_record(const struct timerlat_record *record, ssize_t size,
			 const struct timerlat_record *before)
{
	if (size != (ssize_t)sizeof(*record) || record->size != sizeof(*record))
		fail("read() returned %zd, the record says %u", size, record->size);
	if (record->seq != before->seq + 1)
		fail("activation %llu follows %llu", record->seq, before->seq);
	if (before->seq && record->expiry <= before->expiry)
		fail("expiry %llu follows %llu", record->expiry, before->expiry);
	if (record->thread_latency < record->irq_latency)
		fail("thread latency %llu, IRQ latency %llu", record->thread_latency,
		     record->irq_latency);
}

static void read_file(struct reader *reader, int fd)
{
	struct timerlat_record record, before = { 0 };
	ssize_t size;
	uint64_t i;

	for (i = 0; !reader->reads || i < reader->reads; i++) {
		size = read(fd, &record, sizeof(record));
		/* The kernel has taken the file from us; SIGKILL is on its way. */
		if (size < 0)
			return;
		check_record(&record, size, &before);
		before = record;
		reader->counts->reads++;
	}
}

/* EBUSY can last as long as the kernel needs to see that a reader that was killed is gone. */
static int open_file(const struct reader *reader)
{
	int fd, busy;

	for (busy = 0; busy < 1000;) {
		if (!bind_to(reader->cpu)) {
			pause_ms(20);
			continue;
		}
		fd = open(reader->path, O_RDONLY | O_CLOEXEC);
		if (fd >= 0)
			return fd;
		if (errno == EBUSY)
			busy++;
		else if (errno != EINVAL && errno != EPERM)
			fail("open: %s", strerror(errno));
		pause_ms(20);
	}
	fail("nobody gives back the file");
}

static __attribute__((noreturn)) void work(struct reader *reader, pid_t parent)
{
	const struct sched_param param = { .sched_priority = PRIORITY };
	int fd;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		exit(1);
	if (sched_setscheduler(0, SCHED_FIFO, &param))
		fail("sched_setscheduler: %s", strerror(errno));
	while (!reader->opens || reader->counts->opens < reader->opens) {
		fd = open_file(reader);
		prctl(PR_SET_NAME, reader->name);
		reader->counts->opens++;
		read_file(reader, fd);
		prctl(PR_SET_NAME, "reader");
		close(fd);
	}
	exit(0);
}

/* How the child ended. A SIGTERM meanwhile, as the caller blocks it, ends the child and *more. */
static int wait_for(pid_t child, const sigset_t *signals, bool *more)
{
	int status, signal;

	while (waitpid(child, &status, WNOHANG) == 0) {
		sigwait(signals, &signal);
		if (signal != SIGTERM)
			continue;
		*more = false;
		kill(child, SIGKILL);
	}
	return status;
}

/* One child's life; how the program is to end, if *more is false then. */
static int run_child(struct reader *reader, const sigset_t *signals, bool *more)
{
	pid_t parent = getpid(), child;
	int status;

	fflush(stdout);
	child = fork();
	if (child < 0)
		fail("fork: %s", strerror(errno));
	if (!child) {
		sigprocmask(SIG_UNBLOCK, signals, NULL);
		work(reader, parent);
	}
	status = wait_for(child, signals, more);
	if (WIFEXITED(status)) {
		*more = false;
		return WEXITSTATUS(status);
	}
	if (WTERMSIG(status) != SIGKILL)
		fail("ended by signal %d", WTERMSIG(status));
	if (*more)
		reader->counts->killed++;
	return 0;
}

int main(int argc, char **argv)
{
	struct reader reader = { 0 };
	bool more = true;
	sigset_t signals;
	int ret = 0;

	if (argc != 4 || rtlat_parse_u64(argv[1], 0, CPU_SETSIZE - 1, &reader.cpu) ||
	    rtlat_parse_u64(argv[2], 0, UINT64_MAX, &reader.reads) ||
	    rtlat_parse_u64(argv[3], 0, UINT64_MAX, &reader.opens)) {
		fprintf(stderr, "Usage: reader CPU READS OPENS\n");
		return 129;
	}
	snprintf(reader.path, sizeof(reader.path),
		 "/sys/kernel/tracing/osnoise/per_cpu/cpu%u/timerlat_fd", (unsigned int)reader.cpu);
	snprintf(reader.name, sizeof(reader.name), "reading/%u", (unsigned int)reader.cpu);
	reader.counts = mmap(NULL, sizeof(*reader.counts), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (reader.counts == MAP_FAILED)
		fail("mmap: %s", strerror(errno));
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	while (more)
		ret = run_child(&reader, &signals, &more);
	printf("opens %" PRIu64 " reads %" PRIu64 " killed %" PRIu64 "\n", reader.counts->opens,
	       reader.counts->reads, reader.counts->killed);
	return ret;
}
