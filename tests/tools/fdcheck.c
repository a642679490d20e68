// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdcheck CASE CPU [ARGUMENT...]: what an open() and the read()s of timerlat_fd do to a program
 * that holds to their conditions, and to one that does not. Exit status 0, or 1 and a line that
 * says what is wrong.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uapi/linux/timerlat.h>

/* The accuracy of the parts of a latency, which are differences of one clock. */
#define ACCURACY_NS 1000
/* Between two readings of the clock on a machine that does other things too */
#define WAY_NS 10000000

static volatile sig_atomic_t signals;

static void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

static void die(const char *format, ...)
{
	va_list arguments;

	printf("fdcheck: ");
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
	exit(1);
}

static void pin(unsigned long mask)
{
	cpu_set_t set;
	int cpu;

	CPU_ZERO(&set);
	for (cpu = 0; cpu < 64; cpu++) {
		if (mask & (1UL << cpu))
			CPU_SET(cpu, &set);
	}
	if (sched_setaffinity(0, sizeof(set), &set))
		die("cannot use the CPUs %#lx: %m", mask);
}

static int open_fd(int cpu)
{
	char path[80];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/osnoise/per_cpu/cpu%d/timerlat_fd", cpu);
	return open(path, O_RDONLY);
}

static int pin_and_open(int cpu)
{
	int fd;

	pin(1UL << cpu);
	fd = open_fd(cpu);
	if (fd < 0)
		die("open: %m");
	return fd;
}

static void read_record(int fd, struct timerlat_record *record)
{
	ssize_t got = read(fd, record, sizeof(*record));

	if (got != sizeof(*record))
		die("read gave %zd bytes: %m", got);
}

/* Checks what holds of any record. */
static void check_record(const struct timerlat_record *record)
{
	int level;

	if (record->size != sizeof(*record))
		die("#%llu: size %u of %zu", record->seq, record->size, sizeof(*record));
	if (!record->seq || !record->expiry)
		die("seq %llu expiry %llu", record->seq, record->expiry);
	if (record->irq_latency > record->thread_latency || record->late > record->irq_latency)
		die("#%llu: late %llu irq %llu thread %llu", record->seq, record->late,
		    record->irq_latency, record->thread_latency);
	for (level = 0; level < TIMERLAT_NMI; level++) {
		const struct timerlat_culprit *worst = &record->worst[level];

		if (worst->duration > record->time[level] || !worst->duration != !worst->name[0] ||
		    (worst->duration && !record->count[level]) ||
		    memchr(worst->name, 0, sizeof(worst->name)) == NULL)
			die("#%llu level %d: worst %llu '%.16s' of %u, %llu", record->seq, level,
			    worst->duration, worst->name, record->count[level],
			    record->time[level]);
	}
}

/* Checks what holds of a record and the one before. */
static void check_pair(const struct timerlat_record *before, const struct timerlat_record *record,
		       uint64_t period)
{
	if (record->seq != before->seq + 1)
		die("#%llu follows #%llu", record->seq, before->seq);
	if (record->expiry != before->expiry + (record->missed + 1) * period)
		die("#%llu: expiry is %lld ns after the last, missed %llu", record->seq,
		    (long long)(record->expiry - before->expiry), record->missed);
	if (record->return_latency < before->thread_latency)
		die("#%llu: return latency %llu after thread latency %llu", record->seq,
		    record->return_latency, before->thread_latency);
	/* Give or take the way from the clock to the timer. */
	if (record->missed > (record->return_latency + WAY_NS) / period + 1)
		die("#%llu: missed %llu, return latency %llu", record->seq, record->missed,
		    record->return_latency);
}

/* Whoever sleeps through periods has missed them. */
static void read_late(int fd, struct timerlat_record *record, uint64_t period)
{
	uint64_t late;

	usleep(period / 400);
	read_record(fd, record);
	late = record->return_latency / period;
	if (late < 2 || record->missed < late)
		die("#%llu: missed %llu, return latency %llu", record->seq, record->missed,
		    record->return_latency);
}

/* records CPU COUNT PERIOD_US: prints the last expiry. */
static int do_records(int cpu, char **argv)
{
	uint64_t count = strtoull(argv[0], NULL, 10), period = strtoull(argv[1], NULL, 10) * 1000;
	struct timerlat_record before, record;
	uint64_t n;
	int fd = pin_and_open(cpu);

	read_record(fd, &before);
	check_record(&before);
	if (before.seq != 1 || before.return_latency || before.missed)
		die("the first record: seq %llu return latency %llu missed %llu", before.seq,
		    before.return_latency, before.missed);
	for (n = 1; n < count; n++) {
		if (n % 100 == 50)
			read_late(fd, &record, period);
		else
			read_record(fd, &record);
		check_record(&record);
		check_pair(&before, &record, period);
		before = record;
	}
	printf("%llu\n", before.expiry);
	return 0;
}

/* parts CPU COUNT: of each latency add up, for a guest whose clock stands between two readings. */
static int do_parts(int cpu, char **argv)
{
	uint64_t count = strtoull(argv[0], NULL, 10), sum;
	struct timerlat_record record;
	int fd = pin_and_open(cpu), level;

	while (count--) {
		read_record(fd, &record);
		check_record(&record);
		sum = record.late + record.handler + record.dispatch;
		for (level = 0; level < TIMERLAT_LEVELS; level++)
			sum += record.time[level];
		if (llabs((int64_t)(record.thread_latency - sum)) > ACCURACY_NS)
			die("#%llu: thread latency %llu, its parts %" PRIu64, record.seq,
			    record.thread_latency, sum);
		if ((record.flags & TIMERLAT_INCOMPLETE) && record.seq > 1)
			die("#%llu: incomplete", record.seq);
	}
	return 0;
}

/* open CPU MASK: says how the open() of the CPU's file goes for a thread on the CPUs of MASK. */
static int do_open(int cpu, char **argv)
{
	pin(strtoul(argv[0], NULL, 0));
	printf("%s\n", open_fd(cpu) < 0 ? strerrorname_np(errno) : "0");
	return 0;
}

/* A buffer of `size` gets `want` bytes, no byte more, and a record that knows its size. */
static uint32_t check_size(int fd, size_t size, ssize_t want, uint64_t seq)
{
	unsigned char buffer[1024];
	struct timerlat_record record;
	ssize_t got;
	size_t i;

	memset(buffer, 0xa5, sizeof(buffer));
	got = read(fd, buffer, size);
	if (got != want)
		die("a buffer of %zu gets %zd bytes", size, got);
	for (i = got; i < sizeof(buffer); i++) {
		if (buffer[i] != 0xa5)
			die("a buffer of %zu: byte %zu was written", size, i);
	}
	memset(&record, 0, sizeof(record));
	memcpy(&record, buffer, got);
	if (got && (record.size != got || record.seq != seq))
		die("a buffer of %zu: size %u, seq %llu instead of %" PRIu64, size, record.size,
		    record.seq, seq);
	return record.size;
}

/* sizes CPU: each read() is an activation, however little it gets. */
static int do_sizes(int cpu, char **argv)
{
	static const size_t sizes[] = { 0,   1, 8, 63, 64, 65, 100, sizeof(struct timerlat_record),
					1024 };
	int fd = pin_and_open(cpu);
	uint64_t seq = 0;
	void *nowhere;
	ssize_t want;
	size_t i;

	(void)argv;
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		want = sizes[i] < 64 ? 0 : sizes[i];
		if (sizes[i] > sizeof(struct timerlat_record))
			want = sizeof(struct timerlat_record);
		check_size(fd, sizes[i], want, ++seq);
	}
	nowhere = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (read(fd, nowhere, 1024) != -1 || errno != EFAULT)
		die("a buffer that is not mapped: %m instead of EFAULT");
	check_size(fd, 1024, sizeof(struct timerlat_record), seq + 2);
	return 0;
}

static void count_signal(int number)
{
	(void)number;
	signals++;
}

static void alarms(int flags, long us)
{
	struct sigaction action = { .sa_handler = count_signal, .sa_flags = flags };
	struct itimerval interval = { .it_interval.tv_usec = us, .it_value.tv_usec = us };

	sigemptyset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &interval, NULL);
}

/* The activation that a signal came into is delivered once, late as it may be. */
static void read_through(int fd, struct timerlat_record *record, uint64_t *interrupted)
{
	ssize_t got;

	do {
		got = read(fd, record, sizeof(*record));
		if (got < 0 && errno != EINTR)
			die("read: %m");
		*interrupted += got < 0;
	} while (got < 0);
	if (got != sizeof(*record))
		die("read gave %zd bytes", got);
}

/* signals CPU PERIOD_US: signals at twice the rate, without and with SA_RESTART. */
static int do_signals(int cpu, char **argv)
{
	uint64_t period = strtoull(argv[0], NULL, 10) * 1000, interrupted = 0, flagged = 0;
	struct timerlat_record before, record;
	int fd = pin_and_open(cpu), n, flags;

	read_record(fd, &before);
	for (flags = 0;; flags = SA_RESTART) {
		interrupted = 0;
		flagged = 0;
		signals = 0;
		alarms(flags, period / 2000);
		for (n = 0; n < 20; n++) {
			read_through(fd, &record, &interrupted);
			check_record(&record);
			check_pair(&before, &record, period);
			flagged += !!(record.flags & TIMERLAT_INTERRUPTED);
			before = record;
		}
		if (signals < 10 || !flagged)
			die("%d signals, %" PRIu64 " records say so", (int)signals, flagged);
		if (!flags != !!interrupted)
			die("sa_flags %#x: %" PRIu64 " times EINTR", flags, interrupted);
		if (flags)
			return 0;
	}
}

static void *read_elsewhere(void *fd)
{
	struct timerlat_record record;

	return (void *)(long)(read(*(int *)fd, &record, sizeof(record)) < 0 ? errno : 0);
}

/* others CPU: the file is the thread's that opened it, not its children's or its siblings'. */
static int do_others(int cpu, char **argv)
{
	struct timerlat_record record;
	int fd = pin_and_open(cpu), status = 0;
	pthread_t thread;
	void *err;
	pid_t pid;

	(void)argv;
	read_record(fd, &record);
	pid = fork();
	if (!pid)
		_exit((int)(long)read_elsewhere(&fd));
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != W_EXITCODE(EINVAL, 0))
		die("a child's read: status %#x instead of EINVAL", status);
	if (pthread_create(&thread, NULL, read_elsewhere, &fd) || pthread_join(thread, &err))
		die("cannot have a thread");
	if ((long)err != EINVAL)
		die("another thread's read: %ld instead of EINVAL", (long)err);
	read_record(fd, &record);
	if (record.seq != 2)
		die("seq %llu after what others tried", record.seq);
	return 0;
}

/* hold CPU read|spin|sleep: says "ready" and goes on until it is killed. */
static int do_hold(int cpu, char **argv)
{
	bool spin = !strcmp(argv[0], "spin"), work = !strcmp(argv[0], "sleep");
	struct timerlat_record record, before = { .seq = 0 };
	int fd = pin_and_open(cpu);

	setlinebuf(stdout);
	for (;;) {
		read_record(fd, &record);
		if (record.seq != before.seq + 1)
			die("#%llu follows #%llu", record.seq, before.seq);
		before = record;
		if (record.seq == 1)
			printf("ready\n");
		while (spin)
			__asm__ volatile("" ::: "memory");
		if (work)
			usleep(150000);
	}
}

/* leave CPU TO: goes to another CPU, and should not live to tell. */
static int do_leave(int cpu, char **argv)
{
	struct timerlat_record record;
	int fd = pin_and_open(cpu);

	read_record(fd, &record);
	pin(1UL << atoi(argv[0]));
	if (read(fd, &record, sizeof(record)) >= 0)
		die("a record from the wrong CPU: seq %llu", record.seq);
	sleep(5);
	die("still alive");
}

static const struct {
	const char *name;
	int arguments;
	int (*run)(int cpu, char **argv);
} cases[] = {
	{ "open", 1, do_open },   { "records", 2, do_records }, { "parts", 1, do_parts },
	{ "sizes", 0, do_sizes }, { "signals", 1, do_signals }, { "others", 0, do_others },
	{ "hold", 1, do_hold },   { "leave", 1, do_leave },
};

int main(int argc, char **argv)
{
	size_t i;

	for (i = 0; argc >= 3 && i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (!strcmp(argv[1], cases[i].name) && argc == cases[i].arguments + 3)
			return cases[i].run(atoi(argv[2]), argv + 3);
	}
	fprintf(stderr, "Usage: fdcheck CASE CPU [ARGUMENT...]\n");
	return 129;
}
