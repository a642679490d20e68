// SPDX-License-Identifier: GPL-2.0-only
/* A run from its start to its end, for tests. */
#include "tests/unit/lib/unit.h"

#include "tests/unit/lib/whole_run.h"

struct rtlat_run *whole_run(const struct rtlat_config *config, struct rtlat_result *result)
{
	struct rtlat_run *run;

	assert_int_equal(rtlat_run_create(&run, config), 0);
	assert_int_equal(rtlat_run_start(run), 0);
	while (rtlat_run_wait(run, RTLAT_NSEC_PER_SEC) == 0)
		;
	assert_int_equal(rtlat_run_stop(run, NULL), 0);
	assert_int_equal(rtlat_run_result(run, result), 0);
	return run;
}
