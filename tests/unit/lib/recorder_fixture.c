// SPDX-License-Identifier: GPL-2.0-only
/* Makes the recorder and the samples of one test. */
#include <stdlib.h>

#include "tests/unit/lib/recorder_fixture.h"

int recorder_setup(void **state)
{
	static const struct rtlat_recorder_layout layout = {
		.worst = 10,
		.contexts = RTLAT_HAS(RTLAT_LATENCIES) - 1,
	};
	struct recorder_fixture *fixture = calloc(1, sizeof(*fixture));

	if (!fixture)
		return -1;
	*state = fixture;
	fixture->recorder = malloc(rtlat_recorder_size(&layout));
	if (!fixture->recorder)
		return -1;
	rtlat_recorder_init(fixture->recorder, 1, &layout);
	return 0;
}

int recorder_teardown(void **state)
{
	struct recorder_fixture *fixture = *state;

	free(fixture->recorder);
	free(fixture);
	return 0;
}
