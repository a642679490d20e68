/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples, and the recorder that they go to, for one test. */
#ifndef RECORDER_FIXTURE_H
#define RECORDER_FIXTURE_H

#include "lib/source/tracer/record_page.h"
#include "lib/stats/recorder.h"
#include "lib/source/tracer/timerlat_samples.h"

/* Only one of the two makers is in use. */
struct recorder_fixture {
	struct record_samples records;
	struct timerlat_samples samples;
	struct rtlat_recorder *recorder;
};

/* For cmocka: *state becomes a fixture with an empty recorder of CPU 1 for the 10 worst samples. */
int recorder_setup(void **state);
int recorder_teardown(void **state);

#endif /* RECORDER_FIXTURE_H */
