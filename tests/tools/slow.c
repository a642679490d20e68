// SPDX-License-Identifier: GPL-2.0-only
/*
 * slow read|wakeup|udp|tcp TIMES US
 * slow disk TIMES DEVICE
 * Has a task named victim wait that long each time, and writes when each wait began and ended,
 * CLOCK_MONOTONIC, ns:
 *	read	in a read() of a pipe that another task is late to write to
 *	wakeup	for its CPU, woken by a task named ahead that keeps it
 *	udp	with a packet that it does not read from its socket
 *	tcp	the same
 *	disk	for the disk, in a read()
 * All run on CPU 0.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rtlat.h"

#define BLOCK 4096
#define PRIORITY_AHEAD 90
#define PRIORITY_VICTIM 50
#define PAUSE_US 20000

static void check(long result, const char *what)
{
	if (result >= 0)
		return;
	fprintf(stderr, "slow: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

static void rest(unsigned int us)
{
	struct timespec time = { us / 1000000, us % 1000000 * 1000L };

	check(nanosleep(&time, NULL), "nanosleep");
}

static void be_busy_until(uint64_t end)
{
	/* Instructions that cost the host of a deterministic guest nearly nothing. */
	while (now_ns() < end)
		__asm__ volatile(".rept 200\n\tnop\n\t.endr");
}

static void be(const char *name, int priority)
{
	struct sched_param param = { .sched_priority = priority };
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	check(prctl(PR_SET_NAME, name), "prctl");
	check(sched_setaffinity(0, sizeof(cpus), &cpus), "sched_setaffinity");
	check(sched_setscheduler(0, SCHED_FIFO, &param), "sched_setscheduler");
}

static void tell(uint64_t begin, uint64_t end)
{
	printf("%" PRIu64 " %" PRIu64 "\n", begin, end);
	fflush(stdout);
}

static void read_late(unsigned int times, const char *us)
{
	int go[2], data[2];
	uint64_t begin;
	char byte = 0;

	check(pipe(go), "pipe");
	check(pipe(data), "pipe");
	if (!fork()) {
		be("feeder", PRIORITY_VICTIM);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (read(go[0], &byte, 1) == 1) {
			rest(atoi(us));
			check(write(data[1], &byte, 1), "write");
		}
		exit(0);
	}
	be("victim", PRIORITY_VICTIM);
	while (times--) {
		rest(PAUSE_US);
		check(write(go[1], &byte, 1), "write");
		begin = now_ns();
		check(read(data[0], &byte, 1), "read");
		tell(begin, now_ns());
	}
}

static void wake_late(unsigned int times, const char *us)
{
	uint64_t begin, end;
	char byte = 0;
	int data[2];

	check(pipe(data), "pipe");
	if (!fork()) {
		be("victim", PRIORITY_VICTIM);
		close(data[1]);
		while (read(data[0], &byte, 1) == 1)
			;
		exit(0);
	}
	be("ahead", PRIORITY_AHEAD);
	while (times--) {
		rest(PAUSE_US);
		begin = now_ns();
		check(write(data[1], &byte, 1), "write");
		end = begin + strtoull(us, NULL, 10) * 1000;
		be_busy_until(end);
		end = now_ns();
		/* The victim runs as soon as this waits. */
		rest(PAUSE_US);
		tell(begin, end);
	}
	close(data[1]);
	wait(NULL);
}

/* A pair of connected sockets of the loopback device. */
static void connect_pair(int type, int pair[2])
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	socklen_t length = sizeof(address);
	int listener = socket(AF_INET, type, 0), one = 1;

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	check(listener, "socket");
	check(bind(listener, (struct sockaddr *)&address, length), "bind");
	check(getsockname(listener, (struct sockaddr *)&address, &length), "getsockname");
	pair[0] = socket(AF_INET, type, 0);
	pair[1] = listener;
	if (type == SOCK_STREAM)
		check(listen(listener, 1), "listen");
	check(connect(pair[0], (struct sockaddr *)&address, length), "connect");
	if (type != SOCK_STREAM)
		return;
	pair[1] = accept(listener, NULL, NULL);
	check(pair[1], "accept");
	check(setsockopt(pair[0], IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)), "setsockopt");
}

static void receive_late(int type, unsigned int times, const char *us)
{
	char data[100] = { 0 };
	uint64_t begin;
	int pair[2];

	be("victim", PRIORITY_VICTIM);
	connect_pair(type, pair);
	while (times--) {
		rest(PAUSE_US);
		begin = now_ns();
		check(send(pair[0], data, sizeof(data), 0), "send");
		rest(atoi(us));
		check(recv(pair[1], data, sizeof(data), 0), "recv");
		tell(begin, now_ns());
	}
}

static void disk_late(unsigned int times, const char *device)
{
	int file = open(device, O_RDONLY | O_DIRECT);
	uint64_t begin;
	off_t offset;
	void *data;

	check(file, device);
	if (posix_memalign(&data, BLOCK, BLOCK))
		exit(1);
	be("victim", PRIORITY_VICTIM);
	for (offset = 0; times--; offset += BLOCK) {
		rest(PAUSE_US);
		begin = now_ns();
		check(pread(file, data, BLOCK, offset), "pread");
		tell(begin, now_ns());
	}
	free(data);
}

int main(int argc, char **argv)
{
	unsigned int times;

	if (argc != 4) {
		fprintf(stderr, "Usage: slow read|wakeup|udp|tcp|disk TIMES US|DEVICE\n");
		return 129;
	}
	times = atoi(argv[2]);
	if (!strcmp(argv[1], "read"))
		read_late(times, argv[3]);
	else if (!strcmp(argv[1], "wakeup"))
		wake_late(times, argv[3]);
	else if (!strcmp(argv[1], "udp"))
		receive_late(SOCK_DGRAM, times, argv[3]);
	else if (!strcmp(argv[1], "tcp"))
		receive_late(SOCK_STREAM, times, argv[3]);
	else if (!strcmp(argv[1], "disk"))
		disk_late(times, argv[3]);
	else
		return 129;
	return 0;
}
