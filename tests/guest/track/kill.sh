#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# modules: latency_tracker latency_tracker_wakeup
# timeout: 300
#
# However a run that tracks delays ends, nothing is left of it: no tracing instance, trigger, synthetic
# event or module, and the clock of all other traces is what it was. Of a module that was there before
# the parameters are what they were.

. /tests/lib/common.sh
. /tests/lib/tracking.sh

# start() sets it.
run=

state()
{
	machine_state
	cat $TRACING/synthetic_events $TRACING/trace_clock
	cat $TRACING/events/sched/sched_switch/trigger $TRACING/events/sched/sched_waking/trigger
	cat $TRACING/events/sched/enable
	sed -n 's/^\(latency_tracker[^ ]*\) .*/\1/p' /proc/modules
	grep -s . /sys/module/latency_tracker_wakeup/parameters/*
}

same_as_before()
{
	[ "$(state)" = "$before" ] || { state; fail "$1: not restored"; }
}

# however_it_ends SOURCE
however_it_ends()
{
	source=$1
	before=$(state)
	measure_track wakeup -d 1s -S $source --allow-empty
	same_as_before "$source: its end"

	for signal in INT TERM HUP USR2 XCPU; do
		start wakeup -S $source --allow-empty
		kill -$signal $run
		finish
		says /tmp/result.txt "stopped by: signal SIG$signal"
		same_as_before "$source: SIG$signal"
	done

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
	measure_track block -d 1s --allow-empty
	same_as_before "$source: kill -9, then a run"
}

for source in events hist module; do
	however_it_ends $source
done
modprobe latency_tracker_wakeup usec_threshold=77 comm=somebody || fail 'the module does not load'
however_it_ends module
rmmod latency_tracker_wakeup latency_tracker
