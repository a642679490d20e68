// SPDX-License-Identifier: LGPL-2.1-or-later
/* Starts threads that wait for an eventfd, and ends them. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "lib/util/thread.h"

int run_start_thread(pthread_t *thread, void *(*main)(void *data), void *data)
{
	sigset_t all, old;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = -pthread_create(thread, NULL, main, data);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}

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

int run_reader_open(struct run_reader *reader)
{
	reader->stop_fd = eventfd(0, EFD_CLOEXEC);
	return reader->stop_fd < 0 ? -errno : 0;
}

int run_reader_start(struct run_reader *reader, void *(*main)(void *data), void *data)
{
	int err = run_start_thread(&reader->thread, main, data);

	reader->running = !err;
	return err;
}

bool run_reader_join(struct run_reader *reader)
{
	if (!reader->running)
		return false;
	run_join(reader->thread, reader->stop_fd);
	reader->running = false;
	return true;
}

void run_reader_close(struct run_reader *reader)
{
	if (reader->stop_fd >= 0)
		close(reader->stop_fd);
}
