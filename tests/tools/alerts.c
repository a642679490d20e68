// SPDX-License-Identifier: GPL-2.0-only
/*
 * alerts FILE SECONDS: writes what alerts a latency tracker has from now on and until then, a line
 * each, with NAME=VALUE between tabs; stacks as names of functions. Writes "ready" when it listens.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uapi/linux/latency_tracker.h>
#include <unistd.h>

#include "rtlat.h"
#include "lib/symbols/kernel.h"

/* At once, and in all. */
#define ALERTS 16
#define ALERTS_MAX 512
#define FRAMES_MAX 1000

static struct latency_alert alerts[ALERTS_MAX];
static unsigned int nr_alerts;
static struct rtlat_frame frames[FRAMES_MAX];
static unsigned int nr_frames;

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

/* Most alerts have the same addresses, and to look names up takes long: each only once. */
static struct rtlat_frame *frame_of(uint64_t address)
{
	unsigned int i;

	for (i = 0; i < nr_frames; i++) {
		if (frames[i].address == address)
			return &frames[i];
	}
	if (nr_frames == FRAMES_MAX)
		return &frames[0];
	frames[nr_frames].address = address;
	return &frames[nr_frames++];
}

static void print_stack(const char *name, const __u64 *stack, unsigned int size)
{
	unsigned int i;

	printf("\t%s=", name);
	for (i = 0; i < size; i++)
		printf(" %s", frame_of(stack[i])->symbol);
}

static void find_frames(const __u64 *stack, unsigned int size)
{
	unsigned int i;

	for (i = 0; i < size; i++)
		frame_of(stack[i]);
}

static void print(const struct latency_alert *alert)
{
	printf("tracker=%u\tflags=%u\ttime=%" PRIu64 "\tdelay=%" PRIu64 "\tthreshold=%" PRIu64
	       "\tlost=%" PRIu64,
	       alert->tracker, alert->flags, (uint64_t)alert->time, (uint64_t)alert->delay,
	       (uint64_t)alert->threshold, (uint64_t)alert->lost);
	printf("\tcpu=%d\tpid=%d\ttgid=%d\tprio=%d\tcomm=%.16s", alert->cpu, alert->pid,
	       alert->tgid, alert->prio, alert->comm);
	printf("\tother_pid=%d\tother_prio=%d\tother_comm=%.16s\tother_time=%" PRIu64,
	       alert->other_pid, alert->other_prio, alert->other_comm, (uint64_t)alert->other_time);
	printf("\tkey=%" PRIu64 " %" PRIu64 " %" PRIu64 "\tname=%.32s", (uint64_t)alert->key[0],
	       (uint64_t)alert->key[1], (uint64_t)alert->key[2], alert->name);
	print_stack("stack", alert->stack, alert->stack_size);
	print_stack("other_stack", alert->other_stack, alert->other_stack_size);
	putchar('\n');
}

static void print_all(void)
{
	unsigned int i;

	for (i = 0; i < nr_alerts; i++) {
		find_frames(alerts[i].stack, alerts[i].stack_size);
		find_frames(alerts[i].other_stack, alerts[i].other_stack_size);
	}
	symbols_resolve(frames, nr_frames);
	for (i = 0; i < nr_alerts; i++)
		print(&alerts[i]);
}

static int die(const char *what)
{
	fprintf(stderr, "alerts: %s: %s\n", what, strerror(errno));
	return 1;
}

/* Checks the errors of reads without enough room for a record. */
static int check_errors(int file)
{
	char byte;

	if (read(file, &byte, 1) != -1 || errno != EINVAL)
		return die("read() of one byte is not EINVAL");
	return 0;
}

static bool is_alert(const struct latency_alert *alert)
{
	return alert->size == sizeof(*alert) && alert->stack_size <= LATENCY_ALERT_STACK &&
	       alert->other_stack_size <= LATENCY_ALERT_STACK;
}

static int read_alerts(int file)
{
	const ssize_t one = sizeof(alerts[0]);
	ssize_t size, i;

	if (nr_alerts + ALERTS > ALERTS_MAX) {
		errno = ENOSPC;
		return die("too many alerts");
	}
	size = read(file, &alerts[nr_alerts], ALERTS * one);
	if (size < 0)
		return errno == EAGAIN ? 0 : die("read");
	if (!size || size % one) {
		fprintf(stderr, "alerts: read() gives %zd bytes\n", size);
		return 1;
	}
	for (i = 0; i < size / one; i++) {
		if (!is_alert(&alerts[nr_alerts++])) {
			fprintf(stderr, "alerts: a record is none\n");
			return 1;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct pollfd wait = { .events = POLLIN };
	uint64_t end, now;
	int err;

	if (argc != 3) {
		fprintf(stderr, "Usage: alerts FILE SECONDS\n");
		return 129;
	}
	wait.fd = open(argv[1], O_RDONLY | O_NONBLOCK);
	if (wait.fd < 0)
		return die(argv[1]);
	err = check_errors(wait.fd);
	puts("ready");
	fflush(stdout);
	end = now_ns() + strtoull(argv[2], NULL, 10) * RTLAT_NSEC_PER_SEC;
	while (!err && (now = now_ns()) < end) {
		if (poll(&wait, 1, (end - now) / RTLAT_NSEC_PER_MSEC + 1) > 0)
			err = read_alerts(wait.fd);
	}
	close(wait.fd);
	if (!err)
		print_all();
	return err;
}
