// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_loop CPU WORK_US SECONDS: a periodic control loop whose response time rtlat shows.
 *
 * The timerlat tracer is its clock: read() on timerlat_fd returns once per period, and the next
 * read() tells the tracer that the work is done. So the time from the period's expiry to the end
 * of the work is the return latency that `rtlat hist -U` or `rtlat top -U` reports for its CPU:
 *
 *	rtlat hist -U -c 1 -p 1000 -d 10s &
 *	control_loop 1 200 5
 *
 * rtlat has to be at work first, for it is what sets the tracer up: until then, this waits.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PRIORITY 90
#define PATIENCE_S 30

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
}

/* The tracer only takes a thread that may run on its CPU alone. */
static int become_realtime(int cpu)
{
	struct sched_param param = { .sched_priority = PRIORITY };
	cpu_set_t only;

	CPU_ZERO(&only);
	CPU_SET(cpu, &only);
	if (sched_setaffinity(0, sizeof(only), &only) ||
	    sched_setscheduler(0, SCHED_FIFO, &param) || mlockall(MCL_CURRENT | MCL_FUTURE)) {
		perror("control_loop: CPU, priority or memory");
		return -1;
	}
	return 0;
}

/* While the tracer does not run, the file can't be opened. */
static int open_timer(int cpu)
{
	uint64_t deadline = now_us() + PATIENCE_S * 1000000ULL;
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/tracing/osnoise/per_cpu/cpu%d/timerlat_fd", cpu);
	while ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0 && errno == EINVAL &&
	       now_us() < deadline)
		usleep(10000);
	if (fd < 0)
		fprintf(stderr, "control_loop: %s: %s\n", path, strerror(errno));
	return fd;
}

/* Does a controller's work of a period; here it only takes its time. */
static void control(uint64_t work_us)
{
	uint64_t end = now_us() + work_us;

	while (now_us() < end)
		;
}

/* Until the time is over, or rtlat ends: then the kernel ends this process. */
static int run(int fd, uint64_t work_us, uint64_t seconds)
{
	uint64_t end = now_us() + seconds * 1000000;
	char unused;

	while (now_us() < end) {
		if (read(fd, &unused, sizeof(unused)) < 0 && errno != EINTR) {
			perror("control_loop: read");
			return 1;
		}
		control(work_us);
	}
	return 0;
}

int main(int argc, char **argv)
{
	int cpu, fd, status;

	if (argc != 4) {
		fprintf(stderr, "Usage: control_loop CPU WORK_US SECONDS\n");
		return 129;
	}
	cpu = atoi(argv[1]);
	fd = become_realtime(cpu) ? -1 : open_timer(cpu);
	if (fd < 0)
		return 1;
	status = run(fd, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
	close(fd);
	return status;
}
