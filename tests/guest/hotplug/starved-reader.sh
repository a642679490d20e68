#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog
# append: nohz_full=1 rcu_nocbs=1 rcutree.kthread_prio=99
# timeout: 120
#
# User threads on a CPU that something else never gives up: a run that cannot begin says so, one
# that has begun ends, and what it could not serve was missed.

. /tests/lib/common.sh

missed=

echo -1 >/proc/sys/kernel/sched_rt_runtime_us
# What sleeps on CPU 1 would not be woken.
taskset -p 1 $$ >/dev/null

# ends SECONDS PID: the run does, by then; sets status
ends()
{
	tries=0
	while kill -0 "$2" 2>/dev/null && [ $tries -lt "$1" ]; do
		sleep 1
		tries=$((tries + 1))
	done
	kill -0 "$2" 2>/dev/null && fail "the run goes on after $1 s"
	status=0
	wait "$2" || status=$?
}

# What it interrupts may hold up all of RCU, until that is given its priority: more than the hog's.
start_hog()
{
	hog 1 98 30000 1 30 &
	hog=$!
}

end_hog()
{
	kill $hog
	wait $hog
}

before=$(machine_state)
start_hog
sleep 1
rtlat hist -q -u -c 1 -H 0 -d 2s >/dev/null 2>/tmp/err &
ends 25 $!
end_hog
[ "$status" -eq 1 ] || fail "a run that cannot begin ended with $status"
says /tmp/err 'the reader of CPU 1 got no time there'
[ "$(machine_state)" = "$before" ] || fail 'something is left of a run that could not begin'

rtlat hist -q -u -c 1 -H 0 -d 5s -o csv:$CSV -o json:/tmp/result.json >/dev/null 2>/tmp/err &
run=$!
sleep 2
start_hog
ends 25 $run
end_hog
[ "$status" -eq 0 ] || { cat /tmp/err; fail "a run that was cut off ended with $status"; }
all_periods 1
holds "$missed >= 1500"
[ "$(machine_state)" = "$before" ] || fail 'something is left of a run that was cut off'
