// SPDX-License-Identifier: GPL-2.0-only
/* Runs that cannot be: each is refused with its reason. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rtlat.h"
#include "lib/util/sysfs.h"

static void clock_run(struct rtlat_config *config)
{
	rtlat_config_init(config);
	config->source = "clock";
	rtlat_cpuset_add(&config->cpus, 0);
}

struct messages {
	char text[512];
};

static void keep_message(void *data, enum rtlat_level level, const char *text)
{
	struct messages *messages = data;

	if (level == RTLAT_ERROR)
		snprintf(messages->text, sizeof(messages->text), "%s", text);
}

static void offline_cpus_are_refused(void **state)
{
	struct messages messages = { "" };
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	clock_run(&config);
	rtlat_cpuset_add(&config.cpus, 4095);
	config.log.emit = keep_message;
	config.log.data = &messages;
	assert_int_equal(rtlat_run_create(&run, &config), -ENODEV);
	assert_string_equal(messages.text, "CPU 4095 is not online");
}

static void what_this_machine_lacks_is_not_supported(void **state)
{
	struct messages messages = { "" };
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	clock_run(&config);
	config.dma_latency_us = 10;
	config.log.emit = keep_message;
	config.log.data = &messages;
	assert_int_equal(rtlat_run_create(&run, &config), 0);
	sysfs_set_root("/nosuch");
	assert_int_equal(rtlat_run_start(run), -EOPNOTSUPP);
	sysfs_set_root(NULL);
	assert_string_equal(messages.text,
			    "cannot set /dev/cpu_dma_latency: No such file or directory");
	rtlat_run_destroy(run);
}

/* Without /sys, nobody knows which CPUs there are. */
static void an_unknown_machine_is_said(void **state)
{
	struct messages messages = { "" };
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	clock_run(&config);
	config.log.emit = keep_message;
	config.log.data = &messages;
	sysfs_set_root("/nosuch");
	assert_int_equal(rtlat_run_create(&run, &config), -ENOENT);
	sysfs_set_root(NULL);
	assert_non_null(strstr(messages.text, "is /sys mounted?"));
}

static void user_threads_are_no_clock(void **state)
{
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	clock_run(&config);
	config.threads = RTLAT_THREADS_USER;
	assert_int_equal(rtlat_run_create(&run, &config), -EINVAL);
}

static void a_clock_has_no_trace_buffer(void **state)
{
	struct messages messages = { "" };
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	clock_run(&config);
	config.trace_buffer_kb = 64;
	config.log.emit = keep_message;
	config.log.data = &messages;
	assert_int_equal(rtlat_run_create(&run, &config), -EINVAL);
	assert_string_equal(messages.text,
			    "the source is clock, which has no trace buffer to be sized");
}

/* The kernel would take what follows the quote as more of its filter. */
static void a_name_with_quotes_is_refused(void **state)
{
	struct messages messages = { "" };
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	rtlat_config_init_track(&config, RTLAT_TRACK_SYSCALL);
	strcpy(config.track.comm, "a\"||pid>0");
	config.log.emit = keep_message;
	config.log.data = &messages;
	assert_int_equal(rtlat_run_create(&run, &config), -EINVAL);
	assert_string_equal(messages.text,
			    "a task's name has quotes, backslashes or control characters");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offline_cpus_are_refused),
		cmocka_unit_test(what_this_machine_lacks_is_not_supported),
		cmocka_unit_test(an_unknown_machine_is_said),
		cmocka_unit_test(user_threads_are_no_clock),
		cmocka_unit_test(a_clock_has_no_trace_buffer),
		cmocka_unit_test(a_name_with_quotes_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
