#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 400
#
# The osnoise tracer: a summary for each period of what the CPU was kept from, and by whom.

. /tests/lib/common.sh
. /tests/lib/tracer.sh
. /tests/lib/noise.sh

# every EXPRESSION: holds for each summary, by awk's fields, of which there are some
every()
{
	awk "!($1) { print; bad = 1 } END { exit bad || NR < 2 }" /tmp/summaries ||
		fail "not all: $1"
}

# some EXPRESSION
some()
{
	awk "$1 { good = 1 } END { exit !good }" /tmp/summaries ||
		{ cat /tmp/summaries; fail "none: $1"; }
}

check_header()
{
	[ "$(head -n 1 /tmp/trace)" = '# tracer: osnoise' ] ||
		fail "header: $(head -n 1 /tmp/trace)"
	for text in '=> irqs-off' '=> preempt-depth' 'RUNTIME  *NOISE' \
		'HW  *NMI  *IRQ  *SIRQ  *THREAD$' 'TASK-PID  *CPU#'; do
		once /tmp/trace "^#.*$text"
	done
}

# A summary in each period, of as much time as was asked for.
check_periods()
{
	begin 200 20
	collect 4
	check_header
	[ "$(cat "/proc/$(head -n 1 /tmp/summaries | cut -d ' ' -f 1)/comm")" = osnoise/0 ] ||
		fail 'the first summary is of another task'
	# Too long by one jump of the clock at most
	every 'NF == 10 && $2 >= 20000 && $2 <= 21000 + $5 && $3 <= $2 && $5 <= $3'
	holds "$(wc -l </tmp/summaries) >= 12 && $(wc -l </tmp/summaries) <= 21"
	every '100 - 100 * $3 / $2 - $4 < 0.01 && $4 - 100 + 100 * $3 / $2 < 0.01'
	tracer nop
	running osnoise/0 && fail 'the thread outlives the tracer'
	return 0
}

# noise US: what the threshold leaves of the clock's jumps
check_threshold()
{
	begin 200 20
	collect 1
	some '$3 > 0'
	begin 200 20
	echo 90000000 >"$TRACING/tracing_thresh"
	collect 1
	every '$3 == 0 && $5 == 0'
}

# Who is to blame: a thread that takes half of the CPU, in bursts.
check_sources()
{
	begin 400 400
	echo 10000 >"$TRACING/tracing_thresh"
	echo 1 >"$TRACING/events/osnoise/sample_threshold/enable"
	echo 1 >"$TRACING/events/osnoise/thread_noise/enable"
	echo 1 >"$TRACING/events/osnoise/irq_noise/enable"
	with_hog collect 2
	some "\$10 >= 3 && \$3 >= 3 * $((HOG_MS * 900)) && \$5 >= $((HOG_MS * 900))"
	some '$8 >= 10'
	grep ' sample_threshold: ' /tmp/trace >/tmp/gaps
	grep -Evq ' start [0-9]+\.[0-9]{9} duration [0-9]+ ns interference [0-9]+$' /tmp/gaps &&
		fail "not a line of sample_threshold: $(head -n 1 /tmp/gaps)"
	sed 's/.* duration \([0-9]*\) ns interference \([0-9]*\)$/\1 \2/' /tmp/gaps |
		awk -v hog=$((HOG_MS * 900000)) '$1 < 10000000 { bad = 1 }
			$1 >= hog && $2 >= 1 { n++ } END { exit bad || n < 10 }' ||
		fail 'too few gaps of the hog, or too short ones'
	sed -n 's/.* thread_noise: *hog:[0-9]* start .* duration \(.*\) ns$/\1/p' /tmp/trace |
		awk -v hog=$((HOG_MS * 800000)) '$1 >= hog { n++ } END { exit n < 10 }' ||
		fail 'no thread_noise of the hog'
	grep -q ' irq_noise: local_timer:236 start' /tmp/trace || fail 'no irq_noise of the timer'
	max=$(awk '$5 > max { max = $5 } END { print max }' /tmp/summaries)
	near "$(cat "$TRACING/tracing_max_latency")" "$max" 1
	rm /tmp/trace
}

# stops FILE: a hog's burst reaches the threshold
stops()
{
	setting "$1" $((HOG_MS * 900))
	echo $((HOG_MS * 500)) >"$TRACING/tracing_thresh"
	tracer osnoise
	stopped 5
}

check_stops()
{
	begin 400 400
	with_hog stops stop_tracing_us
	summaries >/tmp/summaries
	# Tracing is off before that period ends,
	awk "\$5 > $((HOG_MS * 900)) { exit 1 }" /tmp/summaries || fail 'stopped later'
	begin 400 400
	with_hog stops stop_tracing_total_us
	summaries >/tmp/summaries
	# and here once it has ended.
	awk -v least=$((HOG_MS * 900)) 'last > least { bad = 1 } { last = $3 }
		END { exit bad || last <= least }' /tmp/summaries || fail 'stopped elsewhere'
}

# With preemption off no thread gets in between, with interrupts off no interrupt either.
check_disable()
{
	begin 400 40
	setting options OSNOISE_PREEMPT_DISABLE
	with_hog collect 3
	every '$10 == 0'
	some '$8 > 0'
	begin 400 40
	setting options OSNOISE_IRQ_DISABLE
	with_hog collect 3
	every '$8 == 0 && $9 == 0 && $10 == 0'
	begin 400 40
	with_hog collect 3
	some '$10 > 0 && $8 > 0'
}

# shellcheck disable=SC2034 # for noise
CPU=0
check_periods
check_threshold
check_sources
check_stops
check_disable
fresh
