#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools:/usr/local/bin
# modules: latency_tracker latency_tracker_syscalls latency_tracker_wakeup
# timeout: 300
#
# Each system call is counted once: of tasks that wait for each other and change their CPU, while
# timeouts come and go, and of more that sleep at once than there are cells. No wakeup is lost of
# those, nor of many that are woken at once, for which there are not cells enough either. A call that began before the tracker was loaded is not told.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

THREADS=5000
expected=0

# total FIELD: a number of the window of all the time: its length, count, min, max, sum
total()
{
	windows "$TRACKER/histogram" >/tmp/windows || fail 'the histogram is wrong'
	tail -n 1 /tmp/windows | tr ' ' '\n' | sed -n "$1p"
}

# all_counted CALLS: and those before
all_counted()
{
	expected=$((expected + $1))
	cat "$TRACKER/counts"
	holds "$(count_of events) == $expected"
	holds "$(total 2) == $expected"
	for name in full duplicate refused missed; do
		holds "$(count_of $name) == 0"
	done
}

change_timeouts()
{
	while :; do
		echo 2000000 >"$PARAMETERS/usec_timeout"
		sleep 0.01
		echo 0 >"$PARAMETERS/usec_timeout"
		sleep 0.01
	done
}

load syscalls comm=caller usec_threshold=5000000
all_counted "$(callers pass 3 1000)"
holds "$(count_of alerts) == 0"

# For the longest of them there are alerts, and delays.
all_counted "$(callers sleep $THREADS 10)"
holds "$(count_of alerts) == $THREADS"
near "$(total 4)" 10000000000 200000000

change_timeouts &
changer=$!
all_counted "$(callers pass 3 1000)"
kill $changer
wait $changer
echo 0 >"$PARAMETERS/usec_timeout"
all_counted "$(callers sleep $THREADS 10)"
unload

sleep 3 &
sleeper=$!
sleep 1
load syscalls usec_threshold=1000000 comm=sleep
wait $sleeper
holds "$(count_of alerts) == 0"
sleep 2
holds "$(count_of alerts) == 1"
sleep 100 &
sleeper=$!
sleep 0.5
kill -KILL $sleeper
wait $sleeper
holds "$(count_of alerts) == 1"
unload

# wakeups_counted WAY THREADS SECONDS
wakeups_counted()
{
	load wakeup comm=caller preempted=0
	callers "$@" >/dev/null
	cat "$TRACKER/counts"
	holds "$(count_of full) == 0"
	holds "$(count_of events) >= $2"
	holds "$(total 2) >= $2"
	holds "$(total 2) <= $(count_of events)"
	unload
}

wakeups_counted sleep $THREADS 10
# Those that have no cell for them alone come faster than the table grows, but fit in it.
wakeups_counted wake 1200 10
