// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * One CPU's timerlat events, put together into samples. Expiries lie on a grid of the period, from
 * which missed activations are counted.
 */
#include "lib/source/tracer/timerlat_samples.h"

void timerlat_samples_init(struct timerlat_samples *samples, int cpu, uint64_t period,
			   uint64_t record_from, unsigned int contexts)
{
	memset(samples, 0, sizeof(*samples));
	samples->period = period;
	samples->record_from = record_from;
	samples->record_to = UINT64_MAX;
	samples->contexts = contexts;
	samples->pending.cpu = cpu;
}

void timerlat_samples_record_from(struct timerlat_samples *samples, uint64_t record_from)
{
	if (samples->record_from == record_from)
		return;
	samples->record_from = record_from;
	samples->recording = false;
}

/* The tracer was restarted on this CPU: its numbers and its expiries begin anew. */
static void begin_grid(struct timerlat_samples *samples)
{
	samples->has_grid = true;
	samples->grid = samples->pending.expiry;
	samples->grid_seq = samples->pending.seq;
	samples->missed = 0;
}

/*
 * Returns the periods that passed without an activation before the pending sample. The sample's
 * expiry is an estimate that can only be late (by what came between the clock readings of the
 * latency and of the entry), so the grid keeps the earliest phase seen, and the expiry is moved to
 * the grid.
 */
static uint64_t take_missed(struct timerlat_samples *samples)
{
	struct rtlat_sample *pending = &samples->pending;
	uint64_t period = samples->period, periods, served, missed = 0;

	if (pending->expiry < samples->grid)
		samples->grid = pending->expiry;
	periods = (pending->expiry - samples->grid + period / 2) / period;
	if (pending->expiry < samples->grid + periods * period)
		samples->grid = pending->expiry - periods * period;
	served = pending->seq - samples->grid_seq;
	if (periods > served + samples->missed) {
		missed = periods - served - samples->missed;
		samples->missed += missed;
	}
	pending->expiry = samples->grid + periods * period;
	return missed;
}

/*
 * Returns the periods missed before the first recorded sample. There is no sequence with holes yet,
 * but a thread that was kept from arming its first timer, one period ahead, was late all the same.
 */
static uint64_t first_missed(const struct timerlat_samples *samples, uint64_t first)
{
	uint64_t periods = (first - samples->record_from) / samples->period;

	return periods > 1 ? periods - 1 : 0;
}

void timerlat_samples_flush(struct timerlat_samples *samples, struct rtlat_recorder *recorder,
			    unsigned int contexts)
{
	struct rtlat_sample *pending = &samples->pending;
	uint64_t lost = 0;
	bool paused;

	if (!pending->has)
		return;
	/* The periods missed up to the end are found when the end is known. */
	if (pending->expiry > samples->record_to)
		goto done;
	if (!samples->has_grid || pending->seq <= samples->last_seq)
		begin_grid(samples);
	else
		lost = pending->seq - samples->last_seq - 1;
	samples->last_seq = pending->seq;
	pending->missed = take_missed(samples);
	if (pending->expiry < samples->record_from)
		goto done;
	if (!samples->recording) {
		samples->recording = true;
		pending->missed = first_missed(samples, pending->expiry);
		lost = 0;
	}
	/* A stopped thread does not run at its activation, which lacks its latency then. */
	paused = pause_crosses_sample(samples->pause, pending);
	if ((pending->has & contexts) != contexts && !paused)
		lost++;
	if (lost)
		rtlat_recorder_add_lost(recorder, lost);
	if (!paused)
		rtlat_recorder_add(recorder, pending);
done:
	pending->has = 0;
}

/* Periods up to `end` without a recorded sample. */
static uint64_t unserved(const struct timerlat_samples *samples, uint64_t end)
{
	uint64_t periods, served;

	if (end < samples->record_from)
		return 0;
	if (!samples->recording)
		return first_missed(samples, end);
	if (end < samples->grid)
		return 0;
	/* The last activation may have expired at the very end, or may still be late. */
	periods = (end - samples->grid) / samples->period;
	served = samples->last_seq - samples->grid_seq + samples->missed + 1;
	return periods > served ? periods - served : 0;
}

void timerlat_samples_finish(struct timerlat_samples *samples, struct rtlat_recorder *recorder,
			     uint64_t end)
{
	/*
	 * The last activation may have been stopped halfway: the latencies that it lacks are not
	 * lost.
	 */
	timerlat_samples_flush(samples, recorder, 0);
	rtlat_recorder_add_missed(recorder, unserved(samples, end));
}

void timerlat_samples_break_off(struct timerlat_samples *samples, struct rtlat_recorder *recorder,
				uint64_t end)
{
	timerlat_samples_flush(samples, recorder, 0);
	rtlat_recorder_add_lost(recorder, unserved(samples, end));
}
