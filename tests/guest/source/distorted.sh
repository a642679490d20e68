#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# append: highres=off
# timeout: 120
#
# What makes the figures other than those of the machine: check marks it, and a run warns of it.

. /tests/lib/common.sh

# marked MARK NAME REGEX: what check says
marked()
{
	rtlat check >/tmp/check || fail "check: status $?"
	grep -qE "^\[$1\] *$2 +$3" /tmp/check || fail "check: not [$1] $2 $3: $(grep " $2 " /tmp/check)"
}

# run ARGUMENT...: sets what it warns of
run()
{
	rtlat "$@" >/tmp/out 2>/tmp/err || fail "$*: status $?: $(cat /tmp/err)"
}

warned()
{
	grep -qE "^rtlat: warning: $1; see rtlat check$" /tmp/err || fail "no warning: $1: $(cat /tmp/err)"
	grep -qE "$1" /tmp/out || fail "not in the result: $1"
}

marked warn timer_resolution 'timers expire only at the tick, every 4000 us'
marked pass other_tracing none
marked pass cpu_limit none
run hist -q -d 1s -S clock
warned 'timer_resolution: timers expire only at the tick.*'
! grep -q 'other_tracing\|cpu_limit' /tmp/err || fail "a warning of nothing: $(cat /tmp/err)"

# A run whose own tracing that is says nothing of it, nor does one beside it.
rtlat hist -q -d 4s -S timerlat-user >/tmp/beside 2>&1 &
beside=$!
sleep 2
marked pass other_tracing none
wait $beside || fail "beside: status $?"
! grep -q other_tracing /tmp/beside || fail 'a run warns of its own tracing'

mkdir $TRACING/instances/mine
echo function >$TRACING/instances/mine/current_tracer
echo 1 >$TRACING/events/enable
marked warn other_tracing 'all events, tracer function in instance mine'
run osnoise hist -q -d 1s -S spin
warned 'other_tracing: all events, tracer function in instance mine'
echo 0 >$TRACING/events/enable
echo nop >$TRACING/instances/mine/current_tracer
rmdir $TRACING/instances/mine
echo 1 >$TRACING/events/sched/sched_switch/enable
marked info other_tracing 'some events'
run hist -q -d 1s -S clock
! grep -q other_tracing /tmp/err || fail 'a warning of one event'
echo 0 >$TRACING/events/sched/sched_switch/enable
marked pass other_tracing none

grep -q cgroup2 /proc/mounts || mount -t cgroup2 none /sys/fs/cgroup || fail 'no cgroup2'
echo +cpu >/sys/fs/cgroup/cgroup.subtree_control
mkdir -p /sys/fs/cgroup/narrow/own
echo '20000 100000' >/sys/fs/cgroup/narrow/cpu.max
echo $$ >/sys/fs/cgroup/narrow/own/cgroup.procs
FOUND='threads of normal priority get 20000 of 100000 us \(/sys/fs/cgroup/narrow/cpu.max\)'
marked info cpu_limit "threads of normal priority get 20000 of 100000 us"
run hist -q -d 1s -S clock
! grep -q cpu_limit /tmp/err || fail 'a warning of a limit that does not hold real-time threads'
run hist -q -d 1s -S clock -P o:0
warned "cpu_limit: $FOUND"
echo $$ >/sys/fs/cgroup/cgroup.procs
marked pass cpu_limit none
# The limit that holds is that of the cgroup to which the threads go.
run hist -q -d 1s -S clock -P o:0 -C narrow
warned "cpu_limit: $FOUND"
