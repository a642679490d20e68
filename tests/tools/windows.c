// SPDX-License-Identifier: GPL-2.0-only
/*
 * windows FILE: writes the windows of a latency tracker's histogram, a line each: how long it is in
 * ms, count, min, max and sum. Ends with 1 if they are not what the file has to be.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <uapi/linux/latency_tracker.h>
#include <uapi/linux/timerlat_hist.h>
#include <unistd.h>

#include "rtlat.h"

#define FILE_MAX (1 << 20)

static int bad(const char *what)
{
	fprintf(stderr, "windows: %s\n", what);
	return 1;
}

/* The buckets add up to the count, and those of min and max are the first and the last. */
static int check_window(const struct latency_histogram_window *window)
{
	unsigned int i, first = TIMERLAT_HIST_BUCKETS, last = 0;
	uint64_t count = 0;

	for (i = 0; i < TIMERLAT_HIST_BUCKETS; i++) {
		if (!window->bucket[i])
			continue;
		count += window->bucket[i];
		if (first == TIMERLAT_HIST_BUCKETS)
			first = i;
		last = i;
	}
	if (count != window->count)
		return bad("the buckets do not add up");
	if (!count)
		return window->min || window->max || window->sum ? bad("an empty one has more") : 0;
	if (first != timerlat_hist_index(window->min) || last != timerlat_hist_index(window->max))
		return bad("the minimum or the maximum is in another bucket");
	if (window->sum < window->min * count || window->sum > window->max * count)
		return bad("the sum can not be");
	return 0;
}

static int check_file(const struct latency_histogram_header *header, ssize_t size)
{
	if (size < (ssize_t)sizeof(*header) || header->size != sizeof(*header))
		return bad("it has no header");
	if (header->windows != LATENCY_WINDOWS || header->buckets != TIMERLAT_HIST_BUCKETS ||
	    header->bits != TIMERLAT_HIST_BITS || header->top != TIMERLAT_HIST_TOP ||
	    header->window_size !=
		    sizeof(struct latency_histogram_window) + TIMERLAT_HIST_BUCKETS * sizeof(__u64))
		return bad("its geometry is another");
	if (size != (ssize_t)header->size + (ssize_t)header->windows * header->window_size)
		return bad("it has another size");
	return 0;
}

static ssize_t read_all(int file, char *data)
{
	ssize_t size = 0, part;

	/* Not at once: all of it is to be of one moment. */
	while ((part = read(file, data + size, 65536)) > 0) {
		size += part;
		if (size > FILE_MAX - 65536)
			return -1;
	}
	return part < 0 ? part : size;
}

int main(int argc, char **argv)
{
	struct latency_histogram_header *header;
	const struct latency_histogram_window *window;
	int file, err = 0;
	unsigned int i;

	if (argc != 2)
		return 129;
	file = open(argv[1], O_RDONLY);
	if (file < 0)
		return bad(argv[1]);
	header = malloc(FILE_MAX);
	if (!header)
		return bad("no memory");
	err = check_file(header, read_all(file, (char *)header));
	for (i = 0; !err && i < LATENCY_WINDOWS; i++) {
		window = (const void *)((char *)header + header->size + i * header->window_size);
		err = check_window(window);
		printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
		       (uint64_t)((header->time - window->begin) / RTLAT_NSEC_PER_MSEC),
		       (uint64_t)window->count, (uint64_t)window->min, (uint64_t)window->max,
		       (uint64_t)window->sum);
	}
	close(file);
	free(header);
	return err;
}
