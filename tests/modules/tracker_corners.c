// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the latency tracker's core could break and seldom would: keys of all lengths at once, too
 * few events for all that begins, references that are kept, an end while timers expire, a probe in
 * the scheduler.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/latency_tracker.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>

/* One key of each even length. */
#define KEYS (LATENCY_TRACKER_KEY_MAX / 2)
#define THREADS_MAX 16
#define TIMEOUT_MAX_NS 30000

static unsigned int ms = 2000;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "how long the threads run");

struct sums {
	u64 begun;
	u64 begun_sum; /* of the events' numbers */
	u64 ended;
	u64 full;
	u64 found;
	u64 told;
	u64 told_sum;
	u64 wrong;
};

static DEFINE_PER_CPU(struct sums, sums);
static struct latency_tracker *tracker;
static bool failed;

/* Where a thread and an interrupt on its CPU both count. */
#define count(field, value) this_cpu_add(sums.field, value)

#define expect(condition)                                                                          \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			pr_err("line %d: not so: %s\n", __LINE__, #condition);                     \
			failed = true;                                                             \
		}                                                                                  \
	} while (0)

/* --- keys of all lengths, more than there may be ---------------------------------------- */

/* Makes a key, the first byte of which says what is in the rest. */
static unsigned int make_key(u8 *key, unsigned int number)
{
	unsigned int length = 2 + number * 2, i;

	for (i = 0; i < length; i++)
		key[i] = number + i;
	return length;
}

static bool is_whole(const struct latency_tracker_event *event)
{
	u8 key[LATENCY_TRACKER_KEY_MAX];

	return event->key[0] < KEYS && make_key(key, event->key[0]) == event->key_len &&
	       !memcmp(key, event->key, event->key_len);
}

static void note(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (!is_whole(event))
		count(wrong, 1);
	if (timeout)
		return;
	count(told, 1);
	count(told_sum, (unsigned long)event->priv);
}

static void begin(u8 *key, unsigned int length, u64 number, u64 timeout)
{
	switch (latency_tracker_event_in(tracker, key, length, 0, note, timeout,
					 (void *)(unsigned long)number)) {
	case 0:
		count(begun, 1);
		count(begun_sum, number);
		break;
	case -ENOSPC:
		count(full, 1);
		break;
	case -EEXIST:
		break;
	default:
		count(wrong, 1);
	}
}

static void end(u8 *key, unsigned int length)
{
	int ret = latency_tracker_event_out(tracker, key, length);

	if (!ret)
		count(ended, 1);
	else if (ret != -ENOENT)
		count(wrong, 1);
}

static struct latency_tracker_event *look(u8 *key, unsigned int length)
{
	struct latency_tracker_event *event;

	event = latency_tracker_get_event(tracker, key, length);
	if (event)
		count(found, 1);
	return event;
}

/* Nobody else is given an event while there is a reference. */
static void look_again(struct latency_tracker_event *event, u64 start, unsigned int number)
{
	if (!event)
		return;
	if (event->start != start || event->key[0] != number || !is_whole(event))
		count(wrong, 1);
	latency_tracker_put_event(event);
}

static int work(void *data)
{
	u64 state = (unsigned long)data * 1000003 + 88172645463325252ULL;
	u64 number = (u64)(unsigned long)data << 40, start = 0;
	struct latency_tracker_event *kept = NULL;
	u8 key[LATENCY_TRACKER_KEY_MAX];
	unsigned int length, which, kept_number = 0;

	while (!kthread_should_stop()) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		which = (state >> 8) % KEYS;
		length = make_key(key, which);
		switch (state & 7) {
		case 0 ... 2:
			begin(key, length, ++number, 0);
			break;
		case 3:
			begin(key, length, ++number, 1 + (state >> 32) % TIMEOUT_MAX_NS);
			break;
		case 4:
			look_again(kept, start, kept_number);
			kept = look(key, length);
			start = kept ? kept->start : 0;
			kept_number = which;
			break;
		default:
			end(key, length);
		}
		cond_resched();
	}
	look_again(kept, start, kept_number);
	return 0;
}

static void run_threads(void)
{
	struct task_struct *threads[THREADS_MAX];
	unsigned int started = 0, cpu;

	for (cpu = 0; cpu < nr_cpu_ids && started < THREADS_MAX; cpu++) {
		if (!cpu_online(cpu))
			continue;
		threads[started] =
			kthread_create_on_cpu(work, (void *)(cpu + 1UL), cpu, "tracker_corners/%u");
		expect(!IS_ERR(threads[started]));
		if (IS_ERR(threads[started]))
			break;
		wake_up_process(threads[started++]);
	}
	msleep(ms);
	while (started--)
		kthread_stop(threads[started]);
}

static struct sums add_up(void)
{
	struct sums all = {};
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		const struct sums *one = per_cpu_ptr(&sums, cpu);

		all.begun += one->begun;
		all.begun_sum += one->begun_sum;
		all.ended += one->ended;
		all.full += one->full;
		all.found += one->found;
		all.told += one->told;
		all.told_sum += one->told_sum;
		all.wrong += one->wrong;
	}
	return all;
}

static void all_lengths(void)
{
	struct latency_tracker_counts counts;
	u8 key[LATENCY_TRACKER_KEY_MAX];
	unsigned int i;
	struct sums all;

	run_threads();
	for (i = 0; i < KEYS; i++)
		end(key, make_key(key, i));
	/* An event that ended during its timeout's callback is told right after. */
	msleep(20);
	all = add_up();
	latency_tracker_get_counts(tracker, &counts);
	pr_info("%llu begun, %llu ended, %llu told, %llu full, %llu found, sums %llu %llu, wrong "
		"%llu\n",
		all.begun, all.ended, all.told, all.full, all.found, all.begun_sum, all.told_sum,
		all.wrong);
	expect(all.begun && all.begun == all.ended && all.begun == all.told);
	expect(all.begun_sum == all.told_sum);
	expect(!all.wrong && all.found);
	expect(counts.tracked == all.begun && counts.callbacks == all.told);
	expect(counts.full == all.full && !counts.refused && !counts.missed);
}

/* --- an end while timers expire ------------------------------------------------------------ */

static atomic_t expired;

static void expires(unsigned long ptr, unsigned int timeout)
{
	if (timeout)
		atomic_inc(&expired);
}

/* How long the end of a tracker waits before it stops timers, about */
static u64 grace_period(void)
{
	u64 begin_ns = ktime_get_mono_fast_ns();

	synchronize_rcu();
	return ktime_get_mono_fast_ns() - begin_ns;
}

static void destroyed_as_timers_expire(void)
{
	u64 step = 2 * grace_period() / 200 + 1;
	struct latency_tracker *other;
	unsigned int turn, before = 0, total = 0;
	u64 key;

	for (turn = 0; turn < 20; turn++) {
		other = latency_tracker_create(NULL, NULL);
		expect(!IS_ERR(other));
		if (IS_ERR(other))
			return;
		for (key = 0; key < 200; key++)
			latency_tracker_event_in(other, &key, sizeof(key), 0, expires,
						 (1 + key) * step, NULL);
		latency_tracker_destroy(other);
		before = atomic_read(&expired);
		msleep(20);
		expect(before == atomic_read(&expired));
		total += 200;
	}
	pr_info("%u of %u timers expired\n", before, total);
	expect(before && before < total);
}

/* --- a probe in the scheduler, with its locks held ----------------------------------------- */

static struct tracepoint *sched_switch;
static unsigned int switches, switches_wrong;

static void find_sched_switch(struct tracepoint *tracepoint, void *data)
{
	if (!strcmp(tracepoint->name, "sched_switch"))
		sched_switch = tracepoint;
}

static void at_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
		      unsigned int prev_state)
{
	u64 in = (unsigned long)next, out = (unsigned long)prev;

	if (prev == data)
		switches++;
	latency_tracker_event_out(tracker, &out, sizeof(out));
	if (latency_tracker_event_in(tracker, &in, sizeof(in), 0, expires, TIMEOUT_MAX_NS, NULL))
		switches_wrong += next == data;
}

static void in_the_scheduler(void)
{
	for_each_kernel_tracepoint(find_sched_switch, NULL);
	expect(sched_switch);
	if (!sched_switch)
		return;
	expect(!latency_tracker_set_capacity(tracker, 1024));
	atomic_set(&expired, 0);
	expect(!tracepoint_probe_register(sched_switch, at_switch, current));
	msleep(200);
	tracepoint_probe_unregister(sched_switch, at_switch, current);
	tracepoint_synchronize_unregister();
	pr_info("%u switches of mine, %d timeouts\n", switches, atomic_read(&expired));
	expect(switches && atomic_read(&expired) && !switches_wrong);
}

static int __init tracker_corners_init(void)
{
	int ret;

	tracker = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker))
		return PTR_ERR(tracker);
	/* A few more may be, per CPU. */
	ret = latency_tracker_set_capacity(tracker, 1);
	expect(!ret);
	all_lengths();
	destroyed_as_timers_expire();
	in_the_scheduler();
	latency_tracker_destroy(tracker);
	pr_info("%s\n", failed ? "failed" : "all is well");
	return failed ? -EINVAL : 0;
}

static void __exit tracker_corners_exit(void)
{
}

module_init(tracker_corners_init);
module_exit(tracker_corners_exit);
MODULE_DESCRIPTION("Tries the corners of the latency tracker's core");
MODULE_LICENSE("GPL");
