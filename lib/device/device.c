// SPDX-License-Identifier: LGPL-2.1-or-later
/* Opens /dev/rtlat and asks for what a configuration wants. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <uapi/linux/rtlat.h>
#include <uapi/linux/timerlat_hist.h>

#include "lib/change/kernel_module.h"
#include "lib/device/device.h"
#include "lib/session/run_module.h"
#include "lib/util/file.h"
#include "lib/util/namespaces.h"

#define MODULE "rtlat"
#define PATH "/dev/" RTLAT_DEVICE
/* Room for a histogram's text at first, and at most. */
#define ROOM_FIRST 65536
#define ROOM_MOST (4 << 20)

_Static_assert(RTLAT_MAX_CPUS <= RTLAT_CPUS_MAX, "the module takes all CPUs that rtlat does");

static int probe_module(char *why, size_t size)
{
	char reason[KERNEL_MODULE_WHY_SIZE];

	if (kernel_module_loaded(MODULE))
		return file_usable(PATH, O_RDONLY, why, size);
	if (!kernel_module_installed(MODULE)) {
		snprintf(why, size, "the module " MODULE " is neither loaded nor installed");
		return -EOPNOTSUPP;
	}
	if (!kernel_module_allowed()) {
		snprintf(why, size, "the module " MODULE " is not loaded: %s",
			 kernel_module_why(-EPERM, reason));
		return -EPERM;
	}
	return 0;
}

int device_probe(const struct rtlat_config *config, char *why, size_t size)
{
	/* The module's times are the kernel's. */
	int err = namespaces_probe(config, why, size);

	if (!err)
		err = probe_module(why, size);
	if (err)
		return err;
	if (config->period_ns < RTLAT_PERIOD_LEAST || config->period_ns > RTLAT_PERIOD_MOST) {
		snprintf(why, size, "the module " MODULE " takes periods from %llu to %llu us",
			 RTLAT_PERIOD_LEAST / 1000, RTLAT_PERIOD_MOST / 1000);
		return -EOPNOTSUPP;
	}
	if (config->trace || config->stack_ns) {
		snprintf(why, size, "the module " MODULE " keeps neither a trace nor stacks");
		return -EOPNOTSUPP;
	}
	return 0;
}

int device_load(struct session *run)
{
	return run_load_module(run, MODULE);
}

static int request(int fd, unsigned long command, const void *structure)
{
	int got = ioctl(fd, command, structure);

	return got < 0 ? -errno : got;
}

/* Opens the device and makes the first request. The file is closed if that is refused. */
static int open_with(unsigned long command, const void *structure, int *fd)
{
	int err;

	*fd = open(PATH, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (*fd < 0)
		return -errno;
	err = request(*fd, command, structure);
	if (!err)
		return 0;
	close(*fd);
	*fd = -1;
	return err;
}

int device_open_reader(const struct rtlat_config *config, uint64_t first, int *fd)
{
	const struct rtlat_device_setup setup = {
		.size = sizeof(setup),
		.period = config->period_ns,
		.first_expiry = first,
	};

	return open_with(RTLAT_SETUP, &setup, fd);
}

int device_open_threads(const struct rtlat_config *config, int *fd)
{
	struct rtlat_device_threads threads = {
		.size = sizeof(threads),
		.period = config->period_ns,
		.linear = config->entries ? config->bucket_ns : 0,
		.entries = config->entries,
	};
	int cpu;

	if (config->align) {
		threads.first_expiry = run_now() + config->period_ns;
		threads.step = config->align_ns;
	}
	rtlat_for_each_cpu(cpu, &config->cpus)
		threads.cpus[cpu / 64] |= 1ULL << cpu % 64;
	return open_with(RTLAT_THREADS, &threads, fd);
}

int device_show(int fd, int cpu, char **text)
{
	struct rtlat_device_show show = { .size = sizeof(show), .cpu = cpu };
	int got;

	for (show.room = ROOM_FIRST; show.room <= ROOM_MOST; show.room *= 4) {
		*text = malloc(show.room + 1);
		if (!*text)
			return -ENOMEM;
		show.text = (uintptr_t)*text;
		got = request(fd, RTLAT_SHOW, &show);
		if (got >= 0) {
			(*text)[got] = '\0';
			return 0;
		}
		free(*text);
		*text = NULL;
		if (got != -ENOSPC)
			return got;
	}
	return -ENOSPC;
}

int device_clear(int fd, int cpu, const struct rtlat_config *config)
{
	const struct rtlat_device_clear clear = {
		.size = sizeof(clear),
		.cpu = cpu,
		.linear = config->entries ? config->bucket_ns : 0,
		.entries = config->entries,
	};

	return request(fd, RTLAT_CLEAR, &clear);
}
