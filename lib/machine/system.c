// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The description of the machine that every result carries: kernel, CPU model, governors,
 * virtualization.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "lib/machine/power.h"
#include "lib/util/printable.h"
#include "rtlat.h"
#include "lib/util/sysfs.h"
#include "lib/machine/system.h"
#include "lib/util/text.h"
#include "lib/machine/virt.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* True if `word` is one of the words of `list`. */
static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);
	const char *found = list;

	while ((found = strstr(found, word))) {
		if ((found == list || found[-1] == ' ') && (!found[length] || found[length] == ' '))
			return true;
		found += length;
	}
	return false;
}

void system_governors(const struct rtlat_cpuset *cpus, char *buffer, size_t size)
{
	struct text text;
	char name[32];
	int cpu;

	text_init(&text, buffer, size);
	rtlat_for_each_cpu(cpu, cpus) {
		if (sysfs_read(name, sizeof(name),
			       "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu) <= 0)
			continue;
		if (!has_word(buffer, name))
			text_add(&text, "%s%s", text.length ? " " : "", name);
	}
}

/* "model name	: AMD EPYC": the text after the colon, where the key is as asked. */
static const char *cpuinfo_value(char *line, const char *key)
{
	size_t length = strlen(key);
	char *end;

	if (strncmp(line, key, length))
		return NULL;
	line += length;
	line += strspn(line, " \t");
	if (*line != ':')
		return NULL;
	line++;
	line += strspn(line, " \t");
	for (end = line + strlen(line); end > line && isspace((unsigned char)end[-1]); end--)
		;
	*end = '\0';
	return *line ? line : NULL;
}

static bool cpuinfo_model(char *model, size_t size)
{
	/* x86 and newer arm; MIPS; POWER; RISC-V */
	static const char *const keys[] = { "model name", "cpu model", "cpu", "uarch" };
	FILE *file = sysfs_fopen("/proc/cpuinfo");
	const char *value = NULL;
	char *line = NULL;
	size_t room = 0, i;

	if (!file)
		return false;
	while (!value && getline(&line, &room, file) > 0)
		for (i = 0; !value && i < ARRAY_SIZE(keys); i++)
			value = cpuinfo_value(line, keys[i]);
	if (value)
		snprintf(model, size, "%s", value);
	free(line);
	fclose(file);
	return value;
}

static void read_cpu_model(struct rtlat_system *system)
{
	if (cpuinfo_model(system->cpu_model, sizeof(system->cpu_model)))
		return;
	/* Boards without it have a name at least. */
	sysfs_read(system->cpu_model, sizeof(system->cpu_model), "/proc/device-tree/model");
}

static void read_names(struct rtlat_system *system)
{
	struct utsname names;

	if (uname(&names))
		return;
	snprintf(system->hostname, sizeof(system->hostname), "%s", names.nodename);
	snprintf(system->kernel, sizeof(system->kernel), "%s", names.release);
	snprintf(system->kernel_version, sizeof(system->kernel_version), "%s", names.version);
	snprintf(system->machine, sizeof(system->machine), "%s", names.machine);
}

/* The file came with the RT patch and later with mainline; the version string tells in between. */
bool system_is_realtime(void)
{
	struct utsname names;
	int64_t value;

	if (!sysfs_read_s64(&value, "/sys/kernel/realtime"))
		return value == 1;
	return !uname(&names) &&
	       (has_word(names.version, "PREEMPT_RT") || strstr(names.version, "PREEMPT RT"));
}

static void read_virtualization(struct rtlat_system *system)
{
	char hypervisor[sizeof(system->virtualization) / 2 - 4];
	char container[sizeof(system->virtualization) / 2];
	bool both;

	virt_hypervisor(hypervisor, sizeof(hypervisor));
	virt_container(container, sizeof(container));
	both = *hypervisor && *container;
	snprintf(system->virtualization, sizeof(system->virtualization), "%s%s%s", container,
		 both ? " on " : "", hypervisor);
}

static void read_idle_states(struct rtlat_system *system)
{
	int cpu = rtlat_cpuset_next(&system->online, -1);
	unsigned int count = cpu < 0 ? 0 : idle_count(cpu);
	struct idle_state state;
	struct text text;
	unsigned int i;

	text_init(&text, system->idle_states, sizeof(system->idle_states));
	for (i = 0; i < count; i++)
		if (!idle_read(cpu, i, &state) && !state.disabled)
			text_add(&text, "%s%s", text.length ? " " : "", state.name);
}

static void make_printable(struct rtlat_system *system)
{
	char *const texts[] = {
		system->hostname,    system->kernel,    system->kernel_version,
		system->machine,     system->cpu_model, system->clocksource,
		system->governor,    system->cmdline,   system->virtualization,
		system->idle_states,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		printable(texts[i]);
}

void rtlat_system_read(struct rtlat_system *system)
{
	memset(system, 0, sizeof(*system));
	read_names(system);
	read_cpu_model(system);
	sysfs_read(system->clocksource, sizeof(system->clocksource),
		   "/sys/devices/system/clocksource/clocksource0/current_clocksource");
	sysfs_read(system->cmdline, sizeof(system->cmdline), "/proc/cmdline");
	system->realtime = system_is_realtime();
	rtlat_cpuset_online(&system->online);
	rtlat_cpuset_isolated(&system->isolated);
	rtlat_cpuset_nohz_full(&system->nohz_full);
	system_governors(&system->online, system->governor, sizeof(system->governor));
	read_virtualization(system);
	read_idle_states(system);
	make_printable(system);
}
