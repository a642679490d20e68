// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tries the latency tracker's core: each case is something that its documentation says. Loaded, it
 * has run them all, and says so in the log; with a case that failed it does not load.
 */
#define pr_fmt(fmt) "tracker_selftest: " fmt

#include <linux/delay.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/latency_tracker.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#define MS 1000000ull

/* What the callback was told, as much as has to be looked at. */
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

/* --- thresholds ----------------------------------------------------------------- */

static void longer_than_threshold(void)
{
	u64 begin = ktime_get_mono_fast_ns();

	expect(!in(1 * MS, 0));
	busy(2 * MS);
	expect(!told.over);
	expect(!out());
	expect(told.over == 1 && !told.timeouts);
	expect(told.delay >= 2 * MS && told.delay <= ktime_get_mono_fast_ns() - begin);
	expect(told.priv == &told && told.key_len == sizeof(one) &&
	       !memcmp(told.key, &one, sizeof(one)));
	expect(out() == -ENOENT && told.over == 1);
}

static void shorter_than_threshold(void)
{
	expect(!in(3600 * 1000 * MS, 0));
	expect(is_under_way());
	expect(!out());
	expect(!is_under_way() && !told.over);
}

static void no_threshold(void)
{
	expect(!in(0, 0));
	expect(!out());
	expect(told.over == 1);
}

/* --- timeouts ------------------------------------------------------------------- */

static void timeout_first(void)
{
	expect(!in(3600 * 1000 * MS, 2 * MS));
	msleep(20);
	expect(told.timeouts == 1 && !told.over && told.in_hard_interrupt);
	expect(told.late >= 2 * MS);
	pr_info("timeout of 2 ms after %llu ns\n", told.late);
	expect(told.priv == &told);
	/* It is still there, and its late end is told, however long the threshold is. */
	expect(is_under_way());
	expect(!out());
	expect(told.over == 1 && told.timeouts == 1 && told.delay >= told.late);
	expect(!is_under_way());
}

static void end_first(void)
{
	expect(!in(3600 * 1000 * MS, 10 * MS));
	expect(!out());
	msleep(30);
	expect(!told.over && !told.timeouts);
	expect(!in(0, 3600 * 1000 * MS));
	expect(!out());
	expect(told.over == 1 && !told.timeouts);
	expect(!in(0, U64_MAX));
	expect(!out());
	expect(told.over == 2 && !told.timeouts);
}

static void ends_itself(unsigned long ptr, unsigned int timeout)
{
	callback(ptr, timeout);
	if (timeout)
		expect(!out() && !told.over);
}

static void end_during_timeout(void)
{
	expect(!latency_tracker_event_in(tracker, &one, sizeof(one), 3600 * 1000 * MS, ends_itself,
					 1 * MS, NULL));
	msleep(20);
	expect(told.timeouts == 1 && told.over == 1 && !is_under_way());
	expect(out() == -ENOENT);
}

static void destroyed_before_timeout(void)
{
	struct latency_tracker *other = latency_tracker_create(NULL, NULL);
	unsigned int before;
	u64 key;

	expect(!IS_ERR(other));
	if (IS_ERR(other))
		return;
	for (key = 0; key < 100; key++)
		expect(!latency_tracker_event_in(other, &key, sizeof(key), 0, callback, 300 * MS,
						 NULL));
	latency_tracker_destroy(other);
	/* A slow machine may need longer than that: until it is destroyed they may come. */
	before = told.timeouts;
	msleep(400);
	expect(told.timeouts == before && !told.over);
}

/* --- keys ----------------------------------------------------------------------- */

static void keys(void)
{
	u8 key[LATENCY_TRACKER_KEY_MAX + 1] = { 0 }, other[LATENCY_TRACKER_KEY_MAX] = { 0 };
	unsigned int size;

	expect(latency_tracker_event_in(tracker, key, 0, 0, callback, 0, NULL) == -EINVAL);
	expect(latency_tracker_event_in(tracker, key, sizeof(key), 0, NULL, 0, NULL) == -EINVAL);
	expect(latency_tracker_event_out(tracker, key, 0) == -EINVAL);
	expect(latency_tracker_event_out(tracker, key, sizeof(key)) == -EINVAL);
	expect(!latency_tracker_get_event(tracker, key, sizeof(key)));
	/* The same bytes, of each length, are different keys. */
	for (size = 1; size <= LATENCY_TRACKER_KEY_MAX; size++)
		expect(!latency_tracker_event_in(tracker, key, size, 0, callback, 0, NULL));
	expect(latency_tracker_event_in(tracker, key, 1, 0, callback, 0, NULL) == -EEXIST);
	other[LATENCY_TRACKER_KEY_MAX - 1] = 1;
	expect(latency_tracker_event_out(tracker, other, sizeof(other)) == -ENOENT);
	for (size = 1; size <= LATENCY_TRACKER_KEY_MAX; size++) {
		expect(!latency_tracker_event_out(tracker, key, size));
		expect(told.over == size && told.key_len == size);
	}
}

static unsigned int matched, hashed;

static int match_low(const void *key1, const void *key2, size_t length)
{
	matched++;
	return (*(const u64 *)key1 ^ *(const u64 *)key2) & 0xff;
}

static u32 hash_low(const void *key, u32 length, u32 initval)
{
	hashed++;
	return *(const u64 *)key & 0xff;
}

static void own_match_and_hash(void)
{
	struct latency_tracker *other = latency_tracker_create(match_low, hash_low);
	u64 key1 = 0x101, key2 = 0x201, key3 = 0x102;

	expect(!IS_ERR(other));
	if (IS_ERR(other))
		return;
	expect(!latency_tracker_event_in(other, &key1, sizeof(key1), 0, callback, 0, NULL));
	expect(latency_tracker_event_in(other, &key2, sizeof(key2), 0, NULL, 0, NULL) == -EEXIST);
	expect(latency_tracker_event_out(other, &key3, sizeof(key3)) == -ENOENT);
	expect(!latency_tracker_event_out(other, &key2, sizeof(key2)));
	expect(told.over == 1 && hashed == 4 && matched == 2);
	latency_tracker_destroy(other);
}

/* --- capacity and references ------------------------------------------------------- */

static void capacity(void)
{
	struct latency_tracker *other = latency_tracker_create(NULL, NULL);
	struct latency_tracker_counts counts;
	u64 key, begun = 0, full = 0;

	expect(!IS_ERR(other));
	if (IS_ERR(other))
		return;
	expect(latency_tracker_set_capacity(other, 0) == -EINVAL);
	expect(!latency_tracker_set_capacity(other, 100));
	for (key = 0; key < 10000; key++) {
		if (latency_tracker_event_in(other, &key, sizeof(key), 0, NULL, 0, NULL) == -ENOSPC)
			full++;
		else
			begun++;
	}
	latency_tracker_get_counts(other, &counts);
	pr_info("of 100: %llu begun, %llu full\n", begun, full);
	expect(begun >= 100 && begun <= 100 + 16 * num_possible_cpus());
	expect(counts.tracked == begun && counts.full == full && full);
	/* And more when there is more memory, for which it is the worker's turn. */
	expect(!latency_tracker_set_capacity(other, 5000));
	for (key = 10000; key < 20000 && begun < 5000; key++) {
		if (latency_tracker_event_in(other, &key, sizeof(key), 0, NULL, 0, NULL))
			usleep_range(1000, 2000);
		else
			begun++;
	}
	expect(begun == 5000);
	latency_tracker_destroy(other);
}

static void references(void)
{
	struct latency_tracker_event *event;
	u64 key;

	expect(!in(0, 0));
	event = latency_tracker_get_event(tracker, &one, sizeof(one));
	expect(event);
	if (!event)
		return;
	expect(!out() && told.over == 1 && !is_under_way());
	/* Others come and go; nobody takes this one's place. */
	for (key = 100; key < 400; key++)
		expect(!latency_tracker_event_in(tracker, &key, sizeof(key), 0, NULL, 0, NULL));
	for (key = 100; key < 400; key++)
		expect(!latency_tracker_event_out(tracker, &key, sizeof(key)));
	expect(event->priv == &told && !memcmp(event->key, &one, sizeof(one)));
	expect(event->delay == told.delay);
	latency_tracker_put_event(event);
}

static void duplicates(void)
{
	struct latency_tracker_counts before, after;
	u64 priv;

	latency_tracker_get_counts(tracker, &before);
	expect(!in(0, 0));
	expect(latency_tracker_event_in(tracker, &one, sizeof(one), 0, NULL, 0, &priv) == -EEXIST);
	expect(latency_tracker_event_in(tracker, &one, sizeof(one), 0, NULL, 1 * MS, &priv) ==
	       -EEXIST);
	msleep(20);
	expect(!out() && told.over == 1 && told.priv == &told);
	latency_tracker_get_counts(tracker, &after);
	expect(after.duplicate == before.duplicate + 2 && after.tracked == before.tracked + 1);
}

/* --- contexts ------------------------------------------------------------------- */

static int inner;

static void pair(void)
{
	inner = in(0, 10 * MS) ?: out();
}

static void interrupt(struct irq_work *work)
{
	expect(in_hardirq());
	pair();
}

static void softirq(struct tasklet_struct *tasklet)
{
	pair();
}

static void in_interrupts(void)
{
	DECLARE_TASKLET(tasklet, softirq);
	struct irq_work work = IRQ_WORK_INIT_HARD(interrupt);

	inner = 1;
	irq_work_queue(&work);
	irq_work_sync(&work);
	expect(!inner && told.over == 1);
	inner = 1;
	tasklet_schedule(&tasklet);
	tasklet_unlock_wait(&tasklet);
	msleep(20);
	tasklet_kill(&tasklet);
	expect(!inner && told.over == 2);
}

/* Whatever a compiler makes of a function that does nothing, it is called. */
static noinline void probed_at_ftrace(void)
{
	barrier();
}

static noinline notrace void probed_by_int3(void)
{
	barrier();
}

static int probe(struct kprobe *kprobe, struct pt_regs *regs)
{
	pair();
	return 0;
}

/* With one, a probe is not optimized. */
static void after_probe(struct kprobe *kprobe, struct pt_regs *regs, unsigned long flags)
{
}

static void in_kprobes(void)
{
	struct kprobe kprobe = {
		.addr = (kprobe_opcode_t *)probed_at_ftrace,
		.pre_handler = probe,
	};
	struct kprobe int3 = {
		.addr = (kprobe_opcode_t *)probed_by_int3,
		.pre_handler = probe,
		.post_handler = after_probe,
	};
	struct latency_tracker_counts before, after;

	inner = 1;
	expect(!register_kprobe(&kprobe));
	probed_at_ftrace();
	unregister_kprobe(&kprobe);
	expect(!inner && told.over == 1);
	latency_tracker_get_counts(tracker, &before);
	expect(!register_kprobe(&int3));
	probed_by_int3();
	unregister_kprobe(&int3);
	latency_tracker_get_counts(tracker, &after);
	expect(inner == -EBUSY && told.over == 1 && after.refused == before.refused + 1);
}

static const struct {
	const char *name;
	void (*function)(void);
} trial[] = {
	{ "longer_than_threshold", longer_than_threshold },
	{ "shorter_than_threshold", shorter_than_threshold },
	{ "no_threshold", no_threshold },
	{ "timeout_first", timeout_first },
	{ "end_first", end_first },
	{ "end_during_timeout", end_during_timeout },
	{ "destroyed_before_timeout", destroyed_before_timeout },
	{ "keys", keys },
	{ "own_match_and_hash", own_match_and_hash },
	{ "capacity", capacity },
	{ "references", references },
	{ "duplicates", duplicates },
	{ "in_interrupts", in_interrupts },
	{ "in_kprobes", in_kprobes },
};

static int __init tracker_selftest_init(void)
{
	unsigned int i, failures = 0;

	tracker = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker))
		return PTR_ERR(tracker);
	for (i = 0; i < ARRAY_SIZE(trial); i++) {
		memset(&told, 0, sizeof(told));
		failed = false;
		trial[i].function();
		failures += failed;
		pr_info("%s: %s\n", trial[i].name, failed ? "failed" : "ok");
	}
	latency_tracker_destroy(tracker);
	pr_info("%zu cases, %u failed\n", ARRAY_SIZE(trial), failures);
	return failures ? -EINVAL : 0;
}

static void __exit tracker_selftest_exit(void)
{
}

module_init(tracker_selftest_init);
module_exit(tracker_selftest_exit);
MODULE_DESCRIPTION("Tries the latency tracker's core");
MODULE_LICENSE("GPL");
