#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt
# cpus: 2
# mode: single
# timeout: 120
#
# A CPU that something else never gives up: the run begins and ends all the same, and periods in
# which the measuring thread could not run once are missed. Debian's 6.12 lets normal threads run
# a little even so.

. /tests/common

echo -1 >/proc/sys/kernel/sched_rt_runtime_us
# What sleeps on CPU 1 would not be woken.
taskset -p 1 $$ >/dev/null

# check_starved PRIORITY MIN MAX: the priority of the hog; so many of 3000 periods are missed
check_starved()
{
	hog 1 "$1" 20000 1 20 &
	hog=$!
	sleep 1
	rtlat hist -q -S clock -c 1 -H 0 -d 3s -o csv:$CSV -o text >/tmp/result.txt 2>&1 &
	pid=$!
	tries=0
	while kill -0 $pid 2>/dev/null && [ $tries -lt 12 ]; do
		sleep 1
		tries=$((tries + 1))
	done
	kill -0 $pid 2>/dev/null && fail "hog of priority $1: the run does not end"
	wait $pid || fail "hog of priority $1: exit status $?"
	kill $hog
	wait $hog
	count=$(field 1 thread count)
	missed=$(field 1 thread missed)
	echo "hog of priority $1: count $count missed $missed"
	near "$count + $missed" 3000 5
	holds "$missed >= $2 && $missed <= $3"
}

check_starved 50 0 1500
check_starved 99 2990 3005
