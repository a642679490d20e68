#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog
# alone: yes
# timeout: 120
#
# A CPU that something else never gives up: the run begins and ends all the same, and periods in
# which the measuring thread could not run once are missed. Debian's 6.12 lets normal threads run
# a little even so.

. /tests/lib/common.sh

missed=

echo -1 >/proc/sys/kernel/sched_rt_runtime_us
# What sleeps on CPU 1 would not be woken.
taskset -p 1 $$ >/dev/null

# check_starved PRIORITY STATUS MIN MAX: the priority of the hog; how rtlat ends, and so many
# periods are missed
check_starved()
{
	hog 1 "$1" 20000 1 20 &
	hog=$!
	sleep 1
	rtlat hist -q -S clock -c 1 -H 0 -d 3s -o csv:$CSV -o json:/tmp/result.json >/dev/null 2>&1 &
	pid=$!
	tries=0
	while kill -0 $pid 2>/dev/null && [ $tries -lt 12 ]; do
		sleep 1
		tries=$((tries + 1))
	done
	kill -0 $pid 2>/dev/null && fail "hog of priority $1: the run does not end"
	status=0
	wait $pid || status=$?
	[ $status -eq "$2" ] || fail "hog of priority $1: exit status $status"
	kill $hog
	wait $hog
	echo "hog of priority $1:"
	all_periods 1
	holds "$missed >= $3 && $missed <= $4"
}

check_starved 50 0 0 1500
# The wall clock has no say in for how long the thread is waited for.
(
	until pidof rtlat >/dev/null; do sleep 0.1; done
	sleep 4
	date -s '2001-01-01 00:00:00' >/dev/null
) &
# Without a single sample nothing was measured.
check_starved 99 1 2990 4000
