#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# cpus: 2
# mode: virtual
# add: build/tests/tools/fdcheck:/usr/bin/fdcheck
# timeout: 60
#
# timerlat_sample and timerlat_threshold: once for each sample, however many instances trace.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

SAMPLE=$TRACING/events/osnoise/timerlat_sample
OTHER=$TRACING/instances/other

# Each activation and context of each CPU is a key of the histogram: counted once.
check_counted_once()
{
	fresh
	mkdir "$OTHER"
	echo 'hist:keys=common_cpu,seqnum,context:size=16384' >"$SAMPLE/trigger"
	echo timerlat >"$OTHER/current_tracer"
	tracer timerlat
	sleep 1
	tracer nop
	echo nop >"$OTHER/current_tracer"
	cat "$SAMPLE/hist" >/tmp/hist
	echo '!hist:keys=common_cpu,seqnum,context:size=16384' >"$SAMPLE/trigger"
	rmdir "$OTHER"
	hits=$(sed -n 's/^ *Hits: //p' /tmp/hist)
	entries=$(sed -n 's/^ *Entries: //p' /tmp/hist)
	[ "$hits" = "$entries" ] || fail "$entries samples were counted $hits times"
	holds "$hits > 1000"
	grep '^{' /tmp/hist | grep -v 'hitcount: *1$' && fail 'a sample was counted twice'
	grep -q 'context: *1 ' /tmp/hist || fail 'no thread among the contexts'
	grep -q 'context: *2 ' /tmp/hist && fail 'a return of a kernel thread'
	says /tmp/hist 'Dropped: 0$'
}

# sample_events FILE: its events of samples, in the words of the tracer's own lines. From 6.15 on the
# kernel prints them in others.
sample_events()
{
	grep timerlat_sample: "$1" | sed \
		-e 's/timer_latency=\([0-9]*\) seqnum=\([0-9]*\) context=/#\2 timer_latency \1 ns context=/' \
		-e 's/#\([0-9]*\) \(.*\) context=0$/#\1 context irq \2/' \
		-e 's/#\([0-9]*\) \(.*\) context=1$/#\1 context thread \2/' \
		-e 's/#\([0-9]*\) \(.*\) context=2$/#\1 context user-ret \2/'
}

# The same latencies as in the tracer's own lines.
check_fields()
{
	fresh
	echo 1 >"$SAMPLE/enable"
	tracer timerlat
	sleep 0.5
	echo 0 >"$TRACING/tracing_on"
	sample_events "$TRACING/trace" | sed 's/timerlat_sample: //' >/tmp/trace
	samples /tmp/trace >/tmp/events
	samples "$TRACING/trace" >/tmp/lines
	holds "$(wc -l </tmp/events) > 400"
	awk 'NR == FNR { event[$0]; next } !($0 in event) { print; bad = 1 } END { exit bad }' \
		/tmp/events /tmp/lines || fail 'a line without an event'
	# Tracing may go off between the two, once on each CPU.
	holds "$(wc -l </tmp/events) - $(wc -l </tmp/lines) <= 2"
}

# A filter on the event lets through what it says.
check_filter()
{
	fresh
	echo 'context == 1 && seqnum > 100' >"$SAMPLE/filter" || fail 'no filter'
	echo 1 >"$SAMPLE/enable"
	tracer timerlat
	sleep 0.5
	echo 0 >"$TRACING/tracing_on"
	sample_events "$TRACING/trace" >/tmp/events
	echo 0 >"$SAMPLE/filter"
	holds "$(wc -l </tmp/events) > 100"
	grep -v 'context thread' /tmp/events && fail 'the filter let this through'
	grep 'sample: #[0-9]\{1,2\} ' /tmp/events && fail 'the filter let this through'
	return 0
}

# A user's thread that takes 150 ms: its return reaches the threshold, as a context of its own.
check_return()
{
	fresh
	echo 1 >"$TRACING/events/osnoise/timerlat_threshold/enable"
	setting timerlat_period_us 400000
	setting stop_tracing_total_us 140000
	user_timerlat
	fdcheck hold 1 sleep >/tmp/hold.txt &
	holder=$!
	stopped 5
	kill -TERM $holder
	wait $holder
	grep timerlat_threshold: "$TRACING/trace" >/tmp/events
	[ "$(wc -l </tmp/events)" = 1 ] || { cat /tmp/events; fail 'not one event'; }
	says /tmp/events 'cpu 1 #1 context user-ret latency [0-9]* ns threshold 140000000 ns$'
	latency=$(sed 's/.* latency \([0-9]*\) ns.*/\1/' /tmp/events)
	holds "$latency >= 150000000"
	samples "$TRACING/trace" | grep -qx "001 1 user-ret $latency" ||
		fail 'another latency than in the trace'
}

check_counted_once
check_fields
check_filter
check_return
fresh
