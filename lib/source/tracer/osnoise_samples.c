// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Puts the osnoise events of one CPU together into periods: single noises in nanoseconds from the
 * noise events, and sums from the sample that the kernel writes at the end of each period.
 */
#include <string.h>

#include "lib/source/tracer/osnoise_samples.h"

static void osnoise_samples_begin(struct osnoise_samples *samples, uint64_t record_from)
{
	uint32_t cpu = samples->period.cpu;

	samples->record_from = record_from;
	samples->begin = record_from;
	memset(&samples->told, 0, sizeof(samples->told));
	samples->seq = 0;
	memset(&samples->period, 0, sizeof(samples->period));
	samples->period.cpu = cpu;
	samples->period.has = RTLAT_HAS(RTLAT_NOISE);
	if (samples->noise)
		samples->period.has |= RTLAT_HAS_INTERFERENCE;
}

void osnoise_samples_init(struct osnoise_samples *samples, int cpu,
			  const struct rtlat_config *config, struct noise *noise,
			  uint64_t record_from, bool from_start)
{
	memset(samples, 0, sizeof(*samples));
	samples->period_ns = config->period_ns;
	samples->runtime_ns = config->runtime_ns;
	samples->noise = noise;
	samples->period.cpu = cpu;
	samples->recording = from_start;
	osnoise_samples_begin(samples, record_from);
}

void osnoise_samples_record_from(struct osnoise_samples *samples, uint64_t record_from)
{
	if (samples->record_from == record_from)
		return;
	samples->recording = false;
	osnoise_samples_begin(samples, record_from);
}

/* Runtime is recorded together with the noise that is in it. */
static void osnoise_samples_advance(struct osnoise_samples *samples, uint64_t now,
				    struct noise_seen *seen)
{
	uint64_t so_far = now > samples->begin ? now - samples->begin : 0;

	if (so_far > samples->runtime_ns)
		so_far = samples->runtime_ns;
	if (so_far < samples->told.noise)
		so_far = samples->told.noise;
	if (so_far <= samples->told.runtime)
		return;
	seen->runtime = so_far - samples->told.runtime;
	samples->told.runtime = so_far;
}

bool osnoise_samples_gap(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			 uint64_t time, uint64_t duration, uint64_t interruptions,
			 struct rtlat_sample *sample)
{
	struct rtlat_sample *period = &samples->period;
	struct noise_seen seen = { .hardware = !interruptions };

	if (!samples->recording)
		return false;
	memset(sample, 0, sizeof(*sample));
	sample->seq = ++samples->seq;
	sample->cpu = period->cpu;
	sample->has = period->has;
	sample->expiry = time > duration ? time - duration : 0;
	sample->latency[RTLAT_NOISE] = duration;
	/* In a flood, noises come at 10,000 a second. */
	if (samples->noise && samples->noise->nr_earlier) {
		noise_gap(samples->noise, time, duration, &sample->interference);
		interference_add(&period->interference, &sample->interference);
	}
	if (!interruptions) {
		sample->interference.hardware = duration;
		period->interference.hardware += duration;
	}
	samples->told.noise += duration;
	samples->told.hardware += seen.hardware;
	if (duration > samples->told.longest)
		samples->told.longest = duration;
	rtlat_recorder_add_gap(recorder, sample);
	seen.max_period = samples->told.noise;
	osnoise_samples_advance(samples, time, &seen);
	rtlat_recorder_add_noise(recorder, &seen);
	return true;
}

/* Replaces what was recorded of a period so far by the kernel's sums. */
static void correct(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
		    const struct osnoise_sums *sums, struct noise_seen *seen)
{
	const struct osnoise_sums *told = &samples->told;
	unsigned int by;

	seen->runtime = sums->runtime - told->runtime;
	seen->time = sums->noise - told->noise;
	seen->hardware = sums->hardware - told->hardware;
	for (by = 0; by < RTLAT_INTERFERERS; by++)
		seen->count[by] = sums->count[by] - told->count[by];
	rtlat_recorder_add_noise(recorder, seen);
	memset(&samples->told, 0, sizeof(samples->told));
	memset(&samples->period.interference, 0, sizeof(samples->period.interference));
}

static bool same_us(uint64_t a, uint64_t b)
{
	return a / RTLAT_NSEC_PER_USEC == b / RTLAT_NSEC_PER_USEC;
}

/*
 * At its end the kernel says how much there was. It leaves out parts of a microsecond, which are
 * known where no noise was lost. A period that was broken off is no whole one.
 */
static void record_period(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			  const struct osnoise_sums *kernel)
{
	struct noise_seen seen = { .periods = kernel->runtime >= samples->runtime_ns };
	const struct osnoise_sums *told = &samples->told;
	struct osnoise_sums sums = *kernel;

	if (same_us(told->noise, sums.noise))
		sums.noise = told->noise;
	if (sums.runtime < sums.noise)
		sums.runtime = sums.noise;
	if (recorder->lost && sums.longest > samples->counted_ns && sums.longest > told->longest &&
	    !same_us(sums.longest, told->longest))
		rtlat_recorder_add_lost_gap(recorder, sums.longest);
	samples->period.latency[RTLAT_NOISE] = sums.noise;
	seen.max_period = sums.noise;
	correct(samples, recorder, &sums, &seen);
}

bool osnoise_samples_period(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			    uint64_t time, const struct osnoise_sums *sums,
			    struct rtlat_sample *sample)
{
	struct rtlat_sample *period = &samples->period;
	bool recording = samples->recording;

	if (recording) {
		period->seq++;
		period->expiry = time;
		*sample = *period;
		record_period(samples, recorder, sums);
		sample->latency[RTLAT_NOISE] = period->latency[RTLAT_NOISE];
	}
	samples->begin = time + samples->period_ns - samples->runtime_ns;
	samples->recording = recording || time >= samples->record_from;
	return recording;
}

void osnoise_samples_break_off(struct osnoise_samples *samples, struct rtlat_recorder *recorder)
{
	static const struct osnoise_sums none;
	struct noise_seen seen = { 0 };

	correct(samples, recorder, &none, &seen);
}

bool osnoise_samples_event(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			   const struct noise_event *event)
{
	struct noise_seen seen = { 0 };

	if (!samples->recording)
		return false;
	noise_add(samples->noise, event);
	seen.count[event->by] = 1;
	samples->told.count[event->by]++;
	osnoise_samples_advance(samples, event->time, &seen);
	rtlat_recorder_add_noise(recorder, &seen);
	rtlat_recorder_add_source(recorder, event->by, event->id, event->name, event->duration);
	return true;
}
