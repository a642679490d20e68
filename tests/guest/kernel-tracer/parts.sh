#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# cpus: 1
# mode: deterministic
# modules: preemptirq_delay_test
# add: build/tests/tools/fdcheck:/usr/bin/fdcheck build/tests/tools/hog:/usr/bin/hog
# timeout: 120
#
# The parts of a thread latency add up to it, whatever was in the way: in each record of a reader,
# and in the worst that are kept of a kernel thread. In a guest whose time is its own.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

# while_reading COMMAND...: what is in the way of 4000 activations
while_reading()
{
	fdcheck parts 0 4000 >/tmp/fdcheck.txt &
	reader=$!
	"$@"
	wait $reader && return
	cat /tmp/fdcheck.txt
	fail "in the way: $*"
}

delays()
{
	for mode in irq preempt irq preempt; do
		sleep 0.1
		delay $mode 700
		rmmod preemptirq_delay_test
	done
}

check_worst()
{
	tracer timerlat
	delays
	hog 0 97 3 3 1
	cat "$TRACING/osnoise/per_cpu/cpu0/timerlat_hist" >/tmp/hist
	awk '$1 == "worst" {
		n++
		parts = $15 + $17 + $19 + $21 + $24 + $27 + $30
		if (parts - $9 > 1000 || $9 - parts > 1000) {
			print "thread latency " $9 ", its parts " parts
			bad = 1
		}
	}
	END { exit bad || n != 16 }' /tmp/hist || fail 'the worst do not add up'
	says /tmp/hist '^culprit thread [0-9]* [0-9]* hog$'
}

settled
fresh
user_timerlat
while_reading true
while_reading delays
while_reading hog 0 50 3 3 2
while_reading hog 0 50 1 0 2
fresh
check_worst
fresh
