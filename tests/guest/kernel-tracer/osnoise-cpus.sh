#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 120
#
# Where the osnoise tracer has threads: on the CPUs it is for, while they may be there, and nowhere
# without a workload.

. /tests/lib/common.sh
. /tests/lib/tracer.sh
. /tests/lib/noise.sh

check_cpus()
{
	begin 200 100
	tracer osnoise
	sleep 1
	running osnoise/1 || fail 'no thread on CPU 1'
	running osnoise/0 && fail 'a thread on a CPU that is not in cpus'
	tracer nop
	running osnoise/1 && fail 'the thread outlives the tracer'
	return 0
}

# A period that cannot end before anybody looks, and one that has no end at all.
check_long_periods()
{
	for period in 100000000 18446744073709551; do
		begin 1000 1
		setting period_us $period
		collect 2
		[ "$(wc -l </tmp/summaries)" = 1 ] ||
			fail "period $period: $(wc -l </tmp/summaries) summaries"
		tracer nop
	done
}

# Without a workload the events are still there, for all CPUs.
check_no_workload()
{
	begin 400 400
	setting options NO_OSNOISE_WORKLOAD
	echo 1 >"$TRACING/events/osnoise/thread_noise/enable"
	echo 1 >"$TRACING/events/osnoise/irq_noise/enable"
	with_hog collect 1
	running 'osnoise/.*' && fail 'a thread in spite of NO_OSNOISE_WORKLOAD'
	[ ! -s /tmp/summaries ] || fail 'a summary of nothing'
	grep -q '\[001\].*thread_noise: *hog:' /tmp/trace || fail 'no thread_noise of the hog'
	grep -q '\[000\].*irq_noise: local_timer:236' /tmp/trace || fail 'no irq_noise of CPU 0'
}

# A thread that is to be on another CPU goes, and waits there for its end: soon, be it in its loop or
# asleep for a minute.
check_moved()
{
	for period in 1000 60000; do
		begin $period 1000
		tracer osnoise
		sleep 2
		thread=$(grep -lx osnoise/1 /proc/[0-9]*/comm | cut -d / -f 3)
		[ "$thread" ] || fail 'no thread on CPU 1'
		timeout 5 taskset -p 1 "$thread" >/dev/null || fail "period $period: it stays"
		sleep 1
		summaries >/tmp/summaries
		sleep 3
		summaries | cmp -s - /tmp/summaries || fail "period $period: it measures on"
		tracer nop
		running osnoise/1 && fail "period $period: it does not end"
	done
	return 0
}

taskset -p 1 $$ >/dev/null
# shellcheck disable=SC2034 # for noise
CPU=1
check_cpus
check_long_periods
check_no_workload
check_moved
fresh
