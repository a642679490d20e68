#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.12 debian-6.1-rt debian-6.12-rt debian-7.3-rt
# check: rtlat-6.12-rt debian-6.12
# cpus: 1
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# modules: rtlat preemptirq_delay_test
# timeout: 120
#
# What made the worst sample late is said, live and in every result, for a known cause; and the
# parts of its latency add up to it.

. /tests/lib/common.sh

JSON=/tmp/result.json

# culprit MEMBER: a number or word of CPU 0's culprit
culprit()
{
	jsonget $JSON "cpus[cpu=0].culprit.$1"
}

# The thread latency of the worst sample, and the sum of its parts.
check_sum()
{
	latency=$(jsonget $JSON 'cpus[cpu=0].worst[0].thread_ns')
	sum=$(jsonget $JSON 'cpus[cpu=0].worst[0]' | grep -Eo '"(late|handler|dispatch|time)_ns":[0-9]+' |
		awk -F: '{ sum += $2 } END { print sum }')
	echo "thread latency $latency, sum of the parts $sum"
	near "$latency" "$sum" 100
}

# told WHAT PART NAME LEAST: the hist that ran says so, and so did top
told()
{
	echo "$1: $(culprit part) $(culprit time_ns) ns $(culprit longest.name)"
	[ "$(culprit part)" = "$2" ] || fail "the culprit is not $2"
	holds "$(culprit time_ns) >= $4"
	check_sum
	says /tmp/hist.txt "^ *0 .* $2$3.* [0-9.]*us [0-9]*%$"
	says /tmp/top.txt "^  0 #.*| $2$3.* [0-9.]*us [0-9]*%$"
	says /tmp/top.txt "^ALL #.*| $2$3.* [0-9.]*us [0-9]*%$"
	# Live, not only at the end.
	holds "$(grep -c "^  0 #.*| $2$3" /tmp/top.txt) >= 2"
}

# measure_both OPTION...: while `cause` is at work
measure_both()
{
	for command in hist top; do
		(sleep 1; cause) &
		rtlat $command -d 3s -c 0 --worst 1 -o text -o json:$JSON "$@" \
			>/tmp/$command.txt 2>/tmp/rtlat.err || fail "$(cat /tmp/rtlat.err)"
		wait
	done
}

for threads in -u -k '-S bpf'; do
	case $threads in
	'-S bpf') has_bpf ;;
	*) has_our_tracer ;;
	esac || continue
	cause()
	{
		hog 0 99 5 5 1
	}
	measure_both $threads
	told "$threads, a hog" thread ' hog:' 4000000

	cause()
	{
		modprobe preemptirq_delay_test test_mode=irq delay=2000
		rmmod preemptirq_delay_test
	}
	measure_both $threads
	# Where there is little room, the pid goes first; the result has it.
	told "$threads, interrupts off" late '\(, interrupts off in\)\{0,1\} irq_test' 900000
	holds "$(culprit longest.id) > 0"
done
