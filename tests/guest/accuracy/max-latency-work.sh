#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt rtlat-6.12-rt rtlat-6.1
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog /usr/bin/chrt
# append: nohz_full=1 rcu_nocbs=1 rcutree.kthread_prio=99
# timeout: 120
#
# A new largest latency has the kernel queue work that looks at a file of the instance, and a stock
# kernel crashes when the instance is gone by then. No run has it queue any; and nothing happens to
# the kernel where whoever brings that work gets no time until the instance is gone.

. /tests/lib/common.sh

QUEUED=events/workqueue/workqueue_queue_work

[ -e "$TRACING/tracing_max_latency" ] || skip 'this kernel has no tracing_max_latency'
[ -e "$TRACING/$QUEUED" ] || skip 'this kernel does not trace its workqueues'

echo -1 >/proc/sys/kernel/sched_rt_runtime_us
# What sleeps on CPU 1 would not be woken.
taskset -p 1 $$ >/dev/null
# Softirqs of Linux 6.1 wait for ksoftirqd once it was woken, and RCU is one of them.
grep -q PREEMPT_RT /proc/version ||
	chrt -f -p 99 "$(ps | awk '$NF == "[ksoftirqd/1]" { print $1 }')"

# queued: how often so far
queued()
{
	grep -c workqueue_queue_work: "$TRACING/trace"
}

# run COMMAND OPTION...: of rtlat
run()
{
	rtlat "$@" -q -d 1s -c 1 -H 0 >/tmp/out 2>&1 || { cat /tmp/out; fail "rtlat $* failed"; }
}

queues_none()
{
	run "$@"
	[ "$(queued)" -eq 0 ] || {
		cat "$TRACING/trace"
		fail "rtlat $*: work was queued"
	}
}

# Is there anything to be seen where nobody prevents it?
check_control()
{
	mkdir "$TRACING/instances/control"
	echo timerlat >"$TRACING/instances/control/current_tracer"
	tries=0
	until [ "$(queued)" -gt 0 ]; do
		tries=$((tries + 1))
		[ $tries -lt 50 ] || fail 'timerlat queues no work for its largest latency'
		sleep 0.1
	done
	echo nop >"$TRACING/instances/control/current_tracer"
	sleep 0.5
	rmdir "$TRACING/instances/control"
	: >"$TRACING/trace"
}

check_queued()
{
	echo 'workqueue == "tr_max_lat_wq"' >"$TRACING/$QUEUED/filter"
	echo 1 >"$TRACING/$QUEUED/enable"
	check_control
	# With a trace that is kept there are two instances.
	queues_none hist -k -T 1000000 -t=/tmp/trace
	has_timerlat_fd && queues_none hist -u -T 1000000 -t=/tmp/trace
	queues_none osnoise hist -p 100000 -r 10000 -s 1000000 -t=/tmp/trace
	echo 0 >"$TRACING/$QUEUED/enable"
}

# On PREEMPT_RT a thread of priority 1 queues the work. A hog keeps it from its CPU until the run is
# over, and a second one has the largest latency come while the first is there.
check_starved()
{
	rtlat hist -q -k -c 1 -H 0 -d 2s -o "csv:$CSV" >/tmp/out 2>&1 &
	run=$!
	until grep -qs timerlat "$TRACING"/instances/*/current_tracer; do
		kill -0 $run 2>/dev/null || { cat /tmp/out; fail 'the run did not begin'; }
		sleep 0.05
	done
	hog 1 50 100000 1 100 &
	hog=$!
	hog 1 98 20 20 1 &
	status=0
	wait $run || status=$?
	kill $hog
	wait
	# The thread, and after it the work.
	sleep 0.5
	[ $status -eq 0 ] || { cat /tmp/out; fail "a run beside a hog ended with $status"; }
	holds "$(field 1 thread max_ns) >= 20000000"
}

check_queued
check_starved
