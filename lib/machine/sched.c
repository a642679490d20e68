// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Scheduling policies and priorities: from text, to text, and applied to a thread. sched_setattr()
 * has no wrapper in glibc 2.36, so the system call is made here.
 */
#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/util/parse.h"
#include "rtlat.h"
#include "lib/util/text.h"

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

#define NICE_MIN (-20)
#define NICE_MAX 19
#define PRIORITY_MIN 1
#define PRIORITY_MAX 99
/* The kernel's own limits. */
#define DEADLINE_RUNTIME_MIN 1024
#define DEADLINE_PERIOD_MAX INT64_MAX

/*
 * The argument of sched_setattr(), under a name of its own, since newer C libraries have the
 * struct.
 */
struct kernel_sched_attr {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime;
	uint64_t deadline;
	uint64_t period;
};

static int parse_deadline(const char *text, struct rtlat_sched *sched)
{
	int ret = unit_parse_time(&text, &sched->runtime_ns);

	if (ret)
		return ret;
	if (*text++ != ':')
		return -EINVAL;
	ret = unit_parse_time(&text, &sched->period_ns);
	if (ret)
		return ret;
	if (*text)
		return -EINVAL;
	if (sched->runtime_ns < DEADLINE_RUNTIME_MIN || sched->runtime_ns > sched->period_ns ||
	    sched->period_ns > DEADLINE_PERIOD_MAX)
		return -ERANGE;
	return 0;
}

static int parse_policy(char letter, enum rtlat_policy *policy)
{
	switch (tolower((unsigned char)letter)) {
	case 'o':
		*policy = RTLAT_POLICY_OTHER;
		return 0;
	case 'f':
		*policy = RTLAT_POLICY_FIFO;
		return 0;
	case 'r':
		*policy = RTLAT_POLICY_RR;
		return 0;
	case 'd':
		*policy = RTLAT_POLICY_DEADLINE;
		return 0;
	default:
		return -EINVAL;
	}
}

int rtlat_parse_sched(const char *text, struct rtlat_sched *sched)
{
	struct rtlat_sched parsed = { 0 };
	int64_t number;
	int ret = parse_policy(text[0], &parsed.policy);

	if (ret || text[1] != ':')
		return -EINVAL;
	text += 2;
	switch (parsed.policy) {
	case RTLAT_POLICY_OTHER:
		ret = rtlat_parse_s64(text, NICE_MIN, NICE_MAX, &number);
		if (!ret)
			parsed.nice = (int)number;
		break;
	case RTLAT_POLICY_FIFO:
	case RTLAT_POLICY_RR:
		ret = rtlat_parse_s64(text, PRIORITY_MIN, PRIORITY_MAX, &number);
		if (!ret)
			parsed.priority = (int)number;
		/* No sign here: "-1" is malformed, not merely too small. */
		if (*text == '-')
			ret = -EINVAL;
		break;
	case RTLAT_POLICY_DEADLINE:
		ret = parse_deadline(text, &parsed);
		break;
	}
	if (!ret)
		*sched = parsed;
	return ret;
}

int rtlat_sched_format(const struct rtlat_sched *sched, char *buffer, size_t size)
{
	struct text text;

	text_init(&text, buffer, size);
	switch (sched->policy) {
	case RTLAT_POLICY_OTHER:
		text_add(&text, "o:%d", sched->nice);
		break;
	case RTLAT_POLICY_FIFO:
		text_add(&text, "f:%d", sched->priority);
		break;
	case RTLAT_POLICY_RR:
		text_add(&text, "r:%d", sched->priority);
		break;
	case RTLAT_POLICY_DEADLINE:
		text_add(&text, "d:");
		unit_add_time(&text, sched->runtime_ns);
		text_add(&text, ":");
		unit_add_time(&text, sched->period_ns);
		break;
	}
	return text_length(&text);
}

int rtlat_sched_apply(int tid, const struct rtlat_sched *sched)
{
	struct kernel_sched_attr attr = { .size = sizeof(attr) };

	switch (sched->policy) {
	case RTLAT_POLICY_OTHER:
		attr.policy = SCHED_OTHER;
		attr.nice = sched->nice;
		break;
	case RTLAT_POLICY_FIFO:
		attr.policy = SCHED_FIFO;
		attr.priority = sched->priority;
		break;
	case RTLAT_POLICY_RR:
		attr.policy = SCHED_RR;
		attr.priority = sched->priority;
		break;
	case RTLAT_POLICY_DEADLINE:
		attr.policy = SCHED_DEADLINE;
		attr.runtime = sched->runtime_ns;
		attr.deadline = sched->period_ns;
		attr.period = sched->period_ns;
		break;
	}
	return syscall(SYS_sched_setattr, tid, &attr, 0) ? -errno : 0;
}
