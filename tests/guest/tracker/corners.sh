#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# cpus: 4
# mode: single
# modules: latency_tracker tracker_corners
# timeout: 200
#
# The latency tracker's core with keys of all lengths and references that are kept, all counted both
# ways; its end while timers expire; in a probe of the scheduler.

. /tests/lib/common.sh

modprobe tracker_corners ms="$(scaled 30000 2000)" ||
	fail "not as it should be: $(dmesg | grep tracker_corners)"
dmesg | grep tracker_corners
dmesg | grep -q 'tracker_corners: all is well' || fail 'it did not come to its end'
rmmod tracker_corners latency_tracker || fail 'modules remain'
