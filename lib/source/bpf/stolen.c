// SPDX-License-Identifier: LGPL-2.1-or-later
/* Loads the program that counts the time which the hypervisor took. */
#include <bpf/libbpf.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/machine/virt.h"
#include "lib/source/bpf/stolen.h"
#include "lib/source/bpf/stolen.skel.h"

/* True if the kernel has ever been told of stolen time, or is about to be. */
static bool is_told(void)
{
	unsigned long long stolen = 0;
	char hypervisor[32];
	FILE *file;

	virt_hypervisor(hypervisor, sizeof(hypervisor));
	if (!strcmp(hypervisor, "kvm"))
		return true;
	file = fopen("/proc/stat", "re");
	if (!file)
		return false;
	if (fscanf(file, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &stolen) != 1)
		stolen = 0;
	fclose(file);
	return stolen;
}

struct stolen_bpf *stolen_load(int map, unsigned int entries)
{
	struct stolen_bpf *stolen = is_told() ? stolen_bpf__open() : NULL;

	if (!stolen)
		return NULL;
	if (!bpf_map__set_max_entries(stolen->maps.windows, entries) &&
	    !bpf_map__reuse_fd(stolen->maps.windows, map) && !stolen_bpf__load(stolen)) {
		stolen->links.count_stolen = bpf_program__attach_raw_tracepoint(
			stolen->progs.count_stolen, "sched_switch");
		if (stolen->links.count_stolen)
			return stolen;
	}
	stolen_bpf__destroy(stolen);
	return NULL;
}

void stolen_free(struct stolen_bpf *stolen)
{
	stolen_bpf__destroy(stolen);
}
