#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-6.1
# cpus: 1
# mode: deterministic
# modules: preemptirq_delay_test
# add: build/tests/tools/fdcheck:/usr/bin/fdcheck build/tests/tools/hog:/usr/bin/hog
# timeout: 120
#
# The parts of each record's thread latency add up to it, whatever was in the way, in a guest
# whose time is its own.

. /tests/common
. /tests/tracer

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

settled
fresh
user_timerlat
while_reading true
while_reading delays
while_reading hog 0 50 3 3 2
while_reading hog 0 50 1 0 2
fresh
