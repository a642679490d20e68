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

# check_offline OPTION...: CPU 1 has what it was measured for, and some milliseconds to see its end
check_offline()
{
	(sleep 3; echo 0 >$CPU1; sleep 1; echo 1 >$CPU1) &
	measure 0 -d 7s "$@"
	wait
	says /tmp/result.err 'CPU 1 went offline after'
	says /tmp/result.txt 'INCOMPLETE: .*CPU 1 went offline'
	after=$(sed -n 's/.*CPU 1 went offline after \([0-9.]*\) s.*/\1/p' /tmp/result.err)
	[ "$(field 1 thread state)" = offline ] || fail 'the result does not say offline'
	holds "$after >= 1.2 && $(field 1 thread count) + $(field 1 thread missed) >= ($after - 0.9) * 1000"
	holds "$(field 0 thread count) + $(field 0 thread missed) + $(field 0 thread lost) >= 6980"
	[ "$(field 0 thread state)" = measured ] || fail 'CPU 0 did not go on'
	sleep 1
}

before=$(machine_state)
has_timerlat_fd && check_offline -u
has_timerlat && check_offline -k
check_offline -S clock

(sleep 2; echo 0 >$CPU1; sleep 1; echo 1 >$CPU1) &
measure 1 -d 30s -S clock -c 1
wait
says /tmp/result.txt 'stopped by: no CPU left to measure'
[ "$(machine_state)" = "$before" ] || fail "not restored: $(machine_state)"
