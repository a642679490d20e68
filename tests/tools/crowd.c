// SPDX-License-Identifier: GPL-2.0-only
/*
 * crowd N: N threads, one after the other, each of which is woken once: what notes of each task
 * when that was has to have room for so many.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *sleep_once(void *unused)
{
	const struct timespec time = { .tv_nsec = 10000 };

	nanosleep(&time, NULL);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int err, left;

	if (argc != 2) {
		fprintf(stderr, "Usage: crowd N\n");
		return 129;
	}
	for (left = atoi(argv[1]); left > 0; left--) {
		err = pthread_create(&thread, NULL, sleep_once, NULL);
		if (!err)
			err = pthread_join(thread, NULL);
		if (err) {
			fprintf(stderr, "crowd: %s\n", strerror(err));
			return 1;
		}
	}
	return 0;
}
