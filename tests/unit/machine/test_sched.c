// SPDX-License-Identifier: GPL-2.0-only
/* Tests of scheduling policies and priorities. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rtlat.h"
#include "tests/unit/lib/unit.h"

#define ROUND_TRIPS 20000

/* Texts that are read, as they are written again. */
static const struct {
	const char *text;
	const char *format;
} good[] = {
	{ "o:0", "o:0" },
	{ "o:-20", "o:-20" },
	{ "o:19", "o:19" },
	{ "f:1", "f:1" },
	{ "f:99", "f:99" },
	{ "f:095", "f:95" },
	{ "r:50", "r:50" },
	{ "F:95", "f:95" },
	{ "R:1", "r:1" },
	{ "O:-5", "o:-5" },
	{ "D:1ms:2ms", "d:1ms:2ms" },
	{ "d:10us:10us", "d:10us:10us" },
	{ "d:1ms:1s", "d:1ms:1s" },
	{ "d:1024ns:1025ns", "d:1024ns:1025ns" },
	{ "d:1000us:1000ms", "d:1ms:1s" },
	{ "d:1000000ns:60s", "d:1ms:60s" },
	{ "d:1500us:10ms", "d:1500us:10ms" },
	{ "d:2us:9223372036s", "d:2us:9223372036s" },
};

static const struct {
	const char *text;
	int ret;
} bad[] = {
	{ "", -EINVAL },
	{ " ", -EINVAL },
	{ "x", -EINVAL },
	{ "x:1", -EINVAL },
	{ "f", -EINVAL },
	{ "f:", -EINVAL },
	{ ":50", -EINVAL },
	{ "50", -EINVAL },
	{ "f50", -EINVAL },
	{ "FF:50", -EINVAL },
	{ "fifo:50", -EINVAL },
	{ "f: 50", -EINVAL },
	{ "f:50 ", -EINVAL },
	{ "f:+50", -EINVAL },
	{ "f:-1", -EINVAL },
	{ "f:-", -EINVAL },
	{ "r:1x", -EINVAL },
	{ "r:0x10", -EINVAL },
	{ "r:1:2", -EINVAL },
	{ "o:", -EINVAL },
	{ "o:+1", -EINVAL },
	{ "o:1.5", -EINVAL },
	{ "d:", -EINVAL },
	{ "d::", -EINVAL },
	{ "d:10us", -EINVAL },
	{ "d:10us:", -EINVAL },
	{ "d::10us", -EINVAL },
	{ "d:10:5", -EINVAL },
	{ "d:10us:20", -EINVAL },
	{ "d:10:20us", -EINVAL },
	{ "d:10us:20us:30us", -EINVAL },
	{ "d:10us:20us ", -EINVAL },
	{ "d:10 us:20us", -EINVAL },
	{ "d:10usx:20us", -EINVAL },
	{ "d:10u:20us", -EINVAL },
	{ "d:10m:20m", -EINVAL },
	{ "d:-10us:20us", -EINVAL },
	{ "d:us:20us", -EINVAL },
	{ "f:0", -ERANGE },
	{ "f:100", -ERANGE },
	{ "r:0", -ERANGE },
	{ "r:100", -ERANGE },
	{ "f:18446744073709551617", -ERANGE },
	{ "o:20", -ERANGE },
	{ "o:-21", -ERANGE },
	{ "d:10us:5us", -ERANGE },
	{ "d:1023ns:1ms", -ERANGE },
	{ "d:0us:1ms", -ERANGE },
	{ "d:1ms:0s", -ERANGE },
	{ "d:1s:9223372037s", -ERANGE },
	{ "d:1s:18446744074s", -ERANGE },
	{ "d:18446744074s:18446744075s", -ERANGE },
	{ "d:99999999999999999999ns:1s", -ERANGE },
	{ "d:1ms:99999999999999999999s", -ERANGE },
};

static void test_parse_good(void **state)
{
	struct rtlat_sched sched;
	char text[64];
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good); i++) {
		ret = rtlat_parse_sched(good[i].text, &sched);
		assert_case(ret == 0, "'%s': returned %d\n", good[i].text, ret);
		ret = rtlat_sched_format(&sched, text, sizeof(text));
		assert_case(!strcmp(text, good[i].format) && ret == (int)strlen(text),
			    "'%s': formatted as '%s', returned %d\n", good[i].text, text, ret);
	}
}

static void test_parse_bad(void **state)
{
	struct rtlat_sched before, sched;
	size_t i;
	int ret;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		memcpy(&sched, &before, sizeof(sched));
		ret = rtlat_parse_sched(bad[i].text, &sched);
		assert_case(ret == bad[i].ret, "'%s': returned %d\n", bad[i].text, ret);
		assert_case(!memcmp(&sched, &before, sizeof(sched)), "'%s' changed its output\n",
			    bad[i].text);
	}
}

static void test_parse_values(void **state)
{
	struct rtlat_sched sched;

	(void)state;
	assert_int_equal(rtlat_parse_sched("f:95", &sched), 0);
	assert_int_equal(sched.policy, RTLAT_POLICY_FIFO);
	assert_int_equal(sched.priority, 95);
	assert_int_equal(rtlat_parse_sched("r:3", &sched), 0);
	assert_int_equal(sched.policy, RTLAT_POLICY_RR);
	assert_int_equal(sched.priority, 3);
	assert_int_equal(rtlat_parse_sched("o:-5", &sched), 0);
	assert_int_equal(sched.policy, RTLAT_POLICY_OTHER);
	assert_int_equal(sched.nice, -5);
	assert_int_equal(rtlat_parse_sched("d:30us:1ms", &sched), 0);
	assert_int_equal(sched.policy, RTLAT_POLICY_DEADLINE);
	assert_int_equal(sched.runtime_ns, 30000);
	assert_int_equal(sched.period_ns, 1000000);
}

static struct rtlat_sched random_sched(void)
{
	static const uint64_t units[] = { 1, RTLAT_NSEC_PER_USEC, RTLAT_NSEC_PER_MSEC };
	struct rtlat_sched sched = { .policy = (enum rtlat_policy)(rand() % 4) };

	switch (sched.policy) {
	case RTLAT_POLICY_OTHER:
		sched.nice = rand() % 40 - 20;
		break;
	case RTLAT_POLICY_FIFO:
	case RTLAT_POLICY_RR:
		sched.priority = 1 + rand() % 99;
		break;
	case RTLAT_POLICY_DEADLINE:
		sched.runtime_ns = (1024 + (uint64_t)(rand() % 5000)) * units[rand() % 3];
		sched.period_ns = sched.runtime_ns * (1 + rand() % 10) + rand() % 2 * 17;
		break;
	}
	return sched;
}

static void test_round_trip(void **state)
{
	struct rtlat_sched sched, again;
	char text[64];
	int i;

	(void)state;
	srand(5);
	for (i = 0; i < ROUND_TRIPS; i++) {
		sched = random_sched();
		assert_true(rtlat_sched_format(&sched, text, sizeof(text)) > 0);
		assert_case(!rtlat_parse_sched(text, &again), "'%s' is refused\n", text);
		assert_case(sched.policy == again.policy && sched.nice == again.nice &&
				    sched.priority == again.priority &&
				    sched.runtime_ns == again.runtime_ns &&
				    sched.period_ns == again.period_ns,
			    "'%s' is read as something else\n", text);
	}
}

static void test_format_size(void **state)
{
	const char expected[] = "d:1500us:10ms";
	struct rtlat_sched sched;
	char text[32];
	size_t size;

	(void)state;
	assert_int_equal(rtlat_parse_sched(expected, &sched), 0);
	for (size = 0; size < sizeof(expected); size++) {
		memset(text, '#', sizeof(text));
		assert_int_equal(rtlat_sched_format(&sched, text, size), -ENOSPC);
		assert_int_equal(text[size], '#');
	}
	assert_int_equal(rtlat_sched_format(&sched, text, size), sizeof(expected) - 1);
}

/* A thread that tries a policy and reports what the kernel made of it. */
struct attempt {
	struct rtlat_sched sched;
	bool by_tid;
	int ret, policy, priority, nice;
};

static void *attempt_thread(void *data)
{
	struct attempt *attempt = data;
	struct sched_param param;
	int tid = (int)syscall(SYS_gettid);

	attempt->ret = rtlat_sched_apply(attempt->by_tid ? tid : 0, &attempt->sched);
	attempt->policy = sched_getscheduler(0);
	sched_getparam(0, &param);
	attempt->priority = param.sched_priority;
	attempt->nice = getpriority(PRIO_PROCESS, tid);
	return NULL;
}

static void try_policy(struct attempt *attempt, const char *text, bool by_tid)
{
	pthread_t thread;

	memset(attempt, 0, sizeof(*attempt));
	attempt->by_tid = by_tid;
	assert_int_equal(rtlat_parse_sched(text, &attempt->sched), 0);
	assert_int_equal(pthread_create(&thread, NULL, attempt_thread, attempt), 0);
	pthread_join(thread, NULL);
}

static void test_apply_nice(void **state)
{
	struct attempt attempt;
	int tid;

	(void)state;
	for (tid = 0; tid <= 1; tid++) {
		try_policy(&attempt, "o:15", tid);
		assert_int_equal(attempt.ret, 0);
		assert_int_equal(attempt.policy, SCHED_OTHER);
		assert_int_equal(attempt.nice, 15);
	}
}

static void test_apply_realtime(void **state)
{
	struct attempt attempt;

	(void)state;
	try_policy(&attempt, "f:7", false);
	if (attempt.ret == -EPERM)
		skip_because("no privilege for real-time priority");
	assert_int_equal(attempt.ret, 0);
	assert_int_equal(attempt.policy, SCHED_FIFO);
	assert_int_equal(attempt.priority, 7);
	try_policy(&attempt, "r:9", true);
	assert_int_equal(attempt.ret, 0);
	assert_int_equal(attempt.policy, SCHED_RR);
	assert_int_equal(attempt.priority, 9);
}

static void test_apply_deadline(void **state)
{
	struct attempt attempt;

	(void)state;
	try_policy(&attempt, "d:100us:10ms", false);
	/* No privilege, or CPUs or bandwidth taken away by a cpuset. */
	if (attempt.ret == -EPERM || attempt.ret == -EBUSY)
		skip_because("SCHED_DEADLINE is refused here");
	assert_int_equal(attempt.ret, 0);
	assert_int_equal(attempt.policy, 6 /* SCHED_DEADLINE */);
}

static void test_apply_fails(void **state)
{
	struct rtlat_sched sched = { .policy = RTLAT_POLICY_FIFO, .priority = 100 };

	(void)state;
	assert_int_equal(rtlat_sched_apply(0, &sched), -EINVAL);
	assert_int_equal(sched_getscheduler(0), SCHED_OTHER);
	sched.priority = 1;
	assert_int_equal(rtlat_sched_apply(INT32_MAX, &sched), -ESRCH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse_good),     cmocka_unit_test(test_parse_bad),
		cmocka_unit_test(test_parse_values),   cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_format_size),    cmocka_unit_test(test_apply_nice),
		cmocka_unit_test(test_apply_realtime), cmocka_unit_test(test_apply_deadline),
		cmocka_unit_test(test_apply_fails),
	};

	return cmocka_run_group_tests_name("sched", tests, NULL, NULL);
}
