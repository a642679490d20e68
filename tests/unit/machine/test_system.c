// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the machine's description. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tests/unit/lib/fake_root.h"
#include "rtlat.h"
#include "lib/util/sysfs.h"
#include "tests/unit/lib/unit.h"
#include "lib/machine/virt.h"

#define CPU "/sys/devices/system/cpu/"
#define X86_FLAGS "flags\t\t: fpu vme de pse tsc "

static void test_nothing_known(void **state)
{
	struct rtlat_system system;
	struct utsname names;

	(void)state;
	memset(&system, 0xa5, sizeof(system));
	rtlat_system_read(&system);
	assert_int_equal(uname(&names), 0);
	assert_string_equal(system.hostname, names.nodename);
	assert_string_equal(system.kernel, names.release);
	assert_string_equal(system.kernel_version, names.version);
	assert_string_equal(system.machine, names.machine);
	assert_string_equal(system.cpu_model, "");
	assert_string_equal(system.clocksource, "");
	assert_string_equal(system.governor, "");
	assert_string_equal(system.virtualization, "");
	assert_string_equal(system.idle_states, "");
	assert_string_equal(system.cmdline, "");
	assert_true(rtlat_cpuset_empty(&system.online));
	assert_true(rtlat_cpuset_empty(&system.isolated));
	assert_true(rtlat_cpuset_empty(&system.nohz_full));
}

static void test_all_known(void **state)
{
	struct rtlat_system system;

	(void)state;
	fake_root_write("/proc/cpuinfo",
			"processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"
			"model\t\t: 158\nmodel name\t: Some CPU @ 3.00GHz\ncpu MHz\t\t: 800.0\n"
			"cpu cores\t: 4\n" X86_FLAGS "\n\nprocessor\t: 1\n"
			"model name\t: Another CPU\n");
	fake_root_write("/sys/devices/system/clocksource/clocksource0/current_clocksource",
			"tsc\n");
	fake_root_write("/proc/cmdline", "quiet isolcpus=2-3 nohz_full=3\n");
	fake_root_write("/sys/kernel/realtime", "1\n");
	fake_root_write(CPU "online", "1-3\n");
	fake_root_write(CPU "isolated", "2-3\n");
	fake_root_write(CPU "nohz_full", "3\n");
	fake_root_idle_state(1, 0, "POLL", 0, 0);
	fake_root_idle_state(1, 1, "C1", 2, 0);
	fake_root_idle_state(1, 2, "C1E", 10, 1);
	fake_root_idle_state(1, 3, "haltpoll idle", 100, 0);
	rtlat_system_read(&system);
	assert_string_equal(system.cpu_model, "Some CPU @ 3.00GHz");
	assert_string_equal(system.clocksource, "tsc");
	assert_string_equal(system.cmdline, "quiet isolcpus=2-3 nohz_full=3");
	assert_string_equal(system.idle_states, "POLL C1 haltpoll_idle");
	assert_true(system.realtime);
	assert_int_equal(rtlat_cpuset_count(&system.online), 3);
	assert_int_equal(rtlat_cpuset_count(&system.isolated), 2);
	assert_int_equal(rtlat_cpuset_count(&system.nohz_full), 1);
}

static void assert_model(const char *cpuinfo, const char *expected)
{
	struct rtlat_system system;

	fake_root_write("/proc/cpuinfo", "%s", cpuinfo);
	rtlat_system_read(&system);
	assert_string_equal(system.cpu_model, expected);
}

static void test_cpu_model(void **state)
{
	char cpuinfo[512] = "model name\t: ";
	char model[128];

	(void)state;
	assert_model("processor\t: 0\ncpu\t\t: POWER9, altivec supported\n",
		     "POWER9, altivec supported");
	assert_model("system type\t: X\ncpu model\t: MIPS 24Kc V7.4\n", "MIPS 24Kc V7.4");
	assert_model("hart\t: 0\nuarch\t: sifive,u74-mc\n", "sifive,u74-mc");
	assert_model("model name\t:\nmodel name\t: the second\n", "the second");
	assert_model("model name without a colon\n", "");
	assert_model("processor\t: 0\nCPU part\t: 0xd0c\n", "");
	fake_root_write_bytes("/proc/device-tree/model", "Some Board", sizeof("Some Board"));
	assert_model("processor\t: 0\nCPU part\t: 0xd0c\n", "Some Board");
	/* Longer than there is room for. */
	memset(cpuinfo + strlen(cpuinfo), 'x', 300);
	memset(model, 'x', sizeof(model) - 1);
	model[sizeof(model) - 1] = '\0';
	assert_model(cpuinfo, model);
}

static void test_realtime(void **state)
{
	struct rtlat_system system;
	struct utsname names;

	(void)state;
	assert_int_equal(uname(&names), 0);
	rtlat_system_read(&system);
	assert_int_equal(system.realtime, strstr(names.version, "PREEMPT_RT") ||
						  strstr(names.version, "PREEMPT RT"));
	fake_root_write("/sys/kernel/realtime", "0\n");
	rtlat_system_read(&system);
	assert_false(system.realtime);
	fake_root_write("/sys/kernel/realtime", "1\n");
	rtlat_system_read(&system);
	assert_true(system.realtime);
}

static void test_governors(void **state)
{
	struct rtlat_system system;

	(void)state;
	fake_root_write(CPU "online", "0-3\n");
	fake_root_write(CPU "cpu0/cpufreq/scaling_governor", "performance\n");
	fake_root_write(CPU "cpu1/cpufreq/scaling_governor", "performance\n");
	rtlat_system_read(&system);
	assert_string_equal(system.governor, "performance");
	fake_root_write(CPU "cpu2/cpufreq/scaling_governor", "powersave\n");
	fake_root_write(CPU "cpu3/cpufreq/scaling_governor", "powersave\n");
	/* Not online. */
	fake_root_write(CPU "cpu4/cpufreq/scaling_governor", "schedutil\n");
	rtlat_system_read(&system);
	assert_string_equal(system.governor, "performance powersave");
	/* The beginning of a name that is there already is a name of its own. */
	fake_root_write(CPU "cpu3/cpufreq/scaling_governor", "power\n");
	rtlat_system_read(&system);
	assert_string_equal(system.governor, "performance powersave power");
}

static void assert_hypervisor(const char *expected)
{
	char name[32];

	virt_hypervisor(name, sizeof(name));
	assert_string_equal(name, expected);
}

static void test_hypervisor(void **state)
{
	char name[32];

	(void)state;
	assert_hypervisor("");
	fake_root_write("/proc/cpuinfo", "%s\n", X86_FLAGS);
	assert_hypervisor("");
	/* CPUID names it: the name depends on this machine, but there is one. */
	fake_root_write("/proc/cpuinfo", "%s\n", X86_FLAGS "hypervisor lahf_lm");
	virt_hypervisor(name, sizeof(name));
	assert_true(strlen(name) > 0);
	fake_root_write("/sys/hypervisor/type", "xen\n");
	assert_hypervisor("xen");
}

/* No x86 flags: the device tree is all there is. */
static void test_hypervisor_arm(void **state)
{
	(void)state;
	fake_root_write("/proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\n");
	assert_hypervisor("");
	fake_root_write("/proc/device-tree/hypervisor/compatible", "xen,xen-4.17");
	assert_hypervisor("xen");
	fake_root_write("/proc/device-tree/hypervisor/compatible", "linux,kvm");
	assert_hypervisor("kvm");
}

static void assert_container(const char *expected)
{
	char name[32];

	virt_container(name, sizeof(name));
	assert_string_equal(name, expected);
}

static void test_container(void **state)
{
	static const char environment[] = "HOME=/\0container=lxc\0TERM=linux";

	(void)state;
	assert_container("");
	fake_root_write("/proc/1/cgroup", "0::/init.scope\n");
	assert_container("");
	fake_root_write("/proc/1/cgroup", "0::/kubepods.slice/kubepods-pod1.slice\n");
	assert_container("kubernetes");
	fake_root_write("/proc/1/cgroup", "4:memory:/\n3:cpu:/docker/0123456789ab\n");
	assert_container("docker");
	fake_root_write("/proc/1/cgroup", "0::/machine.slice/libpod-0123456789ab.scope\n");
	assert_container("podman");
	fake_root_write("/proc/sys/kernel/osrelease", "5.15.90.1-microsoft-standard-WSL2\n");
	assert_container("wsl");
	fake_root_write("/run/.containerenv", "%s", "");
	assert_container("podman");
	fake_root_write("/.dockerenv", "%s", "");
	assert_container("docker");
	setenv("container", "flatpak", 1);
	assert_container("flatpak");
	unsetenv("container");
	fake_root_write_bytes("/proc/1/environ", environment, sizeof(environment));
	assert_container("lxc");
	fake_root_write("/run/systemd/container", "systemd-nspawn\n");
	assert_container("systemd-nspawn");
	/* Where /run is everybody's, anybody may have made it. One that waits for it is ended. */
	fake_root_remove("/run/systemd/container");
	assert_int_equal(mkfifo(fake_root_path("/run/systemd/container"), 0600), 0);
	alarm(60);
	assert_container("lxc");
	alarm(0);
}

static void test_virtualization(void **state)
{
	struct rtlat_system system;

	(void)state;
	fake_root_write("/.dockerenv", "%s", "");
	rtlat_system_read(&system);
	assert_string_equal(system.virtualization, "docker");
	fake_root_write("/proc/cpuinfo", "%s\n", X86_FLAGS "hypervisor");
	fake_root_write("/sys/hypervisor/type", "xen\n");
	rtlat_system_read(&system);
	assert_string_equal(system.virtualization, "docker on xen");
	fake_root_remove("/.dockerenv");
	rtlat_system_read(&system);
	assert_string_equal(system.virtualization, "xen");
}

static void test_long_cmdline(void **state)
{
	struct rtlat_system system;
	static char line[6000];

	(void)state;
	memset(line, 'x', sizeof(line) - 1);
	fake_root_write("/proc/cmdline", "%s\n", line);
	rtlat_system_read(&system);
	assert_int_equal(strlen(system.cmdline), sizeof(system.cmdline) - 1);
}

static void test_sysfs_read(void **state)
{
	int64_t number = 42;
	char text[8];

	(void)state;
	assert_true(sysfs_read(text, sizeof(text), "/none") < 0);
	assert_string_equal(text, "");
	fake_root_write("/file", "1234567 \n\n");
	assert_true(sysfs_read(text, sizeof(text), "/file") < 0);
	assert_string_equal(text, "1234567");
	fake_root_write("/file", "12345\n\n");
	assert_int_equal(sysfs_read(text, sizeof(text), "/%s", "file"), 5);
	assert_string_equal(text, "12345");
	assert_int_equal(sysfs_read_s64(&number, "/file"), 0);
	assert_int_equal(number, 12345);
	fake_root_write("/file", "-1\n");
	assert_int_equal(sysfs_read_s64(&number, "/file"), 0);
	assert_int_equal(number, -1);
	fake_root_write("/file", "many\n");
	assert_true(sysfs_read_s64(&number, "/file") < 0);
	assert_int_equal(number, -1);
}

#define with_root(test) cmocka_unit_test_setup_teardown(test, fake_root_create, fake_root_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_root(test_nothing_known),  with_root(test_all_known),
		with_root(test_cpu_model),      with_root(test_realtime),
		with_root(test_governors),      with_root(test_hypervisor),
		with_root(test_hypervisor_arm), with_root(test_container),
		with_root(test_virtualization), with_root(test_long_cmdline),
		with_root(test_sysfs_read),
	};

	return cmocka_run_group_tests_name("system", tests, NULL, NULL);
}
