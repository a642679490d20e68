// SPDX-License-Identifier: LGPL-2.1-or-later
/* Delays that a recorder is not given one by one. */
#include "lib/stats/recorder.h"

static void keep(struct rtlat_recorder *recorder, const struct rtlat_sample *sample)
{
	if (sample_is_worst(recorder, sample))
		recorder_add_worst(recorder, sample);
}

void rtlat_recorder_add_timeout(struct rtlat_recorder *recorder, const struct rtlat_sample *sample)
{
	recorder_write_begin(recorder);
	recorder->delays.timeouts++;
	keep(recorder, sample);
	recorder_write_end(recorder);
}

void rtlat_recorder_add_alert(struct rtlat_recorder *recorder, const struct rtlat_sample *sample)
{
	recorder_write_begin(recorder);
	recorder->delays.alerts++;
	keep(recorder, sample);
	recorder_write_end(recorder);
}

void rtlat_recorder_add_dropped(struct rtlat_recorder *recorder, uint64_t dropped)
{
	recorder_write_begin(recorder);
	recorder->delays.dropped += dropped;
	recorder->lost += dropped;
	recorder_write_end(recorder);
}

static void add_squares(struct rtlat_histogram *histogram, uint64_t value, uint64_t count)
{
	unsigned __int128 sum =
		(unsigned __int128)histogram->square_high << 64 | histogram->square_low;

	sum += (unsigned __int128)value * value * count;
	histogram->square_low = (uint64_t)sum;
	histogram->square_high = (uint64_t)(sum >> 64);
}

void rtlat_recorder_add_counted(struct rtlat_recorder *recorder, uint64_t delay, uint64_t count)
{
	unsigned int slot = recorder_slot(RTLAT_DELAY), index = histogram_index(delay);
	struct rtlat_histogram *histogram = &recorder->histogram[slot];

	if (!count)
		return;
	recorder_write_begin(recorder);
	recorder->count += count;
	histogram->count += count;
	histogram->sum += delay * count;
	add_squares(histogram, delay, count);
	histogram->bucket[index] += count;
	if (delay > RTLAT_HISTOGRAM_MAX)
		histogram->over += count;
	if (delay < histogram->min) {
		histogram->min = delay;
		histogram->first = index;
	}
	if (delay >= histogram->max) {
		histogram->max = delay;
		histogram->last = index;
	}
	if (recorder->layout.entries)
		recorder_add_linear(recorder, slot, delay, count);
	recorder_write_end(recorder);
}

void recorder_merge_delays(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	to->delays.alerts += from->delays.alerts;
	to->delays.timeouts += from->delays.timeouts;
	to->delays.dropped += from->delays.dropped;
}
