#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.12-rt-arm64
# check: debian-6.1-rt rtlat-6.12-rt debian-7.3-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 180
#
# A thread of higher priority has CPU 0 half of the time. Every period that elapses is either a
# sample or a missed period.

. /tests/lib/common.sh

missed=

check_hog()
{
	hog 0 99 "$1" "$1" 60 &
	hog=$!
	# Also where the run fails: the next test is to have the CPU.
	trap 'kill $hog' EXIT
	measure 0 -d 5s -c 0 -o json:/tmp/result.json $2
	kill $hog
	trap - EXIT
	wait
	echo "$2, hog of $1 ms:"
	all_periods 0
	holds "$missed > 1500"
	holds "$(field 0 thread max_ns) >= $1 * 900000"
}

for source in -u -k '-S clock'; do
	case $source in
	-u) has_timerlat_fd || continue ;;
	-k) has_timerlat || continue ;;
	esac
	check_hog 10 "$source"
	check_hog 300 "$source"
done
