// SPDX-License-Identifier: GPL-2.0-only
/*
 * Has a thread on each CPU begin and end events with random keys, of which there are few, some with
 * a timeout, for so many seconds; then counts both ways: what began has ended once, and was told
 * once. Then measures what a pair costs. Loaded, it has done so, and says so in the log; if a count
 * is wrong it does not load.
 */
#define pr_fmt(fmt) "tracker_stress: " fmt

#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/latency_tracker.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/timekeeping.h>

#define KEYS 64
#define PAIRS 2000
#define ALWAYS 0
#define NEVER U64_MAX

static unsigned int seconds = 2;
module_param(seconds, uint, 0444);
MODULE_PARM_DESC(seconds, "how long the threads run");

/*
 * Each begun event has a number of its own. What began, ended and was told is summed up, in the
 * numbers and how many there were: nothing lost, nothing twice.
 */
struct sums {
	u64 begun;
	u64 begun_sum;
	u64 ended;
	u64 told;
	u64 told_sum;
	u64 timeouts;
	u64 duplicate;
	u64 absent;
	u64 full;
	u64 wrong;
};

static DEFINE_PER_CPU(struct sums, sums);
static struct latency_tracker *tracker;

/* Where a thread and an interrupt on its CPU both count. */
#define count(field, value) this_cpu_add(sums.field, value)

static u64 key_of(unsigned int number)
{
	return number * 0x100000001ull;
}

static void end(u64 key)
{
	int ret = latency_tracker_event_out(tracker, &key, sizeof(key));

	if (!ret)
		count(ended, 1);
	else if (ret == -ENOENT)
		count(absent, 1);
	else
		count(wrong, 1);
}

static void callback(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;
	u64 number = (unsigned long)event->priv;

	if (timeout) {
		count(timeouts, 1);
		/* Some end here, in their own callback. */
		if (!(number & 3))
			end(*(const u64 *)event->key);
		return;
	}
	count(told, 1);
	count(told_sum, number);
}

static void begin(u64 key, u64 number, u64 timeout)
{
	int ret = latency_tracker_event_in(tracker, &key, sizeof(key), ALWAYS, callback, timeout,
					   (void *)(unsigned long)number);

	if (!ret) {
		count(begun, 1);
		count(begun_sum, number);
	} else if (ret == -EEXIST) {
		count(duplicate, 1);
	} else if (ret == -ENOSPC) {
		count(full, 1);
	} else {
		count(wrong, 1);
	}
}

static void look(u64 key)
{
	struct latency_tracker_event *event;

	event = latency_tracker_get_event(tracker, &key, sizeof(key));
	if (!event)
		return;
	if (*(u64 *)event->key != key)
		count(wrong, 1);
	latency_tracker_put_event(event);
}

static u64 next_random(u64 *random)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return *random;
}

static int work(void *data)
{
	u64 number = (unsigned long)data << 40, random = (unsigned long)data + 88172645463325252ull;
	u64 now, key;

	while (!kthread_should_stop()) {
		now = next_random(&random);
		key = key_of(now % KEYS);
		switch ((now >> 32) % 8) {
		case 0 ... 2:
			begin(key, ++number, 0);
			break;
		case 3:
			begin(key, ++number, (now >> 40) % 200000 + 1);
			break;
		case 4:
			look(key);
			break;
		default:
			end(key);
		}
		cond_resched();
	}
	return 0;
}

static void run(void)
{
	struct task_struct *threads[16] = { NULL };
	unsigned int cpu, started = 0;

	cpus_read_lock();
	for_each_online_cpu(cpu) {
		if (started == ARRAY_SIZE(threads))
			break;
		threads[started] = kthread_create(work, (void *)(unsigned long)(cpu + 1),
						  "tracker_stress/%u", cpu);
		if (IS_ERR(threads[started]))
			break;
		kthread_bind(threads[started], cpu);
		wake_up_process(threads[started++]);
	}
	cpus_read_unlock();
	msleep(seconds * 1000);
	while (started--)
		kthread_stop(threads[started]);
	/* End all that is left. */
	for (cpu = 0; cpu < KEYS; cpu++)
		end(key_of(cpu));
	for (cpu = 0; cpu < KEYS; cpu++)
		look(key_of(cpu));
}

static void add_up(struct sums *all)
{
	const struct sums *one;
	unsigned int cpu;

	memset(all, 0, sizeof(*all));
	for_each_possible_cpu(cpu) {
		one = per_cpu_ptr(&sums, cpu);
		all->begun += one->begun;
		all->begun_sum += one->begun_sum;
		all->ended += one->ended;
		all->told += one->told;
		all->told_sum += one->told_sum;
		all->timeouts += one->timeouts;
		all->duplicate += one->duplicate;
		all->absent += one->absent;
		all->full += one->full;
		all->wrong += one->wrong;
	}
}

static bool is_right(void)
{
	struct latency_tracker_counts counts;
	struct sums all;

	/* Longer than any timeout: what one ended may still be telling so on another CPU. */
	msleep(20);
	add_up(&all);
	latency_tracker_get_counts(tracker, &counts);
	pr_info("%llu begun, %llu ended, %llu told, %llu timeouts, %llu duplicate, %llu absent, "
		"%llu full\n",
		all.begun, all.ended, all.told, all.timeouts, all.duplicate, all.absent, all.full);
	pr_info("sum of those begun %llu, told %llu; wrong %llu; tracker: %llu tracked, %llu "
		"callbacks, %llu timeouts, %llu duplicate, %llu full, %llu refused, %llu "
		"allocated\n",
		all.begun_sum, all.told_sum, all.wrong, counts.tracked, counts.callbacks,
		counts.timeouts, counts.duplicate, counts.full, counts.refused, counts.allocated);
	return all.begun && all.begun == all.ended && all.ended == all.told &&
	       all.begun_sum == all.told_sum && !all.wrong && !all.full && all.timeouts &&
	       all.duplicate && counts.tracked == all.begun && counts.callbacks == all.told &&
	       counts.timeouts == all.timeouts && counts.duplicate == all.duplicate &&
	       !counts.refused && !counts.missed;
}

/* --- what a pair costs --------------------------------------------------------------- */

static noinline int empty(u64 *key)
{
	barrier();
	return !key;
}

static u64 cost(bool tracked, u64 timeout)
{
	u64 key = 1, begin_ns;
	unsigned int i;

	preempt_disable();
	begin_ns = ktime_get_mono_fast_ns();
	for (i = 0; i < PAIRS; i++) {
		if (tracked) {
			latency_tracker_event_in(tracker, &key, sizeof(key), NEVER, callback,
						 timeout, NULL);
			latency_tracker_event_out(tracker, &key, sizeof(key));
		} else {
			empty(&key);
			empty(&key);
		}
	}
	begin_ns = ktime_get_mono_fast_ns() - begin_ns;
	preempt_enable();
	return begin_ns / PAIRS;
}

static int __init tracker_stress_init(void)
{
	bool right;

	tracker = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker))
		return PTR_ERR(tracker);
	run();
	right = is_right();
	pr_info("a pair takes %llu ns, with a timeout %llu ns, an empty one %llu ns\n",
		cost(true, 0), cost(true, NSEC_PER_SEC), cost(false, 0));
	latency_tracker_destroy(tracker);
	pr_info("counts are %s\n", right ? "right" : "wrong");
	return right ? 0 : -EINVAL;
}

static void __exit tracker_stress_exit(void)
{
}

module_init(tracker_stress_init);
module_exit(tracker_stress_exit);
MODULE_DESCRIPTION("Counts what the latency tracker does on all CPUs at once");
MODULE_LICENSE("GPL");
