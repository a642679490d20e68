// SPDX-License-Identifier: GPL-2.0-only
/*
 * timerlat_loop CPU: the plainest user of timerlat_fd. It knows nothing of records: it reads with
 * a buffer that it also had for something else, and takes any result but an error for fine.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int cpu = argc == 2 ? atoi(argv[1]) : 0;
	char buffer[1024];
	cpu_set_t only;
	int fd;

	CPU_ZERO(&only);
	CPU_SET(cpu, &only);
	if (sched_setaffinity(gettid(), sizeof(only), &only))
		return 1;
	snprintf(buffer, sizeof(buffer), "/sys/kernel/tracing/osnoise/per_cpu/cpu%d/timerlat_fd",
		 cpu);
	fd = open(buffer, O_RDONLY);
	if (fd < 0) {
		printf("%s: %s\n", buffer, strerror(errno));
		return 1;
	}
	while (read(fd, buffer, sizeof(buffer)) >= 0)
		;
	close(fd);
	return 0;
}
