// SPDX-License-Identifier: GPL-2.0-only
/* The periodic timer of a CPU, its three points of measurement, and the kernel's thread. */
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/preempt.h>
#include <linux/sched/signal.h>
#include <uapi/linux/sched/types.h>

#include "rtlat.h"

static u64 period_of(const struct rtlat_cpu *c)
{
	return READ_ONCE(c->settings->period);
}

static bool reaches(u64 latency, u64 threshold)
{
	return threshold && latency >= threshold;
}

static void stop_irq(struct rtlat_cpu *c, u64 latency)
{
	u64 threshold = READ_ONCE(c->settings->stop);

	if (!reaches(latency, threshold))
		return;
	c->window.record.flags |= TIMERLAT_STOPPED_IRQ;
	/* The thread would be too late for it. */
	rtlat_stack_output(c, latency);
	rtlat_output_max(latency);
	rtlat_output_stop(c, RTLAT_CONTEXT_IRQ, latency, threshold);
}

static void stop_total(struct rtlat_cpu *c, enum rtlat_context context, u64 latency)
{
	u64 threshold = READ_ONCE(c->settings->stop_total);

	if (!reaches(latency, threshold))
		return;
	if (context == RTLAT_CONTEXT_THREAD)
		c->window.record.flags |= TIMERLAT_STOPPED_TOTAL;
	rtlat_output_stop(c, context, latency, threshold);
}

/* The next period, while it is still to come: or the thread starts the timer again. */
static enum hrtimer_restart go_on(struct rtlat_cpu *c, u64 now)
{
	u64 next = c->window.expiry + period_of(c);

	if (next <= now)
		return HRTIMER_NORESTART;
	hrtimer_set_expires(&c->timer, ns_to_ktime(next));
	return HRTIMER_RESTART;
}

static enum hrtimer_restart timer_fired(struct hrtimer *timer)
{
	struct rtlat_cpu *c = container_of(timer, struct rtlat_cpu, timer);
	struct timerlat_record *record = &c->window.record;
	struct task_struct *task = READ_ONCE(c->task);
	u64 now;

	/* The thread was taken off this timer, or is not back yet. */
	if (!task || c->state != RTLAT_ARMED)
		return HRTIMER_NORESTART;
	now = rtlat_account_fire(c);
	record->seq = ++c->seq;
	rtlat_output_irq(c, record->irq_latency);
	if (READ_ONCE(c->settings->print_stack))
		rtlat_stack_save(c);
	stop_irq(c, record->irq_latency);
	WRITE_ONCE(c->state, RTLAT_FIRED);
	wake_up_process(task);
	return go_on(c, now);
}

void rtlat_timer_setup(struct rtlat_cpu *c)
{
	hrtimer_setup(&c->timer, timer_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	c->state = RTLAT_IDLE;
	c->sampled = false;
	c->seq = 0;
	c->missed = 0;
	c->return_latency = 0;
	c->migrated = false;
}

void rtlat_timer_cancel(struct rtlat_cpu *c)
{
	hrtimer_cancel(&c->timer);
}

/* The next expiry that is still to come; the periods in between are missed. */
static u64 next_expiry(struct rtlat_cpu *c, u64 *missed)
{
	u64 now = rtlat_clock(), period = period_of(c);
	u64 expiry = c->seq ? c->window.expiry + period : rtlat_first_expiry(c, now);

	*missed = 0;
	if (expiry <= now) {
		*missed = div64_u64(now - expiry, period) + 1;
		expiry += *missed * period;
	}
	return expiry;
}

static void start_timer(struct rtlat_cpu *c)
{
	u64 expiry, missed;

	expiry = next_expiry(c, &missed);
	rtlat_account_arm(c, expiry);
	if (c->seq) {
		c->window.record.missed = missed;
		c->missed += missed;
	}
	WRITE_ONCE(c->state, RTLAT_ARMED);
	hrtimer_start(&c->timer, ns_to_ktime(expiry), HRTIMER_MODE_ABS_PINNED_HARD);
}

int rtlat_timer_arm(struct rtlat_cpu *c)
{
	unsigned long flags;
	int ret = -EINVAL;

	/* Taking the task off the timer waits for the end of this section, then cancels. */
	local_irq_save(flags);
	if (READ_ONCE(c->task) != current || smp_processor_id() != c->cpu)
		goto out;
	if (hrtimer_is_queued(&c->timer)) {
		rtlat_account_arm(c, ktime_to_ns(hrtimer_get_expires(&c->timer)));
		WRITE_ONCE(c->state, RTLAT_ARMED);
	} else {
		start_timer(c);
	}
	ret = 0;
out:
	local_irq_restore(flags);
	return ret;
}

int rtlat_timer_wait(struct rtlat_cpu *c)
{
	int ret = 0;

	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (READ_ONCE(c->state) == RTLAT_FIRED)
			break;
		if (READ_ONCE(c->task) != current) {
			ret = -EINVAL;
			break;
		}
		if (signal_pending(current) ||
		    ((current->flags & PF_KTHREAD) && kthread_should_stop())) {
			ret = -EINTR;
			break;
		}
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return ret;
}

int rtlat_timer_thread(struct rtlat_cpu *c)
{
	struct timerlat_record *record = &c->window.record;
	unsigned long flags;
	u64 latency, now;

	local_irq_save(flags);
	if (READ_ONCE(c->task) != current || smp_processor_id() != c->cpu) {
		local_irq_restore(flags);
		return -EINVAL;
	}
	now = rtlat_account_close(c);
	latency = now - c->window.expiry;
	record->thread_latency = latency;
	record->return_latency = c->return_latency;
	c->return_latency = 0;
	c->sampled = true;
	WRITE_ONCE(c->state, RTLAT_IDLE);
	local_irq_restore(flags);
	rtlat_hist_add(c);
	rtlat_output_latency(c, RTLAT_CONTEXT_THREAD, latency);
	if (READ_ONCE(c->settings->print_stack))
		rtlat_stack_output(c, latency);
	stop_total(c, RTLAT_CONTEXT_THREAD, latency);
	return 0;
}

void rtlat_timer_return(struct rtlat_cpu *c)
{
	u64 latency;

	if (!c->sampled)
		return;
	c->sampled = false;
	latency = rtlat_clock() - c->window.expiry;
	c->return_latency = latency;
	rtlat_output_latency(c, RTLAT_CONTEXT_RETURN, latency);
	stop_total(c, RTLAT_CONTEXT_RETURN, latency);
}

int rtlat_timer_main(void *data)
{
	const struct sched_attr attributes = {
		.size = sizeof(attributes),
		.sched_policy = SCHED_FIFO,
		.sched_priority = RTLAT_PRIORITY,
	};
	struct rtlat_cpu *c = data;

	sched_setattr_nocheck(current, &attributes);
	rtlat_kthread_bind();
	c->active = true;
	while (!rtlat_kthread_must_leave()) {
		if (rtlat_timer_arm(c) || rtlat_timer_wait(c))
			break;
		rtlat_timer_thread(c);
	}
	c->active = false;
	rtlat_timer_cancel(c);
	rtlat_kthread_leave();
	return 0;
}
