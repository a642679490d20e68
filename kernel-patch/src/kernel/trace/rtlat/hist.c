// SPDX-License-Identifier: GPL-2.0-only
/*
 * Histograms of a kernel thread's activations: log-linear ones of both latencies, a linear one of
 * each if asked for, and the worst activations whole. One writer, on the CPU; readers copy until
 * nothing was written meanwhile.
 */
#include <linux/ctype.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/seqlock.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <uapi/linux/timerlat_hist.h>

#include "rtlat.h"

#define HIST_CONTEXTS	2	/* a kernel thread does not return */
#define HIST_TRIES	64	/* to copy while nothing is written */

struct one_hist {
	u64 count;
	u64 min;
	u64 max;
	u64 sum;
	u64 square_high;	/* sum of squares, 128 bits */
	u64 square_low;
	u64 over;
	u64 linear_over;
	u64 bucket[TIMERLAT_HIST_BUCKETS];
};

struct rtlat_hist {
	struct rcu_head rcu;
	seqcount_t sequence;
	u64 missed;
	u64 backward;		/* latencies that a fault of the clock made negative: kept as 0 */
	u64 seq;		/* of the latest activation, as the following members */
	u64 expiry;
	u64 latency[HIST_CONTEXTS];
	u64 linear_ns;
	u32 entries;
	u32 nr_worst;
	u32 mildest;		/* index of the mildest of the worst, once there are all of them */
	u64 worst_floor;	/* an activation must exceed this to be one of the worst */
	struct timerlat_record worst[TIMERLAT_HIST_WORST];
	struct one_hist context[HIST_CONTEXTS];
	u64 linear[];		/* entries, for each context */
};

/* The most memory that a CPU may take in all, while a tracer runs. */
static_assert(offsetof(struct rtlat_hist, linear[HIST_CONTEXTS * TIMERLAT_HIST_ENTRIES]) +
	      sizeof(struct rtlat_cpu) <= SZ_128K);

struct rtlat_hist *rtlat_hist_alloc(u64 linear_ns, u32 entries)
{
	struct rtlat_hist *hist;
	int i;

	hist = kvzalloc(struct_size(hist, linear, HIST_CONTEXTS * entries), GFP_KERNEL);
	if (!hist)
		return NULL;
	seqcount_init(&hist->sequence);
	hist->linear_ns = linear_ns;
	hist->entries = entries;
	for (i = 0; i < HIST_CONTEXTS; i++)
		hist->context[i].min = U64_MAX;
	return hist;
}

void rtlat_hist_free(struct rtlat_hist *hist)
{
	kvfree(hist);
}

int rtlat_hist_clear(struct rtlat_cpu *c, u64 linear_ns, int entries)
{
	struct rtlat_hist *old = c->hist, *new;

	if (entries < 0)
		new = rtlat_hist_alloc(old->linear_ns, old->entries);
	else
		new = rtlat_hist_alloc(linear_ns, entries);
	if (!new)
		return -ENOMEM;
	WRITE_ONCE(c->hist, new);
	/* The CPU's thread may be writing to it, until that can be preempted. */
	kvfree_rcu(old, rcu);
	return 0;
}

static __always_inline void add_square(struct one_hist *one, u64 latency)
{
	u64 low = latency * latency;

	if (latency > U32_MAX)
		one->square_high += mul_u64_u64_shr(latency, latency, 64);
	one->square_low += low;
	one->square_high += one->square_low < low;
}

static __always_inline void add_latency(struct rtlat_hist *hist, enum rtlat_context context,
					u64 latency)
{
	struct one_hist *one = &hist->context[context];
	u64 entry;

	hist->latency[context] = latency;
	one->count++;
	one->sum += latency;
	add_square(one, latency);
	if (unlikely(latency < one->min))
		one->min = latency;
	if (unlikely(latency > one->max))
		one->max = latency;
	if (unlikely(latency > TIMERLAT_HIST_MAX))
		one->over++;
	one->bucket[timerlat_hist_index(latency)]++;
	if (!hist->entries)
		return;
	entry = div64_u64(latency, hist->linear_ns);
	if (entry < hist->entries)
		hist->linear[context * hist->entries + entry]++;
	else
		one->linear_over++;
}

static void find_mildest(struct rtlat_hist *hist)
{
	u32 i;

	hist->mildest = 0;
	for (i = 1; i < hist->nr_worst; i++) {
		if (hist->worst[i].thread_latency <
		    hist->worst[hist->mildest].thread_latency)
			hist->mildest = i;
	}
	hist->worst_floor = hist->worst[hist->mildest].thread_latency;
}

static void keep_worst(struct rtlat_hist *hist, const struct timerlat_record *record)
{
	if (hist->nr_worst < TIMERLAT_HIST_WORST)
		hist->worst[hist->nr_worst++] = *record;
	else
		hist->worst[hist->mildest] = *record;
	if (hist->nr_worst == TIMERLAT_HIST_WORST)
		find_mildest(hist);
}

/* Preemption is off, which keeps the histogram allocated. */
void rtlat_hist_add(struct rtlat_cpu *c)
{
	const struct timerlat_record *record = &c->window.record;
	u64 latency = record->thread_latency;
	struct rtlat_hist *hist;

	if (!READ_ONCE(c->hist))
		return;
	preempt_disable_notrace();
	hist = READ_ONCE(c->hist);
	if (hist) {
		raw_write_seqcount_begin(&hist->sequence);
		hist->missed += record->missed;
		hist->seq = record->seq;
		hist->expiry = record->expiry;
		add_latency(hist, RTLAT_CONTEXT_IRQ, record->irq_latency);
		if (unlikely((s64)latency < 0)) {
			latency = 0;
			hist->backward++;
		}
		add_latency(hist, RTLAT_CONTEXT_THREAD, latency);
		if (latency > hist->worst_floor)
			keep_worst(hist, record);
		raw_write_seqcount_end(&hist->sequence);
	}
	preempt_enable_notrace();
}

static void copy_context(struct rtlat_hist *to, const struct rtlat_hist *from,
			 enum rtlat_context context)
{
	const struct one_hist *one = &from->context[context];
	u32 start = context * to->entries, last, i;

	memcpy(&to->context[context], one, offsetof(struct one_hist, bucket));
	last = timerlat_hist_index(to->context[context].max);
	for (i = timerlat_hist_index(to->context[context].min); i <= last; i++)
		to->context[context].bucket[i] = one->bucket[i];
	for (i = start; i < start + to->entries; i++)
		to->linear[i] = from->linear[i];
}

static bool try_copy(struct rtlat_hist *to, const struct rtlat_hist *from)
{
	unsigned int start = raw_read_seqcount_begin(&from->sequence);
	int i;

	to->linear_ns = from->linear_ns;
	to->entries = from->entries;
	to->missed = from->missed;
	to->backward = from->backward;
	to->seq = from->seq;
	to->expiry = from->expiry;
	memcpy(to->latency, from->latency, sizeof(to->latency));
	to->nr_worst = min(from->nr_worst, TIMERLAT_HIST_WORST);
	memcpy(to->worst, from->worst, sizeof(to->worst));
	for (i = 0; i < HIST_CONTEXTS; i++)
		copy_context(to, from, i);
	return !read_seqcount_retry(&from->sequence, start);
}

bool rtlat_hist_copy(struct rtlat_hist *to, const struct rtlat_hist *from)
{
	bool copied = false;
	int i;

	for (i = 0; i < HIST_TRIES && !copied; i++)
		copied = try_copy(to, from);
	/* A writer on this CPU, with a period as short as a copy, waits for once. */
	for (i = 0; i < HIST_TRIES && !copied; i++) {
		preempt_disable_notrace();
		copied = try_copy(to, from);
		preempt_enable_notrace();
	}
	return copied;
}

static void show_context(struct seq_file *s, const struct rtlat_hist *hist,
			 enum rtlat_context context)
{
	const struct one_hist *one = &hist->context[context];
	const u64 *linear = &hist->linear[context * hist->entries];
	u32 last, i;

	seq_printf(s, "%s count %llu min %llu max %llu sum %llu square_high %llu square_low %llu",
		   context == RTLAT_CONTEXT_IRQ ? "irq" : "thread", one->count,
		   one->count ? one->min : 0, one->max, one->sum, one->square_high,
		   one->square_low);
	seq_printf(s, " over %llu linear_over %llu\n", one->over, one->linear_over);
	last = timerlat_hist_index(one->max);
	for (i = timerlat_hist_index(one->min); i <= last; i++) {
		if (one->bucket[i])
			seq_printf(s, "bucket %u %llu\n", i, one->bucket[i]);
	}
	for (i = 0; i < hist->entries; i++) {
		if (linear[i])
			seq_printf(s, "linear %u %llu\n", i, linear[i]);
	}
}

/* A thread's name may have anything in it, and is the end of a line here. */
static void show_name(struct seq_file *s, const char *name)
{
	int i;

	for (i = 0; i < TIMERLAT_NAME_LEN && name[i]; i++)
		seq_putc(s, iscntrl(name[i]) ? '?' : name[i]);
	seq_putc(s, '\n');
}

static void show_met(struct seq_file *s, const struct timerlat_record *record)
{
	seq_printf(s, "met %d ", record->met_pid);
	show_name(s, record->met_name);
	if (record->timer_count)
		seq_printf(s, "timers %llu %u %llu %llu %llu\n", record->timer_time,
			   record->timer_count, record->timer_duration, record->timer_function,
			   record->timer_after);
}

static void show_sender(struct seq_file *s, const struct timerlat_record *record)
{
	if (!(record->flags & TIMERLAT_SENDER))
		return;
	seq_printf(s, "sender %d %d ", record->sender_cpu, record->sender_pid);
	show_name(s, record->sender_name);
}

static void show_worst(struct seq_file *s, const struct timerlat_record *record)
{
	static const char * const names[TIMERLAT_LEVELS] = {
		[TIMERLAT_THREAD] = "thread",
		[TIMERLAT_SOFTIRQ] = "softirq",
		[TIMERLAT_IRQ] = "irq",
		[TIMERLAT_NMI] = "nmi",
	};
	const struct timerlat_culprit *culprit;
	int i;

	seq_printf(s, "worst seq %llu expiry %llu irq %llu thread %llu missed %llu flags %u",
		   record->seq, record->expiry, record->irq_latency, record->thread_latency,
		   record->missed, record->flags);
	seq_printf(s, " late %llu handler %llu dispatch %llu", record->late, record->handler,
		   record->dispatch);
	for (i = 0; i < TIMERLAT_LEVELS; i++)
		seq_printf(s, " %s %llu %u", names[i], record->time[i], record->count[i]);
	seq_putc(s, '\n');
	for (i = 0; i < TIMERLAT_NMI; i++) {
		culprit = &record->worst[i];
		if (!culprit->duration)
			continue;
		seq_printf(s, "culprit %s %llu %d ", names[i], culprit->duration, culprit->id);
		show_name(s, culprit->name);
	}
	show_met(s, record);
	show_sender(s, record);
}

void rtlat_hist_show(struct seq_file *s, const struct rtlat_hist *hist)
{
	u32 i;

	seq_printf(s, "missed %llu\n", hist->missed);
	if (hist->backward)
		seq_printf(s, "backward %llu\n", hist->backward);
	if (hist->context[RTLAT_CONTEXT_THREAD].count)
		seq_printf(s, "latest seq %llu expiry %llu irq %llu thread %llu\n", hist->seq,
			   hist->expiry, hist->latency[RTLAT_CONTEXT_IRQ],
			   hist->latency[RTLAT_CONTEXT_THREAD]);
	seq_printf(s, "geometry linear_ns %llu entries %u\n", hist->linear_ns, hist->entries);
	for (i = 0; i < HIST_CONTEXTS; i++)
		show_context(s, hist, i);
	for (i = 0; i < hist->nr_worst; i++)
		show_worst(s, &hist->worst[i]);
}
