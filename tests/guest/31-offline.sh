#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 rtlat-6.12-rt rtlat-6.1
# cpus: 2
# mode: single
# timeout: 180
#
# A measured CPU goes offline in the middle of the run and comes back: what was taken of it is
# kept, the rest goes on, and the result says what happened.

. /tests/common

CPU1=/sys/devices/system/cpu/cpu1/online

# check_offline LEAST OPTION...: CPU 1 has that many samples at least
check_offline()
{
	least=$1
	shift
	(sleep 2; echo 0 >$CPU1; sleep 1; echo 1 >$CPU1) &
	measure 0 -d 6s "$@"
	wait
	says /tmp/result.err 'CPU 1 went offline after'
	says /tmp/result.txt 'INCOMPLETE: .*CPU 1 went offline'
	[ "$(field 1 thread state)" = offline ] || fail 'the result does not say offline'
	holds "$(field 1 thread count) + $(field 1 thread missed) >= $least"
	holds "$(field 0 thread count) + $(field 0 thread missed) + $(field 0 thread lost) >= 5980"
	[ "$(field 0 thread state)" = measured ] || fail 'CPU 0 did not go on'
	sleep 1
}

before=$(machine_state)
has_timerlat_fd && check_offline 1000 -u
has_timerlat && check_offline 1000 -k
check_offline 1000 -S clock

(sleep 2; echo 0 >$CPU1; sleep 1; echo 1 >$CPU1) &
measure 1 -d 30s -S clock -c 1
wait
says /tmp/result.txt 'stopped by: no CPU left to measure'
[ "$(machine_state)" = "$before" ] || fail "not restored: $(machine_state)"
