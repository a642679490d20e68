#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.12-rt-arm64
# check: debian-6.12-rt rtlat-6.12-rt debian-7.3-rt
# cpus: 2
# mode: virtual
# modules: rtlat
# timeout: 240
#
# A measured CPU goes offline in the middle of the run and comes back: what was taken of it is
# kept, the rest goes on, and the result says what happened.

. /tests/lib/common.sh

CPU1=/sys/devices/system/cpu/cpu1/online

# between RFC3339 TIME: in ms, of times of one day or two
between()
{
	echo "$1 $2" | sed 's/.*T\([0-9]*\):\([0-9]*\):\([0-9.]*\)Z /\1 \2 \3 /; s/:/ /g' |
		awk '{ s = ($4 * 60 + $5) * 60 + $6 - (($1 * 60 + $2) * 60 + $3)
			printf "%d\n", (s < 0 ? s + 86400 : s) * 1000 }'
}

# check_offline OPTION...: CPU 1 has all of the time before it went, but for some milliseconds
check_offline()
{
	(sleep 5; date -u +%T.%N >/tmp/offline; echo 0 >$CPU1; sleep 1; echo 1 >$CPU1) &
	measure 0 -d 9s -o json:/tmp/result.json "$@"
	wait
	says /tmp/result.err 'CPU 1 went offline after'
	says /tmp/result.txt 'INCOMPLETE: .*CPU 1 went offline'
	start=$(jsonget /tmp/result.json start)
	before=$(between "$start" "$(cat /tmp/offline)")
	[ "$(field 1 $CONTEXT state)" = offline ] || fail 'the result does not say offline'
	echo "$*: $before ms: $(accounted 1) accounted for"
	holds "$before >= 200 && $(accounted 1) >= $before - $SLACK - 30"
	holds "$(accounted 0) + $(field 0 $CONTEXT lost) >= 9000 - $SLACK"
	[ "$(field 0 $CONTEXT state)" = measured ] || fail 'CPU 0 did not go on'
	sleep 1
}

state=$(machine_state)
has_timerlat_fd && check_offline -u
has_timerlat && check_offline -k
check_offline -S clock
has_bpf && check_offline -S bpf
has_osnoise && of_noise check_offline -S osnoise
of_noise check_offline -S spin

# no_cpu_left OPTION...
no_cpu_left()
{
	(sleep 2; echo 0 >$CPU1; sleep 1; echo 1 >$CPU1) &
	measure 1 -d 30s -c 1 "$@"
	wait
	says /tmp/result.txt 'stopped by: no CPU left to measure'
}

no_cpu_left -S clock
of_noise no_cpu_left
[ "$(machine_state)" = "$state" ] || fail "not restored: $(machine_state)"
