#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12 rtlat-6.12-rt
# cpus: 2
# mode: virtual
# timeout: 120
#
# A CPU that is offline at the start and comes online in the middle. With user threads, and with
# the CPU in osnoise/cpus, this kills stock kernels.

. /tests/lib/common.sh

CPU1=/sys/devices/system/cpu/cpu1/online

check_online()
{
	echo 0 >$CPU1
	(sleep 2; echo 1 >$CPU1) &
	measure 0 -d 5s "$@"
	wait
	[ "$(cat $CPU1)" = 1 ] || fail 'CPU 1 is not online again'
	[ "$(field all $CONTEXT state)" = complete ] || fail 'the run is not complete'
	holds "$(accounted 0) >= 5000 - $SLACK"
	grep -q '^1,' $CSV && fail 'CPU 1 was measured'
	sleep 1
}

before=$(machine_state)
has_timerlat_fd && check_online -u
has_timerlat && check_online -k
check_online -S clock
has_osnoise && of_noise check_online -S osnoise
of_noise check_online -S spin
[ "$(machine_state)" = "$before" ] || fail "not restored: $(machine_state)"
