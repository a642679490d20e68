// SPDX-License-Identifier: LGPL-2.1-or-later
#include <string.h>

#include "osnoise.h"

static void begin(struct osnoise_samples *samples, uint64_t record_from)
{
	uint32_t cpu = samples->period.cpu;

	samples->record_from = record_from;
	samples->begin = record_from;
	samples->told = 0;
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
	begin(samples, record_from);
}

void osnoise_samples_record_from(struct osnoise_samples *samples, uint64_t record_from)
{
	if (samples->record_from == record_from)
		return;
	samples->recording = false;
	begin(samples, record_from);
}

/* Runtime is recorded together with the noise that is in it. */
static void advance(struct osnoise_samples *samples, uint64_t now, struct noise_seen *seen)
{
	uint64_t so_far = now > samples->begin ? now - samples->begin : 0;

	if (so_far > samples->runtime_ns)
		so_far = samples->runtime_ns;
	if (so_far <= samples->told)
		return;
	seen->runtime = (int64_t)(so_far - samples->told);
	samples->told = so_far;
}

static void add_interference(struct rtlat_interference *to, const struct rtlat_interference *from)
{
	unsigned int by;

	to->hardware += from->hardware;
	for (by = 0; by < RTLAT_INTERFERERS; by++) {
		to->time[by] += from->time[by];
		to->count[by] += from->count[by];
		if (by < RTLAT_BY_NMI && from->worst[by].duration > to->worst[by].duration)
			to->worst[by] = from->worst[by];
	}
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
	sample->expiry = time - duration;
	sample->latency[RTLAT_NOISE] = duration;
	if (samples->noise)
		noise_gap(samples->noise, time, duration, &sample->interference);
	if (!interruptions)
		sample->interference.hardware = duration;
	add_interference(&period->interference, &sample->interference);
	period->latency[RTLAT_NOISE] += duration;
	rtlat_recorder_add_gap(recorder, sample);
	seen.max_period = period->latency[RTLAT_NOISE];
	advance(samples, time, &seen);
	rtlat_recorder_add_noise(recorder, &seen);
	return true;
}

/* At its end the kernel says for how long it really was. One that was broken off is no whole one. */
static void record_period(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			  uint64_t runtime, const uint64_t count[RTLAT_INTERFERERS])
{
	struct noise_seen seen = {
		.periods = runtime >= samples->runtime_ns,
		.runtime = (int64_t)(runtime - samples->told),
	};

	if (!samples->noise)
		memcpy(seen.count, count, sizeof(seen.count));
	rtlat_recorder_add_noise(recorder, &seen);
}

bool osnoise_samples_period(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			    uint64_t time, uint64_t runtime,
			    const uint64_t count[RTLAT_INTERFERERS], struct rtlat_sample *sample)
{
	struct rtlat_sample *period = &samples->period;
	bool recording = samples->recording;

	if (recording) {
		record_period(samples, recorder, runtime, count);
		period->seq++;
		period->expiry = time;
		*sample = *period;
	}
	period->latency[RTLAT_NOISE] = 0;
	memset(&period->interference, 0, sizeof(period->interference));
	samples->told = 0;
	samples->begin = time + samples->period_ns - samples->runtime_ns;
	samples->recording = recording || time >= samples->record_from;
	return recording;
}

bool osnoise_samples_event(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			   const struct noise_event *event)
{
	struct noise_seen seen = { 0 };

	if (!samples->recording)
		return false;
	noise_add(samples->noise, event);
	seen.count[event->by] = 1;
	advance(samples, event->time, &seen);
	rtlat_recorder_add_noise(recorder, &seen);
	rtlat_recorder_add_source(recorder, event->by, event->id, event->name, event->duration);
	return true;
}
