#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt rtlat-6.12-rt rtlat-6.1
# cpus: 2
# mode: single
# timeout: 240
#
# However a run ends, the machine is as it was before: at once when rtlat can, else when the next
# rtlat starts. Only one run changes the machine at a time.

. /tests/common

before=$(machine_state)

same_as_before()
{
	[ "$(machine_state)" = "$before" ] || fail "$1: not restored: $(machine_state)"
}

start()
{
	rtlat hist -q "$@" -o csv:$CSV -o json:/tmp/result.json >/tmp/result.txt \
		2>/tmp/result.err &
	pid=$!
	sleep 3
	[ "$(machine_state)" != "$before" ] || fail 'the run changed nothing'
}

for threads in -u -k; do
	[ $threads = -k ] || has_timerlat_fd || continue
	for signal in INT TERM HUP; do
		rm -f $CSV /tmp/result.json
		start $threads
		kill -$signal $pid
		wait $pid || fail "SIG$signal: exit status $?"
		same_as_before SIG$signal
		holds "$(field all thread count) > 1000"
		tail -n 1 /tmp/result.json | grep -q '}' || fail 'the JSON is cut short'
	done

	start $threads
	kill -9 $pid
	wait $pid
	[ "$(machine_state)" != "$before" ] || fail 'nothing was left to restore'
	rtlat check >/dev/null 2>/tmp/check.err || fail 'rtlat check failed'
	same_as_before 'kill -9, then check'
	says /tmp/check.err 'killed rtlat'

	start $threads
	kill -9 $pid
	wait $pid
	measure 0 -d 1s $threads
	same_as_before 'kill -9, then a run'

	start $threads
	kill -9 $pid
	wait $pid
	measure 0 -d 1s -S clock
	same_as_before 'kill -9, then a run that changes nothing'

	start $threads
	rtlat hist -d 1s $threads >/dev/null 2>/tmp/second.err && fail 'a second run was let in'
	says /tmp/second.err "process $pid"
	kill -0 $pid || fail 'the second run ended the first'
	rtlat restore 2>/tmp/second.err && fail 'restore took a living run for a dead one'
	says /tmp/second.err "process $pid"
	kill -TERM $pid
	wait $pid || fail "the first run ended with $?"
	same_as_before 'two runs'
done
