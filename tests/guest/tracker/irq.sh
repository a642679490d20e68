#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin /usr/bin/chrt
# modules: latency_tracker latency_tracker_irq plant
# timeout: 300
#
# A softirq that takes 2 ms: the alert has its name and whom it hit; what it was doing is on the stack
# of the alert that comes when it has taken 1 ms. Handlers of interrupts are there, and their threads.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

TIMES=5

# plant_softirqs OPTION...: the tracker loaded with these sees as many of 2 ms
plant_softirqs()
{
	modprobe plant
	load irq "$@"
	listen 3
	for _ in $(seq $TIMES); do
		sleep 0.05
		echo 2000 >/sys/kernel/plant/softirq
	done
	heard
	cat /sys/kernel/plant/planted >$PLANTED
	rmmod plant
}

# hit_in_softirq FUNCTION: that many timeouts, each with what the softirq was doing
hit_in_softirq()
{
	choose 'flags=11' 'name=TASKLET'
	as_many=$(wc -l </tmp/chosen)
	all_have "stack=.* $1" 'delay=10[0-9]{5}'
	holds "$as_many == $TIMES"
}

# Those of the serial line so far.
interrupts()
{
	awk '/ttyS0/ { print $2 }' /proc/interrupts
}

# Where the softirq runs in its thread, no other thread preempts that.
chrt -f -p 1 "$(ps | awk '$NF == "[ksoftirqd/0]" { print $1 }')"

await_clock
plant_softirqs usec_threshold=1500 usec_timeout=1000
choose 'flags=10' 'name=TASKLET'
as_planted delay $TIMES
all_have 'key=6 ' 'stack=.* (handle_softirqs|__do_softirq)'
hit_in_softirq long_softirq

# A thread that preempts the softirq for most of its time is not whom it hit.
if grep -q PREEMPT_RT /proc/version; then
	hog 0 50 0.6 0.3 4 &
	plant_softirqs usec_threshold=1500 usec_timeout=1000
	wait $!
	# The kernel cannot see what is below the thunk of an indirect call that has just begun.
	hit_in_softirq '(long_softirq|__x86_indirect_thunk_array[^ ]*[[:space:]]+other_stack=)'
	grep -q 'stack=.* long_softirq' /tmp/chosen || fail 'no stack has the softirq'
	! values comm | grep hog || fail 'what preempts a softirq is not its task'
fi

# Each interrupt is an alert now, and its thread another one before it runs: that has its name from the
# interrupt, where what is kept of it may be gone.
echo 1 >"$PARAMETERS/usec_timeout"
echo 0 >"$PARAMETERS/usec_threshold"
listen 2
before=$(interrupts)
echo 'an interrupt' >/dev/ttyS0
heard
# Some kernels write a line without one.
if [ "$(interrupts)" != "$before" ]; then
	choose 'flags=2' 'name=ttyS'
	all_have 'key=4 '
	if grep -q PREEMPT_RT /proc/version; then
		choose 'flags=16' 'name=ttyS'
		all_have 'comm=irq/4-ttyS'
		choose 'flags=17' 'name=ttyS'
		all_have 'key=4 ' 'comm=irq/4-ttyS'
	fi
fi
windows "$TRACKER/histogram" || fail 'the histogram is wrong'
unload
