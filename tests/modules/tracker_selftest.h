/* SPDX-License-Identifier: GPL-2.0-only */
/* Helpers of the modules that try the latency tracker's core, each with cases of its own. */
#ifndef TRACKER_SELFTEST_H
#define TRACKER_SELFTEST_H

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/latency_tracker.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#define MS 1000000ull

/* The words of the callback, as much as has to be looked at. */
struct told {
	unsigned int over;
	unsigned int timeouts;
	u64 delay;
	u64 late;
	void *priv;
	u8 key[LATENCY_TRACKER_KEY_MAX];
	u32 key_len;
	bool in_hard_interrupt;
};

static struct latency_tracker *tracker;
static struct told told;
static u64 one = 1;
static bool failed;

#define expect(condition)                                                                          \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			pr_err("%s:%d: not so: %s\n", __func__, __LINE__, #condition);             \
			failed = true;                                                             \
		}                                                                                  \
	} while (0)

static void callback(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (timeout) {
		told.timeouts++;
		told.late = ktime_get_mono_fast_ns() - event->start;
		told.in_hard_interrupt = in_hardirq();
	} else {
		told.over++;
		told.delay = event->delay;
	}
	told.priv = event->priv;
	told.key_len = event->key_len;
	memcpy(told.key, event->key, event->key_len);
}

static int in(u64 thresh, u64 timeout)
{
	return latency_tracker_event_in(tracker, &one, sizeof(one), thresh, callback, timeout,
					&told);
}

static int out(void)
{
	return latency_tracker_event_out(tracker, &one, sizeof(one));
}

/* Not mdelay(), which goes by another clock than what is measured. */
static void busy(u64 ns)
{
	u64 end = ktime_get_mono_fast_ns() + ns;

	while (ktime_get_mono_fast_ns() < end)
		cpu_relax();
}

static bool is_under_way(void)
{
	struct latency_tracker_event *event;

	event = latency_tracker_get_event(tracker, &one, sizeof(one));
	if (event)
		latency_tracker_put_event(event);
	return event;
}

struct trial {
	const char *name;
	void (*function)(void);
};

/* Runs them all, and says so in the log; -EINVAL if one failed. */
static int run_trials(const struct trial *trial, unsigned int nr)
{
	unsigned int i, failures = 0;

	tracker = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker))
		return PTR_ERR(tracker);
	for (i = 0; i < nr; i++) {
		memset(&told, 0, sizeof(told));
		failed = false;
		trial[i].function();
		failures += failed;
		pr_info("%s: %s\n", trial[i].name, failed ? "failed" : "ok");
	}
	latency_tracker_destroy(tracker);
	pr_info("%u cases, %u failed\n", nr, failures);
	return failures ? -EINVAL : 0;
}

#endif /* TRACKER_SELFTEST_H */
