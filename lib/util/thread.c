// SPDX-License-Identifier: LGPL-2.1-or-later
/* Ends threads that wait for an eventfd. */
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "lib/util/thread.h"

void run_wake_threads(int stop_fd)
{
	uint64_t one = 1;
	int saved = errno;

	if (write(stop_fd, &one, sizeof(one)) < 0)
		errno = saved;
}

void run_join(pthread_t thread, int stop_fd)
{
	run_wake_threads(stop_fd);
	pthread_join(thread, NULL);
}
