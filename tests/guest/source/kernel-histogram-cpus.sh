#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 120
#
# The kernel's histograms of a CPU that is taken away from its thread: until the run ends, and for
# less time than it takes to notice that the CPU is offline.

. /tests/lib/common.sh

CPU1=/sys/devices/system/cpu/cpu1/online

echo -1 >/proc/sys/kernel/sched_rt_runtime_us
# What sleeps on CPU 1 would not be woken.
taskset -p 1 $$ >/dev/null
rtlat hist -q -k -c 1 -H 0 -d 5s -o csv:$CSV -o json:/tmp/result.json >/tmp/result.txt 2>&1 &
pid=$!
sleep 3
hog 1 99 10000 1 4 &
hog=$!
wait $pid || fail "exit status $?"
wait $hog
count=$(field 1 thread count)
missed=$(field 1 thread missed)
duration=$(jsonget /tmp/result.json duration_ns)
echo "starved at the end: count $count missed $missed of $((duration / 1000000)) periods"
near "$count + $missed" "$duration / 1000000" 5
holds "$missed > 1000"

taskset -p 3 $$ >/dev/null
# A thread that was stopped and started is never taken for one that went on.
(sleep 3; echo 0 >$CPU1; echo 1 >$CPU1) &
measure 0 -k -d 5s
wait
says /tmp/result.err 'CPU 1 \(had its thread restarted\|went offline\) after'
[ "$(field all thread state)" = incomplete ] || fail 'the result says that it is complete'
holds "$(field 1 thread count) + $(field 1 thread missed) >= 2000"
holds "$(field 1 thread count) + $(field 1 thread missed) <= 4500"
[ "$(field 0 thread state)" = measured ] || fail 'CPU 0 did not go on'
