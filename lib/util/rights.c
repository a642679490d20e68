// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The rights of this process: its capabilities, the kernel's lockdown mode, and whether it is root
 * of the machine or of a namespace only.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/util/rights.h"
#include "lib/util/sysfs.h"

/* The first user namespace, which has this number on every kernel. */
#define FIRST_NAMESPACE "user:[4026531837]"

bool rights_has(int capability)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };

	return !syscall(SYS_capget, &header, data) &&
	       data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability);
}

/* Reads the mode in brackets: "none [integrity] confidentiality". */
bool rights_lockdown(char *mode, size_t size)
{
	char text[80];
	char *from, *to;

	if (sysfs_read(text, sizeof(text), "/sys/kernel/security/lockdown") <= 0)
		return false;
	from = strchr(text, '[');
	to = from ? strchr(from, ']') : NULL;
	if (!to)
		return false;
	*to = '\0';
	snprintf(mode, size, "%s", from + 1);
	return true;
}

bool rights_of_machine(void)
{
	char name[64];
	ssize_t length = readlink("/proc/self/ns/user", name, sizeof(name) - 1);

	if (length < 0)
		return true;
	name[length] = '\0';
	return !strcmp(name, FIRST_NAMESPACE);
}

static const char *name_of(int capability)
{
	if (capability == CAP_SYS_MODULE)
		return "CAP_SYS_MODULE";
	if (capability == CAP_BPF)
		return "CAP_BPF and CAP_PERFMON";
	return capability == CAP_SYS_ADMIN ? "CAP_SYS_ADMIN" : "CAP_DAC_OVERRIDE";
}

/* Programs that read the kernel's memory take both. */
static bool has_all_of(int capability)
{
	return rights_has(capability) && (capability != CAP_BPF || rights_has(CAP_PERFMON));
}

const char *rights_hint(int err, int capability, char *hint)
{
	char mode[32];

	*hint = '\0';
	/* The permissions of files are refused with EACCES. */
	if (err == -EPERM && rights_lockdown(mode, sizeof(mode)) && strcmp(mode, "none"))
		snprintf(hint, RIGHTS_HINT_SIZE, "; the kernel is locked down (%s)", mode);
	else if (rights_denied(err) && !rights_of_machine())
		snprintf(hint, RIGHTS_HINT_SIZE,
			 "; needs root or %s, which in a user namespace only is not enough",
			 name_of(capability));
	else if (rights_denied(err) && !has_all_of(capability))
		snprintf(hint, RIGHTS_HINT_SIZE, "; needs root or %s", name_of(capability));
	return hint;
}
