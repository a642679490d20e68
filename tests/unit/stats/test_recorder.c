// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the recorder: what it counts, keeps and merges. */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "lib/stats/recorder.h"

/* With a writer that is always at work; in valgrind hardly a snapshot comes about. */
#define SNAPSHOTS 2000
#define SNAPSHOT_SECONDS 3
#define LATE_WRITERS 50

static const struct rtlat_recorder_layout plain = {
	.bucket_ns = 1000,
	.worst = 10,
	.contexts = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN),
};

static struct rtlat_recorder *create(const struct rtlat_recorder_layout *layout)
{
	void *memory = aligned_alloc(64, (rtlat_recorder_size(layout) + 63) & ~63UL);

	assert_non_null(memory);
	return rtlat_recorder_init(memory, 3, layout);
}

static struct rtlat_sample sample_of(uint64_t seq, uint64_t thread)
{
	return (struct rtlat_sample){
		.seq = seq,
		.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN),
		.latency = { [RTLAT_THREAD] = thread, [RTLAT_RETURN] = thread + 7 },
	};
}

static void counts_every_context(void **state)
{
	struct rtlat_recorder *recorder = create(&plain);
	struct rtlat_sample sample = sample_of(1, 500);

	(void)state;
	sample.missed = 4;
	rtlat_recorder_add(recorder, &sample);
	sample = sample_of(2, 300);
	rtlat_recorder_add(recorder, &sample);
	rtlat_recorder_add_lost(recorder, 2);
	rtlat_recorder_add_missed(recorder, 3);
	assert_int_equal(recorder->count, 2);
	assert_int_equal(recorder->missed, 7);
	assert_int_equal(recorder->lost, 2);
	assert_int_equal(recorder->histogram[RTLAT_IRQ].count, 0);
	assert_int_equal(recorder->histogram[RTLAT_THREAD].max, 500);
	assert_int_equal(recorder->histogram[RTLAT_RETURN].min, 307);
	assert_int_equal(recorder->latest.seq, 2);
	free(recorder);
}

static void linear_histogram_is_exact(void **state)
{
	struct rtlat_recorder_layout layout = plain;
	struct rtlat_recorder *recorder;
	static const uint64_t values[] = { 0, 999, 1000, 9999, 10000, 123456789 };
	unsigned int i;

	(void)state;
	layout.entries = 10;
	recorder = create(&layout);
	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		struct rtlat_sample sample = sample_of(i, values[i]);

		sample.has = RTLAT_HAS(RTLAT_THREAD);
		rtlat_recorder_add(recorder, &sample);
	}
	assert_int_equal(recorder_linear(recorder, RTLAT_THREAD)[0], 2);
	assert_int_equal(recorder_linear(recorder, RTLAT_THREAD)[1], 1);
	assert_int_equal(recorder_linear(recorder, RTLAT_THREAD)[9], 1);
	assert_int_equal(recorder->linear_over[RTLAT_THREAD], 2);
	free(recorder);
}

static void merging_adds_all(void **state)
{
	struct rtlat_sample sample = sample_of(1, 2500);
	struct rtlat_recorder_layout layout = plain;
	struct rtlat_recorder *from, *to, *without = create(&plain);
	unsigned int i;

	(void)state;
	layout.entries = 4;
	from = create(&layout);
	to = create(&layout);
	sample.missed = 3;
	rtlat_recorder_add(from, &sample);
	sample = sample_of(2, 9000);
	rtlat_recorder_add(from, &sample);
	rtlat_recorder_add_lost(from, 5);
	rtlat_recorder_add_clamped(from);
	for (i = 0; i < 2; i++) {
		rtlat_recorder_merge(to, from);
		rtlat_recorder_merge(without, from);
	}
	assert_int_equal(to->count, 4);
	assert_int_equal(to->missed, 6);
	assert_int_equal(to->lost, 10);
	assert_int_equal(to->clamped, 2);
	assert_int_equal(to->nr_worst, 4);
	assert_int_equal(to->histogram[RTLAT_RETURN].count, 4);
	assert_int_equal(recorder_linear(to, RTLAT_THREAD)[2], 2);
	assert_int_equal(to->linear_over[RTLAT_RETURN], 2);
	assert_int_equal(without->histogram[RTLAT_THREAD].max, 9000);
	free(from);
	free(to);
	free(without);
}

static void replacing_leaves_nothing_of_before(void **state)
{
	struct rtlat_recorder_layout layout = plain;
	struct rtlat_recorder *to, *from, *empty;
	struct rtlat_sample sample = sample_of(1, 9000);

	(void)state;
	layout.entries = 4;
	to = create(&layout);
	from = create(&layout);
	empty = create(&layout);
	sample.missed = 2;
	rtlat_recorder_add(to, &sample);
	sample = sample_of(2, 500);
	rtlat_recorder_add(from, &sample);
	rtlat_recorder_add_lost(from, 6);
	rtlat_recorder_replace(to, from);
	assert_int_equal(to->sequence, 4);
	assert_int_equal(to->worst_floor, from->worst_floor);
	to->sequence = from->sequence;
	assert_memory_equal(to, from, rtlat_recorder_size(&layout));
	rtlat_recorder_replace(to, empty);
	assert_int_equal(to->count + to->missed + to->lost + to->nr_worst, 0);
	assert_int_equal(recorder_linear(to, RTLAT_THREAD)[0], 0);
	assert_memory_equal(to->histogram, empty->histogram, sizeof(to->histogram));
	free(to);
	free(from);
	free(empty);
}

static int descending(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left < right) - (left > right);
}

static void keeps_the_worst(void **state)
{
	struct rtlat_recorder *recorder = create(&plain), *merged = create(&plain);
	static uint64_t values[5000];
	unsigned int i;

	(void)state;
	srand(1);
	for (i = 0; i < 5000; i++) {
		struct rtlat_sample sample = sample_of(i, values[i] = rand() % 100000);

		rtlat_recorder_add(recorder, &sample);
	}
	rtlat_recorder_merge(merged, recorder);
	rtlat_recorder_sort_worst(recorder);
	rtlat_recorder_sort_worst(merged);
	qsort(values, 5000, sizeof(values[0]), descending);
	assert_int_equal(recorder->nr_worst, 10);
	for (i = 0; i < 10; i++) {
		assert_int_equal(recorder->worst[i].latency[RTLAT_THREAD], values[i]);
		assert_int_equal(merged->worst[i].latency[RTLAT_THREAD], values[i]);
	}
	free(recorder);
	free(merged);
}

static void keeps_none_when_asked_for_none(void **state)
{
	struct rtlat_recorder_layout layout = plain;
	struct rtlat_sample sample = sample_of(1, 99);
	struct rtlat_recorder *recorder;

	(void)state;
	layout.worst = 0;
	recorder = create(&layout);
	rtlat_recorder_add(recorder, &sample);
	assert_int_equal(recorder->nr_worst, 0);
	free(recorder);
}

struct writer {
	struct rtlat_recorder *recorder;
	atomic_bool end;
};

/* Every sample keeps return = thread + 7 and seq = count, which a torn copy would break. */
static void *write_samples(void *data)
{
	struct writer *writer = data;
	uint64_t seq;

	for (seq = 1; !atomic_load(&writer->end); seq++) {
		struct rtlat_sample sample = sample_of(seq, seq % 3000);

		rtlat_recorder_add(writer->recorder, &sample);
	}
	return NULL;
}

static void check_consistent(const struct rtlat_recorder *copy)
{
	const struct rtlat_histogram *thread = &copy->histogram[RTLAT_THREAD];
	const struct rtlat_histogram *back = &copy->histogram[RTLAT_RETURN];
	uint64_t in_buckets = 0;
	unsigned int i;

	assert_int_equal(copy->latest.seq, copy->count);
	assert_int_equal(thread->count, copy->count);
	assert_int_equal(back->count, copy->count);
	assert_int_equal(back->sum, thread->sum + 7 * copy->count);
	for (i = 0; i < RTLAT_HISTOGRAM_BUCKETS; i++)
		in_buckets += thread->bucket[i];
	assert_int_equal(in_buckets, copy->count);
}

static void snapshots_are_consistent(void **state)
{
	struct writer writer = { .recorder = create(&plain) };
	struct rtlat_recorder *copy = create(&(struct rtlat_recorder_layout){ 0 });
	time_t end = time(NULL) + SNAPSHOT_SECONDS;
	unsigned int taken = 0;
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, write_samples, &writer), 0);
	while (taken < SNAPSHOTS && time(NULL) < end) {
		if (rtlat_recorder_snapshot(writer.recorder, copy))
			continue;
		taken++;
		check_consistent(copy);
	}
	atomic_store(&writer.end, true);
	pthread_join(thread, NULL);
	assert_int_equal(rtlat_recorder_snapshot(writer.recorder, copy), 0);
	check_consistent(copy);
	free(writer.recorder);
	free(copy);
}

static void *finish_late(void *data)
{
	struct rtlat_recorder *recorder = data;

	usleep(2000);
	__atomic_add_fetch(&recorder->sequence, 1, __ATOMIC_RELEASE);
	return NULL;
}

/* On a loaded machine the writer may be late for longer than anybody waits. */
static void snapshot_waits_for_a_preempted_writer(void **state)
{
	struct rtlat_recorder *recorder = create(&plain);
	struct rtlat_recorder *copy = create(&(struct rtlat_recorder_layout){ 0 });
	int err = -EAGAIN, i;
	pthread_t thread;

	(void)state;
	for (i = 0; i < LATE_WRITERS && err == -EAGAIN; i++) {
		recorder->sequence++;
		assert_int_equal(pthread_create(&thread, NULL, finish_late, recorder), 0);
		err = rtlat_recorder_snapshot(recorder, copy);
		pthread_join(thread, NULL);
	}
	assert_int_equal(err, 0);
	free(recorder);
	free(copy);
}

static void snapshot_gives_up_on_a_stuck_writer(void **state)
{
	struct rtlat_recorder *recorder = create(&plain);
	struct rtlat_recorder *copy = create(&(struct rtlat_recorder_layout){ 0 });

	(void)state;
	recorder->sequence++;
	assert_int_equal(rtlat_recorder_snapshot(recorder, copy), -EAGAIN);
	free(recorder);
	free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_every_context),
		cmocka_unit_test(linear_histogram_is_exact),
		cmocka_unit_test(merging_adds_all),
		cmocka_unit_test(replacing_leaves_nothing_of_before),
		cmocka_unit_test(keeps_the_worst),
		cmocka_unit_test(keeps_none_when_asked_for_none),
		cmocka_unit_test(snapshots_are_consistent),
		cmocka_unit_test(snapshot_waits_for_a_preempted_writer),
		cmocka_unit_test(snapshot_gives_up_on_a_stuck_writer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
