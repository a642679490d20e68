#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt
# cpus: 1
# mode: deterministic
# modules: latency_tracker_sleep
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# Waits for a CPU and preemption that are known beforehand are what rtlat sleep says; tasks that share
# a pid or change their program are told apart; what there is no room for is counted; and the machine
# is as it was before, whatever ends a run.

. /tests/lib/common.sh
. /tests/lib/sleeping.sh

# A thread of a higher priority has the CPU for more than 300 ms while others would go on.
preempted()
{
	(while :; do :; done) &
	busy=$!
	taskset -p 1 $busy >/dev/null
	taskset 1 sleeper 3 200 stay &
	waiter=$!
	(sleep 2; exec hog 0 50 1000 1 1) &
	profile -d 4s
	kill $busy $waiter
	echo "busy: preempted $(of $busy preempted.max_ns)"
	holds "$(of $busy preempted.max_ns) >= 300000000"
	holds "$(of $waiter preempted.max_ns) >= 300000000"
}

# The same where a sleep comes to its end: what wakes the task keeps the CPU for 300 ms.
runnable_wait()
{
	modprobe $MODULE
	slow wakeup 3 300000 >/dev/null
	KEEP=1 profile -d 1s --comm victim
	rmmod $MODULE
	waiter=$(tasks | sed -n '$s/^{"pid":\([0-9]*\),.*/\1/p')
	echo "waiter: waiting $(of $waiter waiting.max_ns), blocked $(of $waiter blocked.max_ns)"
	near "$(of $waiter waiting.max_ns)" 300000000 6000000
	holds "$(of $waiter blocked.max_ns) < 100000000"
}

# exec keeps the task and its sums, and says of another name that the stack is of another program.
change_of_program()
{
	modprobe $MODULE
	sh -c 'sleep 1; exec sleeper 5 20 stay' &
	pid=$!
	KEEP=1 profile -d 3s --pid $pid
	kill $pid
	rmmod $MODULE
	[ "$(of $pid blocked.count)" -ge 6 ] || fail "exec: $(task $pid)"
	task $pid | grep -q '"name":"sleeper"' || fail "exec: $(task $pid)"
}

# A pid that comes again is another task: it begins another time.
pid_again()
{
	modprobe $MODULE
	sleeper 1 100 &
	first=$!
	wait $first
	echo $((first - 1)) >/proc/sys/kernel/ns_last_pid 2>/dev/null || { rmmod $MODULE; return; }
	sleeper 1 100 &
	second=$!
	wait $second
	KEEP=1 profile -d 1s
	rmmod $MODULE
	[ $first -eq $second ] || return 0
	same=$(tasks | grep -c "^{\"pid\":$first,")
	[ "$same" -eq 2 ] || fail "$same tasks of pid $first"
}

# Room for 16 tasks: what more tasks sleep is dropped, and after a reset there is room again.
bound()
{
	modprobe $MODULE tasks=16
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		sleeper 3 1
	done
	KEEP=1 profile -d 1s
	dropped=$(jsonget $RESULT dropped)
	[ "$dropped" -ge 40 ] || fail "dropped: $dropped"
	tasks=$(jsonget $RESULT 'tasks[]' | wc -l)
	[ "$tasks" -le 16 ] || fail "$tasks tasks"
	KEEP=1 profile -d 1s --reset
	again=$(jsonget $RESULT dropped)
	[ "$again" -lt "$dropped" ] || fail "dropped after a reset: $again"
	rmmod $MODULE
}

in_proc()
{
	modprobe $MODULE
	sleeper 10 20 stay &
	pid=$!
	sleep 1
	cat /proc/lattop >/tmp/lattop
	kill $pid
	wait $pid
	grep -q "^$pid $pid [0-9]* .* sleeper\$" /tmp/lattop || fail 'not in /proc/lattop'
	[ "$(grep -c '^[0-9]' /tmp/lattop)" -le 1000 ] || fail 'too many tasks'
	awk '/^[0-9]/ { if (last != "" && $3 > last) exit 1; last = $3 + 0 }' /tmp/lattop ||
		echo 'the order changed while it was read'
	echo 1 >/proc/lattop
	grep -q "^$pid .* sleeper\$" /proc/lattop && fail 'reset did not forget'
	rmmod $MODULE
}

ends()
{
	for signal in INT TERM; do
		rtlat sleep >/tmp/sleep.txt 2>&1 &
		pid=$!
		sleep 2
		kill -$signal $pid
		wait $pid || fail "SIG$signal: status $?"
		loaded && fail "SIG$signal: the module is still loaded"
		says /tmp/sleep.txt 'Sleep of tasks'
	done
	rtlat sleep >/dev/null 2>&1 &
	pid=$!
	sleep 2
	kill -9 $pid
	wait $pid
	loaded || fail 'kill -9: the module was not loaded'
	rtlat restore || fail "restore: $?"
	loaded && fail 'restore: the module is still loaded'
	rtlat sleep >/dev/null 2>&1 &
	pid=$!
	sleep 2
	kill -9 $pid
	wait $pid
	profile -d 1s
	rtlat sleep >/dev/null 2>&1 &
	pid=$!
	sleep 2
	rtlat sleep -d 1s >/tmp/second 2>&1 || fail "the second of two: $(cat /tmp/second)"
	loaded || fail 'the second of two has unloaded the module of the first'
	kill $pid
	wait $pid || fail "the first of two: status $?"
	modprobe $MODULE min=7
	rtlat sleep -d 1s --min 50 --stacks none >/dev/null || fail "--min: $?"
	grep -qx 7 /sys/module/$MODULE/parameters/min || fail 'min was not restored'
	grep -qx user /sys/module/$MODULE/parameters/stacks || fail 'stacks was not restored'
	rmmod $MODULE
}

preempted
runnable_wait
change_of_program
pid_again
bound
in_proc
ends
