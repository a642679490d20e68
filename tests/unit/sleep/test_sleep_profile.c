// SPDX-License-Identifier: GPL-2.0-only
/* Sleep profiles as the kernel gives them: what is taken for one, their order, and the formats. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/sleep/report.h"

#define NR 3

struct image {
	struct latency_sleep_header header;
	struct latency_sleep_task task[NR];
};

static void fill(struct latency_sleep_task *task, int pid, uint64_t total, uint64_t max)
{
	task->pid = task->tgid = pid;
	task->start = 1000 + pid;
	task->sleep.total = total;
	task->sleep.count = 2;
	task->sleep.max = max;
	task->part[LATENCY_SLEEP_BLOCKED] = task->sleep;
	snprintf(task->comm, sizeof(task->comm), "task \"%d\"", pid);
}

static void make(struct image *image)
{
	memset(image, 0, sizeof(*image));
	image->header = (struct latency_sleep_header){
		.magic = LATENCY_SLEEP_MAGIC,
		.header_size = sizeof(image->header),
		.record_size = sizeof(image->task[0]),
		.nr_records = NR,
		.time = 5000000000,
		.since = 3000000000,
		.dropped = 7,
		.capacity = 16,
		.stacks = LATENCY_SLEEP_STACK_USER,
	};
	fill(&image->task[0], 10, 500, 300);
	fill(&image->task[1], 11, 700, 200);
	fill(&image->task[2], 9, 500, 400);
	image->task[2].nr_user = 2;
	image->task[2].user_stack[0] = 0x1234;
	image->task[2].user_stack[1] = 0x5678;
	image->task[2].flags = LATENCY_SLEEP_EXITED;
}

static void by_either_key(void **state)
{
	struct sleep_profile profile;
	struct image image;

	(void)state;
	make(&image);
	assert_int_equal(sleep_profile_parse(&profile, &image, sizeof(image)), 0);
	sleep_profile_sort(&profile, SLEEP_SORT_TOTAL);
	assert_int_equal(profile.tasks[0].pid, 11);
	assert_int_equal(profile.tasks[1].pid, 9);
	assert_int_equal(profile.tasks[2].pid, 10);
	sleep_profile_sort(&profile, SLEEP_SORT_MAX);
	assert_int_equal(profile.tasks[0].pid, 9);
	assert_int_equal(profile.tasks[1].pid, 10);
	assert_int_equal(profile.tasks[2].pid, 11);
	sleep_profile_free(&profile);
}

static void only_those_asked_for(void **state)
{
	struct sleep_profile profile;
	struct image image;

	(void)state;
	make(&image);
	image.task[1].sleep.count = 0;
	image.task[0].tgid = 9;
	assert_int_equal(sleep_profile_parse(&profile, &image, sizeof(image)), 0);
	sleep_profile_filter(&profile, 0, NULL);
	assert_int_equal(profile.nr, 2);
	sleep_profile_filter(&profile, 9, NULL);
	assert_int_equal(profile.nr, 2);
	sleep_profile_filter(&profile, 9, "task \"10\"");
	assert_int_equal(profile.nr, 1);
	assert_int_equal(profile.tasks[0].pid, 10);
	sleep_profile_free(&profile);
}

/* A kernel that knows less, and one that knows more, in records of another size. */
static void other_sizes(void **state)
{
	size_t record = offsetof(struct latency_sleep_task, worst_end), size, i;
	struct sleep_profile profile;
	struct image image;
	char data[4096];

	(void)state;
	for (; record <= sizeof(image.task[0]) + 8;
	     record += sizeof(image.task[0]) + 8 - offsetof(struct latency_sleep_task, worst_end)) {
		make(&image);
		memset(data, 0, sizeof(data));
		image.header.record_size = record;
		memcpy(data, &image.header, sizeof(image.header));
		size = sizeof(image.header);
		for (i = 0; i < NR; i++, size += record)
			memcpy(data + size, &image.task[i],
			       record < sizeof(image.task[i]) ? record : sizeof(image.task[i]));
		assert_int_equal(sleep_profile_parse(&profile, data, size), 0);
		assert_int_equal(profile.nr, NR);
		assert_int_equal(profile.tasks[2].pid, 9);
		assert_int_equal(profile.tasks[2].sleep.max, 400);
		assert_int_equal(profile.tasks[2].nr_user, record > sizeof(image.task[0]) ? 2 : 0);
		sleep_profile_free(&profile);
	}
}

static void assert_bad(const struct image *image, size_t size)
{
	struct sleep_profile profile;

	assert_int_equal(sleep_profile_parse(&profile, image, size), -EBADMSG);
	assert_null(profile.tasks);
}

static void no_profile(void **state)
{
	struct image image;

	(void)state;
	make(&image);
	assert_bad(&image, 0);
	assert_bad(&image, 20);
	assert_bad(&image, sizeof(image) - 1);
	image.header.magic++;
	assert_bad(&image, sizeof(image));
	make(&image);
	image.header.record_size = 0;
	assert_bad(&image, sizeof(image));
	make(&image);
	image.header.header_size = sizeof(image) + 1;
	assert_bad(&image, sizeof(image));
	make(&image);
	image.header.nr_records = UINT32_MAX;
	assert_bad(&image, sizeof(image));
	make(&image);
	image.task[1].nr_kernel = LATENCY_SLEEP_FRAMES + 1;
	assert_bad(&image, sizeof(image));
	make(&image);
	image.task[1].pid = 0;
	assert_bad(&image, sizeof(image));
}

static char *written(int (*write)(FILE *, const struct sleep_report *), unsigned int nr_text)
{
	struct sleep_report report = { .nr_text = nr_text };
	struct image image;
	char *text = NULL;
	size_t length;
	FILE *file;

	make(&image);
	assert_int_equal(sleep_profile_parse(&report.profile, &image, sizeof(image)), 0);
	sleep_profile_sort(&report.profile, report.sort);
	report.names = sleep_names_create(&report.profile, report.profile.nr);
	assert_non_null(report.names);
	file = open_memstream(&text, &length);
	assert_non_null(file);
	assert_int_equal(write(file, &report), 0);
	assert_int_equal(fclose(file), 0);
	sleep_names_free(report.names);
	sleep_profile_free(&report.profile);
	return text;
}

static void in_text(void **state)
{
	char *text = written(sleep_write_text, 2);

	(void)state;
	assert_non_null(strstr(text, "counted for 2.000 s"));
	assert_non_null(strstr(text, "2 of 3 tasks, by total"));
	assert_non_null(strstr(text, "DROPPED: 7 sleeps"));
	assert_non_null(strstr(text, " exited\n"));
	assert_non_null(strstr(text, "user  0x1234\n"));
	assert_null(strstr(text, "task \"10\""));
	free(text);
}

static void in_csv(void **state)
{
	char *text = written(sleep_write_csv, 2);

	(void)state;
	assert_non_null(strstr(text,
			       "\n11,11,1011,\"task \"\"11\"\"\",alive,700,2,200,700,2,200,0,0,"
			       "0,0,0,0\n"));
	assert_non_null(strstr(text, "\n10,"));
	free(text);
}

/* The first CSV field behind three numbers, read back. */
static void expect_name(const char *comm, const char *field)
{
	struct latency_sleep_task task = { .pid = 1 };
	struct sleep_report report = { .profile = { .tasks = &task, .nr = 1 } };
	char *text = NULL, line[64];
	size_t size;
	FILE *file = open_memstream(&text, &size);

	strcpy(task.comm, comm);
	assert_int_equal(sleep_write_csv(file, &report), 0);
	fclose(file);
	snprintf(line, sizeof(line), "\n1,0,0,\"%s\",alive,", field);
	assert_non_null(strstr(text, line));
	free(text);
}

static void a_name_is_no_formula(void **state)
{
	(void)state;
	expect_name("=cmd|'a'!A0", "'=cmd|'a'!A0");
	expect_name("+1", "'+1");
	expect_name("-1", "'-1");
	expect_name("@SUM(1,1)", "'@SUM(1,1)");
	expect_name("\xef\xbc\x9d"
		    "1",
		    "'\xef\xbc\x9d"
		    "1");
	/* So that a reader can tell. */
	expect_name("'=1", "''=1");
	expect_name("a=1", "a=1");
	expect_name("", "");
}

static void names_are_made_harmless(void **state)
{
	struct sleep_profile profile;
	struct image image;

	(void)state;
	make(&image);
	memset(image.task[0].comm, '\x1b', sizeof(image.task[0].comm));
	strcpy(image.task[0].worst_comm, "a\n\xc2\x9b");
	assert_int_equal(sleep_profile_parse(&profile, &image, sizeof(image)), 0);
	assert_string_equal(profile.tasks[0].comm, "???????????????");
	assert_string_equal(profile.tasks[0].worst_comm, "a??");
	/* Who asks for it by its name gets it. */
	sleep_profile_filter(&profile, 0,
			     "\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b\x1b");
	assert_int_equal(profile.nr, 1);
	sleep_profile_free(&profile);
}

static void in_json(void **state)
{
	char *text = written(sleep_write_json, 2);
	json_t *root = json_loads(text, 0, NULL), *tasks, *stack;

	(void)state;
	assert_non_null(root);
	assert_int_equal(json_integer_value(json_object_get(root, "counted_ns")), 2000000000);
	assert_int_equal(json_integer_value(json_object_get(root, "dropped")), 7);
	tasks = json_object_get(root, "tasks");
	assert_int_equal(json_array_size(tasks), NR);
	stack = json_object_get(json_object_get(json_array_get(tasks, 1), "worst"), "user_stack");
	assert_int_equal(json_array_size(stack), 2);
	assert_string_equal(json_string_value(json_object_get(json_array_get(stack, 1), "address")),
			    "0x5678");
	json_decref(root);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_either_key),
		cmocka_unit_test(only_those_asked_for),
		cmocka_unit_test(other_sizes),
		cmocka_unit_test(no_profile),
		cmocka_unit_test(in_text),
		cmocka_unit_test(in_csv),
		cmocka_unit_test(in_json),
		cmocka_unit_test(a_name_is_no_formula),
		cmocka_unit_test(names_are_made_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
