#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12
# cpus: 1
# mode: deterministic
# modules: latency_tracker latency_tracker_wakeup
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# What a run that tracks delays could not follow is counted, makes the result incomplete and fails a
# gate on it; what was so in the warm-up is not of the run. What ends without an end is not waited for.

. /tests/lib/common.sh
. /tests/lib/alerting.sh
. /tests/lib/tracking.sh

# start() sets it.
run=

# lost: so many, of all CPUs
lost()
{
	jsonget $MEASURED total.lost
}

delays()
{
	jsonget $MEASURED "total.delays.$1"
}

# More than a small buffer has room for, and more alerts than a module keeps
many_events()
{
	dd if=/dev/zero of=/dev/null bs=1 count=10000 2>/dev/null
	sleeper 1000 1
}

# hold_up TRACKER OPTION...: what reads is stopped for as long as many events take
hold_up()
{
	start "$@" -d 8s
	kill -STOP $run
	many_events
	kill -CONT $run
	wait $run
	status=$?
	echo "$*: status $status, lost $(lost)"
}

counts_lost()
{
	hold_up "$@" --gate 'lost<1'
	[ $status -ne 0 ] || fail 'the gate was held'
	holds "$(lost) > 100"
	grep -q '"complete":false' $MEASURED || fail 'the result is complete'
	says /tmp/result.txt 'INCOMPLETE: samples were lost'
}

not_of_the_warm_up()
{
	hold_up "$@" --warm-up 7 --allow-empty --gate 'lost<1'
	[ $status -eq 0 ] || { cat /tmp/result.txt; fail 'the gate was not held'; }
	holds "$(lost) == 0"
	grep -q '"complete":true' $MEASURED || fail 'the result is not complete'
}

# ended_tasks TRACKER: of which none is left
ended_tasks()
{
	start "$1" -S events --comm sleeper --timeout 500000 -d 5s
	for _ in 1 2 3 4 5; do
		sleeper 2 20
	done
	finish
	echo "$1: $(delays timeouts) timeouts"
	holds "$(delays timeouts) == 0"
	holds "$(jsonget $MEASURED total.count) >= 10"
}

await_clock
counts_lost syscall -S events --comm dd --trace-buffer-size 16
not_of_the_warm_up syscall -S events --comm dd --trace-buffer-size 16
counts_lost wakeup -S module --comm sleeper -T 0
says /tmp/result.err 'alerts came too fast'
not_of_the_warm_up wakeup -S module --comm sleeper -T 0
! grep -q 'alerts came too fast' /tmp/result.err || fail 'alerts of the warm-up are told of'
# More tasks than the triggers have room for, 8192 each.
start wakeup -S hist -d 60s
crowd 9000
kill -INT $run
wait $run || fail "hist: status $?"
echo "hist: lost $(lost), not followed $(delays dropped)"
holds "$(delays dropped) > 500"
grep -q '"complete":false' $MEASURED || fail 'the result is complete'
start wakeup -S hist -d 60s
crowd 1000
kill -INT $run
finish
ended_tasks syscall
ended_tasks offcpu
