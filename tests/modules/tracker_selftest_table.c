// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tries the table of the latency tracker's core, as tracker_selftest tries the rest: keys, what is
 * begun twice, capacity and references.
 */
#define pr_fmt(fmt) "tracker_selftest_table: " fmt

#include <linux/delay.h>
#include <linux/module.h>

#include "tracker_selftest.h"

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
	/* Equal bytes of different lengths are different keys. */
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

static const struct trial trial[] = {
	{ "keys", keys },
	{ "own_match_and_hash", own_match_and_hash },
	{ "capacity", capacity },
	{ "references", references },
	{ "duplicates", duplicates },
};

static int __init tracker_selftest_table_init(void)
{
	return run_trials(trial, ARRAY_SIZE(trial));
}

static void __exit tracker_selftest_table_exit(void)
{
}

module_init(tracker_selftest_table_init);
module_exit(tracker_selftest_table_exit);
MODULE_DESCRIPTION("Tries the table of the latency tracker's core");
MODULE_LICENSE("GPL");
