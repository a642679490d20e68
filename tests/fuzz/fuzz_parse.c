// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any text through every parser: what is accepted must be in range, must have the grammar, and
 * must come back the same from its written form; what is refused must leave the output alone.
 *
 *	make fuzz && build/tests/fuzz/fuzz_parse -max_total_time=60
 */
#include <errno.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "rtlat.h"

#define TEXT_MAX 512
#define LIST_SIZE (RTLAT_MAX_CPUS * 5)
#define UNTOUCHED 0x5a5a5a5a5a5a5a5aULL

static bool only(const char *text, const char *characters)
{
	return text[strspn(text, characters)] == '\0' && *text;
}

static const char *skip_zeros(const char *digits)
{
	while (digits[0] == '0' && digits[1])
		digits++;
	return digits;
}

static void fuzz_u64(const char *text)
{
	uint64_t value = UNTOUCHED;
	char written[32];
	int ret = rtlat_parse_u64(text, 10, 1000000, &value);

	require(ret == 0 || ret == -EINVAL || ret == -ERANGE);
	require((ret == -EINVAL) == !only(text, "0123456789"));
	require(ret == 0 ? value >= 10 && value <= 1000000 : value == UNTOUCHED);
	ret = rtlat_parse_u64(text, 0, UINT64_MAX, &value);
	if (ret)
		return;
	snprintf(written, sizeof(written), "%llu", (unsigned long long)value);
	require(!strcmp(written, skip_zeros(text)));
}

static void fuzz_s64(const char *text)
{
	const char *digits = text + (*text == '-');
	int64_t value = (int64_t)UNTOUCHED;
	char written[32];
	int ret = rtlat_parse_s64(text, -20, 19, &value);

	require(ret == 0 || ret == -EINVAL || ret == -ERANGE);
	require((ret == -EINVAL) == !only(digits, "0123456789"));
	require(ret == 0 ? value >= -20 && value <= 19 : value == (int64_t)UNTOUCHED);
	ret = rtlat_parse_s64(text, INT64_MIN, INT64_MAX, &value);
	if (ret)
		return;
	snprintf(written, sizeof(written), "%lld", (long long)value);
	require(!strcmp(written + (value < 0), skip_zeros(digits)));
	require(value == 0 || (value < 0) == (digits != text));
}

static void fuzz_duration(const char *text)
{
	uint64_t ns = UNTOUCHED, again;
	char written[32];
	int ret = rtlat_parse_duration(text, &ns);

	require(ret == 0 || ret == -EINVAL || ret == -ERANGE);
	if (ret) {
		require(ns == UNTOUCHED);
		return;
	}
	require(only(text, "0123456789smhdSMHD"));
	require(ns >= RTLAT_NSEC_PER_SEC && ns <= RTLAT_DURATION_MAX);
	require(ns % RTLAT_NSEC_PER_SEC == 0);
	snprintf(written, sizeof(written), "%llus", (unsigned long long)(ns / RTLAT_NSEC_PER_SEC));
	require(rtlat_parse_duration(written, &again) == 0 && again == ns);
}

static void fuzz_cpuset(const char *text)
{
	static struct rtlat_cpuset before, set, again;
	static char list[LIST_SIZE];
	int ret, length;

	memset(&before, 0x5a, sizeof(before));
	set = before;
	ret = rtlat_cpuset_parse(text, &set);
	require(ret == 0 || ret == -EINVAL || ret == -ERANGE);
	if (ret) {
		require(rtlat_cpuset_equal(&set, &before));
		return;
	}
	require(only(text, "0123456789,-"));
	require(!rtlat_cpuset_empty(&set));
	length = rtlat_cpuset_format(&set, list, sizeof(list));
	require(length > 0 && list[length] == '\0' && strlen(list) == (size_t)length);
	require(rtlat_cpuset_format(&set, list, length) == -ENOSPC);
	require(rtlat_cpuset_format(&set, list, length + 1) == length);
	require(rtlat_cpuset_parse(list, &again) == 0 && rtlat_cpuset_equal(&set, &again));
}

static void require_sane_sched(const struct rtlat_sched *sched)
{
	switch (sched->policy) {
	case RTLAT_POLICY_OTHER:
		require(sched->nice >= -20 && sched->nice <= 19);
		return;
	case RTLAT_POLICY_FIFO:
	case RTLAT_POLICY_RR:
		require(sched->priority >= 1 && sched->priority <= 99);
		return;
	case RTLAT_POLICY_DEADLINE:
		require(sched->runtime_ns >= 1024 && sched->runtime_ns <= sched->period_ns);
		return;
	}
	require(!"a policy");
}

static void fuzz_sched(const char *text)
{
	struct rtlat_sched before, sched, again;
	char written[64];
	int ret;

	memset(&before, 0x5a, sizeof(before));
	memcpy(&sched, &before, sizeof(sched));
	ret = rtlat_parse_sched(text, &sched);
	require(ret == 0 || ret == -EINVAL || ret == -ERANGE);
	if (ret) {
		require(!memcmp(&sched, &before, sizeof(sched)));
		return;
	}
	require_sane_sched(&sched);
	require(rtlat_sched_format(&sched, written, sizeof(written)) == (int)strlen(written));
	require(rtlat_parse_sched(written, &again) == 0);
	require(sched.policy == again.policy && sched.nice == again.nice &&
		sched.priority == again.priority && sched.runtime_ns == again.runtime_ns &&
		sched.period_ns == again.period_ns);
}

static void require_sane_percentiles(const struct rtlat_percentiles *percentiles)
{
	unsigned int i;

	require(percentiles->nr >= 1 && percentiles->nr <= RTLAT_PERCENTILES_MAX);
	for (i = 0; i < percentiles->nr; i++) {
		require(percentiles->value[i] >= 1);
		require(percentiles->value[i] <= 100 * RTLAT_PERCENT);
		require(i == 0 || percentiles->value[i] > percentiles->value[i - 1]);
	}
}

static void fuzz_percentiles(const char *text)
{
	struct rtlat_percentiles before, percentiles, again;
	char written[RTLAT_PERCENTILES_MAX * 12] = "";
	unsigned int i;
	size_t length = 0;
	int ret;

	memset(&before, 0x5a, sizeof(before));
	percentiles = before;
	ret = rtlat_parse_percentiles(text, &percentiles);
	require(ret == 0 || ret == -EINVAL || ret == -ERANGE || ret == -E2BIG);
	if (ret) {
		require(!memcmp(&percentiles, &before, sizeof(before)));
		return;
	}
	require(only(text, "0123456789.,"));
	require_sane_percentiles(&percentiles);
	for (i = 0; i < percentiles.nr; i++) {
		if (i)
			written[length++] = ',';
		ret = rtlat_percentile_format(percentiles.value[i], written + length,
					      sizeof(written) - length);
		require(ret > 0);
		length += ret;
	}
	require(rtlat_parse_percentiles(written, &again) == 0 && again.nr == percentiles.nr);
	require(!memcmp(again.value, percentiles.value, again.nr * sizeof(again.value[0])));
}

static void fuzz_gate(const char *text)
{
	struct rtlat_gate before, gate;
	struct rtlat_gate_result verdict;
	struct rtlat_result result = { .duration_ns = RTLAT_NSEC_PER_SEC };
	char written[2 * TEXT_MAX];
	int ret;

	memset(&before, 0x5a, sizeof(before));
	gate = before;
	ret = rtlat_gate_parse(text, &gate);
	require(ret == 0 || ret == -EINVAL || ret == -ERANGE);
	if (ret) {
		require(!memcmp(&gate, &before, sizeof(before)));
		return;
	}
	/* Formats without quotes have it as it is. */
	require(only(text, "abcdefghijklmnopqrstuvwxyzSMHD0123456789.<>=!%"));
	require(gate.text == text && gate.metric <= RTLAT_GATE_HARDWARE);
	require((gate.scope == RTLAT_GATE_CPU) == (gate.cpu >= 0) && gate.cpu < RTLAT_MAX_CPUS);
	require(gate.metric != RTLAT_GATE_PERCENTILE ||
		(gate.percentile >= 1 && gate.percentile <= 100 * RTLAT_PERCENT));
	rtlat_gate_judge(&gate, &result, &verdict);
	require(rtlat_gate_format(&verdict, written, sizeof(written)) > (int)strlen(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (size > TEXT_MAX)
		return 0;
	text = fuzz_text(data, size);
	fuzz_u64(text);
	fuzz_s64(text);
	fuzz_duration(text);
	fuzz_cpuset(text);
	fuzz_sched(text);
	fuzz_percentiles(text);
	fuzz_gate(text);
	free(text);
	return 0;
}
