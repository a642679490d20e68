#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3 rtlat-6.12-rt-debug
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 4
# mode: single
# modules: latency_tracker tracker_selftest tracker_selftest_table tracker_stress
# timeout: 200
#
# The latency tracker's core does what its documentation says, and loses and duplicates nothing
# while four CPUs begin and end events with the same random keys. RTLAT_WHOLE=1: for a minute.

. /tests/lib/common.sh

for part in tracker_selftest tracker_selftest_table; do
	modprobe $part || fail "a case failed: $(dmesg | grep $part:)"
done
dmesg | grep tracker_selftest
dmesg | grep -q 'tracker_selftest: 9 cases, 0 failed' || fail 'not all cases ran'
dmesg | grep -q 'tracker_selftest_table: 5 cases, 0 failed' || fail 'not all cases of the table ran'
modprobe tracker_stress seconds="$(scaled 60 3)" || fail "wrong counts: $(dmesg | grep tracker_stress)"
dmesg | grep tracker_stress
dmesg | grep -q 'tracker_stress: counts are right' || fail 'no counts'
rmmod tracker_stress tracker_selftest_table tracker_selftest latency_tracker || fail 'modules remain'
