// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Names the hypervisor and the container that rtlat runs in, from files of the kernel and of
 * container engines, CPUID, and the environment.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "lib/util/sysfs.h"
#include "lib/machine/virt.h"

#define HYPERVISOR_LEAF 0x40000000
#define SIGNATURE_SIZE 12

struct naming {
	const char *mark;
	const char *name;
};

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static const char *find_mark(const struct naming *table, size_t nr, const char *text)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (strstr(text, table[i].mark))
			return table[i].name;
	return NULL;
}

static const char *file_name(void)
{
	char text[128];

	if (sysfs_read(text, sizeof(text), "/sys/hypervisor/type") > 0)
		return "xen";
	if (sysfs_read(text, sizeof(text), "/proc/device-tree/hypervisor/compatible") > 0)
		return strstr(text, "xen") ? "xen" : "kvm";
	return NULL;
}

#if defined(__x86_64__) || defined(__i386__)
/* The signatures of hypervisors in CPUID. */
static const struct naming signatures[] = {
	{ "KVMKVMKVM", "kvm" },       { "Linux KVM Hv", "kvm" },
	{ "TCGTCGTCGTCG", "qemu" },   { "VMwareVMware", "vmware" },
	{ "VBoxVBoxVBox", "oracle" }, { "Microsoft Hv", "microsoft" },
	{ "XenVMMXenVMM", "xen" },    { "bhyve bhyve ", "bhyve" },
	{ "ACRNACRNACRN", "acrn" },   { " lrpepyh  vr", "parallels" },
	{ "Jailhouse", "jailhouse" }, { "QNXQVMBSQG", "qnx" },
};

static const char *signature_name(void)
{
	char signature[SIGNATURE_SIZE + 1] = "";
	unsigned int eax, ebx, ecx, edx;

	__cpuid(HYPERVISOR_LEAF, eax, ebx, ecx, edx);
	memcpy(signature, &ebx, sizeof(ebx));
	memcpy(signature + 4, &ecx, sizeof(ecx));
	memcpy(signature + 8, &edx, sizeof(edx));
	return find_mark(signatures, ARRAY_SIZE(signatures), signature);
}
#else
static const char *signature_name(void)
{
	return NULL;
}
#endif

/*
 * True if the kernel lists the bit by which a hypervisor makes itself known on x86, without which
 * CPUID says nothing of one.
 */
static bool has_hypervisor_flag(void)
{
	FILE *file = sysfs_fopen("/proc/cpuinfo");
	bool flags = false, found = false;
	size_t size = 0;
	char *line = NULL;

	if (!file)
		return false;
	while (!flags && getline(&line, &size, file) > 0) {
		flags = !strncmp(line, "flags\t", 6);
		found = flags && strstr(line, " hypervisor");
	}
	free(line);
	fclose(file);
	return found;
}

void virt_hypervisor(char *name, size_t size)
{
	const char *known = file_name();

	if (!known && has_hypervisor_flag()) {
		known = signature_name();
		if (!known)
			known = "vm-other";
	}
	snprintf(name, size, "%s", known ? known : "");
}

/* The variable `container` of the first process of this PID namespace. */
static bool init_environment(char *name, size_t size)
{
	FILE *file = sysfs_fopen("/proc/1/environ");
	char *entry = NULL;
	size_t room = 0;
	bool found = false;

	if (!file)
		return false;
	while (!found && getdelim(&entry, &room, '\0', file) > 0) {
		found = !strncmp(entry, "container=", 10) && entry[10];
		if (found)
			snprintf(name, size, "%s", entry + 10);
	}
	free(entry);
	fclose(file);
	return found;
}

static bool exists(const char *path)
{
	char full[PATH_MAX];

	return sysfs_path(full, sizeof(full), "%s", path) > 0 && access(full, F_OK) == 0;
}

static const char *cgroup_name(void)
{
	static const struct naming names[] = {
		{ "/kubepods", "kubernetes" },   { "/docker", "docker" },
		{ "/libpod", "podman" },         { "/lxc", "lxc" },
		{ "/containerd", "containerd" },
	};
	char text[4096];

	sysfs_read(text, sizeof(text), "/proc/1/cgroup");
	return find_mark(names, ARRAY_SIZE(names), text);
}

static const char *container_traces(void)
{
	char release[128];

	if (exists("/.dockerenv"))
		return "docker";
	if (exists("/run/.containerenv"))
		return "podman";
	if (exists("/var/run/secrets/kubernetes.io"))
		return "kubernetes";
	sysfs_read(release, sizeof(release), "/proc/sys/kernel/osrelease");
	if (strstr(release, "icrosoft") || strstr(release, "WSL"))
		return "wsl";
	return cgroup_name();
}

void virt_container(char *name, size_t size)
{
	const char *variable = getenv("container");
	const char *traces;

	if (sysfs_read(name, size, "/run/systemd/container") > 0)
		return;
	if (init_environment(name, size))
		return;
	traces = variable && *variable ? variable : container_traces();
	snprintf(name, size, "%s", traces ? traces : "");
}
