// SPDX-License-Identifier: GPL-2.0-only
/*
 * writeonce FILE TEXT [TIMES]: one write() of TEXT, that many times over, where "\n" is a newline
 * and "\0" a NUL. Prints the name of the error, or 0. The shell has no write() of nothing, and
 * none of a NUL.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t unescape(char *text)
{
	const char *from = text;
	char *to = text;

	while (*from) {
		if (from[0] == '\\' && (from[1] == 'n' || from[1] == '0')) {
			*to++ = from[1] == 'n' ? '\n' : '\0';
			from += 2;
		} else {
			*to++ = *from++;
		}
	}
	return to - text;
}

int main(int argc, char **argv)
{
	size_t length, times, n;
	ssize_t written;
	char *text;
	int fd;

	if (argc != 3 && argc != 4) {
		fprintf(stderr, "Usage: writeonce FILE TEXT [TIMES]\n");
		return 129;
	}
	length = unescape(argv[2]);
	times = argc == 4 ? strtoull(argv[3], NULL, 10) : 1;
	text = malloc(length * times + 1);
	fd = open(argv[1], O_WRONLY);
	if (!text || fd < 0) {
		perror(argv[1]);
		return 1;
	}
	for (n = 0; n < times; n++)
		memcpy(text + n * length, argv[2], length);
	written = write(fd, text, length * times);
	printf("%s\n", written < 0 ? strerrorname_np(errno) : "0");
	free(text);
	close(fd);
	return 0;
}
