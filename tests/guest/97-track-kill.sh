#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12
# cpus: 2
# mode: virtual
# timeout: 300
#
# However a run that tracks delays ends, nothing is left of it: no tracing instance, trigger or
# synthetic event, and the clock of all other traces is what it was.

. /tests/common
. /tests/tracking

# start() sets it.
run=

state()
{
	machine_state
	cat $TRACING/synthetic_events $TRACING/trace_clock
	cat $TRACING/events/sched/sched_switch/trigger $TRACING/events/sched/sched_waking/trigger
	cat $TRACING/events/sched/enable
}

before=$(state)

same_as_before()
{
	[ "$(state)" = "$before" ] || { state; fail "$1: not restored"; }
}

for source in events hist; do
	measure_track wakeup -d 1s -S $source
	same_as_before "$source: its end"

	start wakeup -S $source
	kill -INT $run
	finish
	same_as_before "$source: SIGINT"

	start wakeup -S $source
	[ "$(state)" != "$before" ] || fail "$source changes nothing"
	kill -9 $run
	wait $run
	[ "$(state)" != "$before" ] || fail "$source: nothing was left to restore"
	rtlat restore 2>/tmp/restore.err || { cat /tmp/restore.err; fail "$source: restore failed"; }
	same_as_before "$source: kill -9, then restore"

	start wakeup -S $source
	kill -9 $run
	wait $run
	measure_track block -d 1s
	same_as_before "$source: kill -9, then a run"
done
