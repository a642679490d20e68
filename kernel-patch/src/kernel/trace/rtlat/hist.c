// SPDX-License-Identifier: GPL-2.0-only
/*
 * Log-linear histograms of the latencies of a kernel thread. One writer, on the
 * CPU; readers copy until nothing was written meanwhile.
 */
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/seqlock.h>
#include <linux/slab.h>
#include <uapi/linux/timerlat_hist.h>

#include "rtlat.h"

#define HIST_CONTEXTS	2	/* a kernel thread does not return */

struct one_hist {
	u64 count;
	u64 min;
	u64 max;
	u64 sum;
	u64 bucket[TIMERLAT_HIST_BUCKETS];
};

struct rtlat_hist {
	seqcount_t sequence[HIST_CONTEXTS];
	u64 missed;
	struct one_hist context[HIST_CONTEXTS];
};

struct rtlat_hist *rtlat_hist_alloc(void)
{
	struct rtlat_hist *hist = kvzalloc(sizeof(*hist), GFP_KERNEL);
	int i;

	for (i = 0; hist && i < HIST_CONTEXTS; i++) {
		seqcount_init(&hist->sequence[i]);
		hist->context[i].min = U64_MAX;
	}
	return hist;
}

void rtlat_hist_free(struct rtlat_hist *hist)
{
	kvfree(hist);
}

/*
 * The timer's interrupt writes one context and the thread the other, so neither
 * interrupts itself. Preemption is off, which keeps the histogram allocated.
 */
void rtlat_hist_add(struct rtlat_cpu *c, enum rtlat_context context, u64 latency)
{
	struct rtlat_hist *hist;
	struct one_hist *one;

	preempt_disable_notrace();
	hist = READ_ONCE(c->hist);
	if (hist) {
		one = &hist->context[context];
		raw_write_seqcount_begin(&hist->sequence[context]);
		one->count++;
		one->sum += latency;
		one->min = min(one->min, latency);
		one->max = max(one->max, latency);
		one->bucket[timerlat_hist_index(latency)]++;
		raw_write_seqcount_end(&hist->sequence[context]);
	}
	preempt_enable_notrace();
}

void rtlat_hist_missed(struct rtlat_cpu *c, u64 missed)
{
	struct rtlat_hist *hist;

	if (!missed)
		return;
	preempt_disable_notrace();
	hist = READ_ONCE(c->hist);
	if (hist)
		hist->missed += missed;
	preempt_enable_notrace();
}

void rtlat_hist_copy(struct rtlat_hist *to, const struct rtlat_hist *from)
{
	unsigned int start;
	int i;

	to->missed = READ_ONCE(from->missed);
	for (i = 0; i < HIST_CONTEXTS; i++) {
		do {
			start = raw_read_seqcount_begin(&from->sequence[i]);
			memcpy(&to->context[i], &from->context[i], sizeof(to->context[i]));
		} while (read_seqcount_retry(&from->sequence[i], start));
	}
}

static void show_one(struct seq_file *s, const char *name, const struct one_hist *one)
{
	unsigned int i;

	seq_printf(s, "%s count %llu min %llu max %llu sum %llu\n", name, one->count,
		   one->count ? one->min : 0, one->max, one->sum);
	for (i = 0; i < TIMERLAT_HIST_BUCKETS; i++) {
		if (one->bucket[i])
			seq_printf(s, "%u %llu\n", i, one->bucket[i]);
	}
}

int rtlat_hist_show(struct seq_file *s, const struct rtlat_hist *hist)
{
	seq_printf(s, "missed %llu\n", hist->missed);
	show_one(s, "irq", &hist->context[RTLAT_CONTEXT_IRQ]);
	show_one(s, "thread", &hist->context[RTLAT_CONTEXT_THREAD]);
	return 0;
}
