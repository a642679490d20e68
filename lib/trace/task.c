// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names of tasks that were traced and may be gone, from the kernel's saved_cmdlines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

#include "lib/trace/task.h"

void trace_task_find(const char *list, int32_t pid, char name[RTLAT_NAME_SIZE])
{
	const char *line = list;
	char *end;

	snprintf(name, RTLAT_NAME_SIZE, "<...>");
	for (; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strtol(line, &end, 10) != pid || end == line || *end != ' ')
			continue;
		snprintf(name, RTLAT_NAME_SIZE, "%.*s", (int)strcspn(end + 1, "\n"), end + 1);
		return;
	}
}

void trace_task_name(int32_t pid, char name[RTLAT_NAME_SIZE])
{
	char *list = tracefs_instance_file_read(NULL, "saved_cmdlines", NULL);

	trace_task_find(list, pid, name);
	free(list);
}
