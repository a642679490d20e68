// SPDX-License-Identifier: GPL-2.0-only
/*
 * The osnoise workload: a loop that reads the clock and takes each jump for noise: of those who
 * interrupted meanwhile, or, if nobody did, of hardware.
 */
#include <linux/kthread.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "events.h"
#include "rtlat.h"

#define SLEEP_SLICE	(100 * NSEC_PER_MSEC)

struct noise_loop {
	struct rtlat_cpu *c;
	u64 threshold;	/* of a jump, ns */
	u64 last;
	u64 interruptions;
	struct rtlat_noise noise;
};

/* The clock, and how many interruptions there were up to just then. */
static u64 look(struct rtlat_cpu *c, u64 *interruptions)
{
	u64 now;

	do {
		*interruptions = rtlat_account_interruptions(c);
		barrier();
		now = rtlat_clock();
		barrier();
	} while (rtlat_account_interruptions(c) != *interruptions);
	return now;
}

/* The tracer compares whole microseconds, and so do its users. */
static void stop_above(struct rtlat_cpu *c, u64 noise, u64 threshold)
{
	if (threshold && noise > threshold && noise - threshold >= NSEC_PER_USEC)
		rtlat_output_stop(c, RTLAT_CONTEXT_THREAD, noise, threshold);
}

static void step(struct noise_loop *loop)
{
	struct rtlat_noise *noise = &loop->noise;
	u64 interruptions, now = look(loop->c, &interruptions), jump = now - loop->last;
	u64 by = interruptions - loop->interruptions;

	if (jump >= loop->threshold) {
		noise->noise += jump;
		noise->max_sample = max(noise->max_sample, jump);
		if (!by)
			noise->hardware++;
		rtlat_event_gap(loop->last, jump, by, now);
		stop_above(loop->c, jump, READ_ONCE(rtlat_settings.stop));
		now = look(loop->c, &interruptions);
	}
	loop->interruptions = interruptions;
	loop->last = now;
}

/*
 * A CPU without a tick would never pass a quiescent state in this loop, and RCU
 * would disturb it to get one.
 */
static void be_quiescent(bool irqs_disabled)
{
	if (!irqs_disabled)
		local_irq_disable();
	rcu_momentary_eqs();
	if (!irqs_disabled)
		local_irq_enable();
}

static void read_counts(const struct rtlat_cpu *c, u32 *count)
{
	int level;

	for (level = 0; level < TIMERLAT_LEVELS; level++)
		count[level] = READ_ONCE(c->span[level].count);
}

/* Runs the loop. Interruptions count that came within it, not those that waited for its end. */
static void loop_for(struct noise_loop *loop, u64 runtime)
{
	bool irq_disable = rtlat_option(RTLAT_OPTION_IRQ_DISABLE);
	bool preempt_off = irq_disable || rtlat_option(RTLAT_OPTION_PREEMPT_DISABLE);
	u32 before[TIMERLAT_LEVELS];
	int level;
	u64 start;

	if (preempt_off)
		preempt_disable();
	if (irq_disable)
		local_irq_disable();
	read_counts(loop->c, before);
	loop->last = look(loop->c, &loop->interruptions);
	start = loop->last;
	while (loop->last - start < runtime && !rtlat_kthread_must_leave()) {
		step(loop);
		be_quiescent(irq_disable);
		if (!preempt_off)
			cond_resched();
	}
	loop->noise.runtime = loop->last - start;
	read_counts(loop->c, loop->noise.count);
	for (level = 0; level < TIMERLAT_LEVELS; level++)
		loop->noise.count[level] -= before[level];
	if (irq_disable)
		local_irq_enable();
	if (preempt_off)
		preempt_enable();
}

static void run_period(struct rtlat_cpu *c)
{
	struct noise_loop loop = {
		.c = c,
		.threshold = rtlat_output_threshold(),
	};

	loop_for(&loop, READ_ONCE(rtlat_tracer_settings.runtime));
	rtlat_output_noise(&loop.noise);
	rtlat_output_max(loop.noise.max_sample);
	stop_above(c, loop.noise.noise, READ_ONCE(rtlat_settings.stop_total));
}

/* Sleeps in slices: a change of the thread's affinity waits for a slice only. */
static void sleep_for(u64 time)
{
	ktime_t end = ktime_add_safe(ktime_get(), min_t(u64, time, KTIME_MAX));
	ktime_t expiry;

	while (!rtlat_kthread_must_leave() && ktime_before(ktime_get(), end)) {
		expiry = ktime_add_ns(ktime_get(), SLEEP_SLICE);
		if (ktime_after(expiry, end))
			expiry = end;
		set_current_state(TASK_INTERRUPTIBLE);
		if (!kthread_should_stop())
			schedule_hrtimeout(&expiry, HRTIMER_MODE_ABS);
		__set_current_state(TASK_RUNNING);
	}
}

int rtlat_osnoise_main(void *data)
{
	struct rtlat_cpu *c = data;
	u64 period, runtime;

	rtlat_kthread_bind();
	c->active = true;
	while (!rtlat_kthread_must_leave()) {
		period = READ_ONCE(rtlat_tracer_settings.period);
		runtime = 0;
		if (rtlat_output_on()) {
			runtime = READ_ONCE(rtlat_tracer_settings.runtime);
			run_period(c);
		}
		if (period > runtime)
			sleep_for(period - runtime);
	}
	c->active = false;
	rtlat_kthread_leave();
	return 0;
}
