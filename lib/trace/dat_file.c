// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Version 6 of the format, which its readers have known for longest. libtracecmd has no public
 * function that writes one.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "rtlat.h"
#include "lib/trace/dat_file.h"
#include "lib/trace/page.h"

#define MAGIC "\x17\x08\x44tracing"
#define VERSION "6"
/* Names of a fixed length, without a NUL behind it. */
#define OPTIONS "options  "
#define RECORDS "flyrecord"

enum option { OPTION_END = 0, OPTION_CLOCK = 4, OPTION_UNAME = 5 };

struct dat {
	FILE *file;
	struct tracefs_instance *instance;
	const struct trace_entry *last;
	size_t page_size;
	int err; /* the first */
};

static void fail(struct dat *dat, int err)
{
	if (!dat->err)
		dat->err = err;
}

static void put(struct dat *dat, const void *data, size_t size)
{
	if (!dat->err && fwrite(data, 1, size, dat->file) != size)
		fail(dat, errno ? -errno : -EIO);
}

static void put_u32(struct dat *dat, uint32_t number)
{
	put(dat, &number, sizeof(number));
}

static void put_u64(struct dat *dat, uint64_t number)
{
	put(dat, &number, sizeof(number));
}

/* Writes a number in the byte order of the machine, which the head of the file tells. */
static void put_size(struct dat *dat, size_t width, uint64_t size)
{
	if (width == sizeof(uint64_t))
		put_u64(dat, size);
	else if (size <= UINT32_MAX)
		put_u32(dat, size);
	else
		fail(dat, -EFBIG);
}

static uint64_t position(struct dat *dat)
{
	off_t at = ftello(dat->file);

	if (at < 0)
		fail(dat, -errno);
	return at < 0 ? 0 : at;
}

static void seek(struct dat *dat, uint64_t to)
{
	if (!dat->err && fseeko(dat->file, (off_t)to, SEEK_SET))
		fail(dat, -errno);
}

static uint64_t dat_file_copy(struct dat *dat, int from)
{
	char buffer[16384];
	uint64_t size = 0;
	ssize_t got;

	while (!dat->err && (got = read(from, buffer, sizeof(buffer))) != 0) {
		if (got < 0 && errno != EINTR)
			fail(dat, -errno);
		if (got <= 0)
			continue;
		put(dat, buffer, got);
		size += got;
	}
	return size;
}

/*
 * Writes the file's size, in `width` bytes, and its contents: the kernel tells no size of such
 * files before.
 */
static void put_file(struct dat *dat, size_t width, const char *path)
{
	int from = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	uint64_t at = position(dat), size, end;

	if (from < 0) {
		fail(dat, path ? -errno : -ENOMEM);
		return;
	}
	put_size(dat, width, 0);
	size = dat_file_copy(dat, from);
	close(from);
	end = position(dat);
	seek(dat, at);
	put_size(dat, width, size);
	seek(dat, end);
}

static void put_tracing_file(struct dat *dat, size_t width, const char *name)
{
	char *path = tracefs_get_tracing_file(name);

	put_file(dat, width, path);
	tracefs_put_tracing_file(path);
}

static void put_format(struct dat *dat, const char *system, const char *event)
{
	char *name;

	if (asprintf(&name, "events/%s/%s/format", system, event) < 0) {
		fail(dat, -ENOMEM);
		return;
	}
	put_tracing_file(dat, sizeof(uint64_t), name);
	free(name);
}

static void put_header(struct dat *dat)
{
	const unsigned char big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	const unsigned char long_size = sizeof(long);

	put(dat, MAGIC, strlen(MAGIC));
	put(dat, VERSION, sizeof(VERSION));
	put(dat, &big_endian, sizeof(big_endian));
	put(dat, &long_size, sizeof(long_size));
	put_u32(dat, dat->page_size);
	put(dat, "header_page", sizeof("header_page"));
	put_tracing_file(dat, sizeof(uint64_t), "events/header_page");
	put(dat, "header_event", sizeof("header_event"));
	put_tracing_file(dat, sizeof(uint64_t), "events/header_event");
}

/* The entries of tracers, and of the kernel's stack. */
static void put_tracer_formats(struct dat *dat)
{
	char **names = tracefs_system_events(NULL, "ftrace");
	uint32_t nr = 0, i;

	if (!names) {
		fail(dat, -errno);
		return;
	}
	while (names[nr])
		nr++;
	put_u32(dat, nr);
	for (i = 0; i < nr; i++)
		put_format(dat, "ftrace", names[i]);
	tracefs_list_free(names);
}

static void put_event(struct dat *dat, const char *system, const char *event)
{
	put(dat, system, strlen(system) + 1);
	put_u32(dat, 1);
	put_format(dat, system, event);
}

/*
 * Writes the formats of the events that are traced, and of no others: all would be some thousands.
 */
static void put_event_formats(struct dat *dat)
{
	char *text = tracefs_instance_file_read(dat->instance, "set_event", NULL);
	char *rest = text, *system, *event;
	uint64_t at = position(dat), end;
	uint32_t nr = 0;

	put_u32(dat, 0);
	while (rest && (event = strsep(&rest, "\n"))) {
		system = strsep(&event, ":");
		if (!event)
			continue;
		put_event(dat, system, event);
		nr++;
	}
	free(text);
	if (dat->last->size) {
		put_event(dat, dat->last->system, dat->last->event);
		nr++;
	}
	end = position(dat);
	seek(dat, at);
	put_u32(dat, nr);
	seek(dat, end);
}

static void put_names(struct dat *dat)
{
	put_file(dat, sizeof(uint32_t), "/proc/kallsyms");
	put_tracing_file(dat, sizeof(uint32_t), "printk_formats");
	put_tracing_file(dat, sizeof(uint64_t), "saved_cmdlines");
}

static void put_option(struct dat *dat, enum option option, const char *text)
{
	uint16_t id = option;

	put(dat, &id, sizeof(id));
	if (option == OPTION_END)
		return;
	put_u32(dat, strlen(text) + 1);
	put(dat, text, strlen(text) + 1);
}

static void put_options(struct dat *dat)
{
	char *clock = tracefs_instance_file_read(dat->instance, "trace_clock", NULL);
	struct utsname name;
	char system[sizeof(name)];

	put(dat, OPTIONS, sizeof(OPTIONS));
	if (clock)
		put_option(dat, OPTION_CLOCK, clock);
	free(clock);
	if (!uname(&name)) {
		snprintf(system, sizeof(system), "%s %s %s %s", name.sysname, name.nodename,
			 name.release, name.machine);
		put_option(dat, OPTION_UNAME, system);
	}
	put_option(dat, OPTION_END, NULL);
}

/* Writes a CPU's pages, which are taken out of the buffer. */
static void put_pages(struct dat *dat, int from)
{
	char *page = malloc(dat->page_size);
	ssize_t got = 0;

	if (!page)
		fail(dat, -ENOMEM);
	while (!dat->err) {
		got = read(from, page, dat->page_size);
		if (got == 0 || (got < 0 && errno == EAGAIN))
			break;
		if (got < 0 && errno != EINTR)
			fail(dat, -errno);
		if (got <= 0)
			continue;
		memset(page + got, 0, dat->page_size - got);
		put(dat, page, dat->page_size);
	}
	free(page);
}

/* The last entry, on a page of its own: see page.h. */
static void put_last(struct dat *dat)
{
	const struct trace_entry *last = dat->last;
	uint32_t bits = last->size / 4, word = bits;
	size_t size = sizeof(word) + last->size;
	uint64_t begin = position(dat);

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = bits << TRACE_TIME_BITS;
#endif
	put_u64(dat, last->time);
	put_size(dat, sizeof(long), size);
	put(dat, &word, sizeof(word));
	put(dat, last->record, last->size);
	seek(dat, begin + dat->page_size - 1);
	put(dat, "", 1);
}

/* At a page's begin; `table` is where the file tells where and how much it is. */
static void put_cpu(struct dat *dat, unsigned int cpu, uint64_t table)
{
	uint64_t begin = (position(dat) + dat->page_size - 1) / dat->page_size * dat->page_size;
	uint64_t end;
	char name[64];
	int from;

	seek(dat, begin);
	snprintf(name, sizeof(name), "per_cpu/cpu%u/trace_pipe_raw", cpu);
	from = tracefs_instance_file_open(dat->instance, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (from >= 0) {
		put_pages(dat, from);
		close(from);
	} else if (errno != ENOENT) {
		fail(dat, -errno);
	}
	if (dat->last->size && dat->last->cpu == (int)cpu)
		put_last(dat);
	end = position(dat);
	seek(dat, table);
	put_u64(dat, begin);
	put_u64(dat, end - begin);
	seek(dat, end);
}

static void put_cpus(struct dat *dat)
{
	struct rtlat_cpuset possible;
	unsigned int nr, i;
	uint64_t table;
	int err;

	err = rtlat_cpuset_possible(&possible);
	if (err) {
		fail(dat, err);
		return;
	}
	for (nr = RTLAT_MAX_CPUS; nr > 0 && !rtlat_cpuset_has(&possible, nr - 1); nr--)
		;
	put_u32(dat, nr);
	put_options(dat);
	put(dat, RECORDS, sizeof(RECORDS));
	table = position(dat);
	for (i = 0; i < 2 * nr; i++)
		put_u64(dat, 0);
	for (i = 0; i < nr; i++)
		put_cpu(dat, i, table + i * 2 * sizeof(uint64_t));
}

int trace_dat_write(struct tracefs_instance *instance, const struct trace_entry *last, int fd)
{
	struct dat dat = {
		.instance = instance,
		.last = last,
		.page_size = sysconf(_SC_PAGESIZE),
	};
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);

	if (own < 0)
		return -errno;
	dat.file = fdopen(own, "w");
	if (!dat.file) {
		close(own);
		return -ENOMEM;
	}
	put_header(&dat);
	put_tracer_formats(&dat);
	put_event_formats(&dat);
	put_names(&dat);
	put_cpus(&dat);
	if (fclose(dat.file) && !dat.err)
		dat.err = -errno;
	return dat.err;
}
