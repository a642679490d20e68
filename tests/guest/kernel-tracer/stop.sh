#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# cpus: 1
# mode: deterministic
# modules: preemptirq_delay_test
# timeout: 120
#
# A latency over a threshold stops tracing, and the trace says why it was late: the osnoise
# events before it, the stack that the interrupt met, and timerlat_threshold. Delays that are made
# here, in a guest whose time is its own.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

at=
# The duration is what is wanted of it.
SPAN='start [0-9]*\.[0-9]\{9\} duration \([0-9]*\) ns$'

# latency CONTEXT: of the activation seq
latency()
{
	samples /tmp/trace | sed -n "s/^000 $seq $1 //p"
}

# stop_at FILE US MODE DELAY_US [PRINT_STACK_US]: the threshold FILE of so much is reached by the
# delay; the trace goes to /tmp/trace, its last activation to seq, irq and thread
stop_at()
{
	fresh
	echo 1 >"$TRACING/events/osnoise/enable"
	echo 0 >"$TRACING/events/osnoise/timerlat_sample/enable"
	setting "$1" "$2"
	[ -z "$5" ] || setting print_stack "$5"
	tracer timerlat
	sleep 0.5
	[ "$(cat "$TRACING/tracing_on")" = 1 ] || fail 'stopped before there was a delay'
	delay "$3" "$4"
	stopped 2
	cat "$TRACING/per_cpu/cpu0/trace" >/tmp/trace
	rmmod preemptirq_delay_test
	seq=$(samples /tmp/trace | tail -n 1 | cut -d ' ' -f 2)
	irq=$(latency irq)
	thread=$(latency thread)
}

# threshold_event CONTEXT LATENCY THRESHOLD_US: fired once, with these fields
threshold_event()
{
	event=$(sed -n 's/.*timerlat_threshold: //p' /tmp/trace)
	[ "$event" = "cpu 0 #$seq context $1 latency $2 ns threshold ${3}000 ns" ] ||
		fail "#$seq $1 $2: timerlat_threshold: $event"
}

# Preemption is off: the interrupt is in time, its thread is not, and a thread is to blame.
check_total()
{
	stop_at stop_tracing_total_us 500 preempt 2000
	holds "$irq < 100000 && $thread >= 500000 && $thread <= 2200000"
	threshold_event thread "$thread" 500
	noise=$(sed -n "s/.* thread_noise: *preempt_test:[0-9]* $SPAN/\\1/p" /tmp/trace | tail -n 1)
	# Net: less than the latency, by the interrupts.
	holds "$noise >= 400000 && $noise < $thread"
	holds "$(grep -c " irq_noise: local_timer:236 $SPAN" /tmp/trace) >= $seq - 1"
	once /tmp/trace ": #$seq *context thread"
	before=$(grep -n 'thread_noise: *preempt_test' /tmp/trace | tail -n 1)
	holds "${before%%:*} < $at"
	grep -q '<stack trace>' /tmp/trace && fail 'a stack that nobody asked for'
	check_spans
}

# No interrupt begins before the one before has ended, and none ends after its line was written.
check_spans()
{
	sed -n 's/.* \([0-9.]*\): irq_noise: .* start \(.*\) duration \(.*\) ns$/\1 \2 \3/p' \
		/tmp/trace | awk '
		$2 + 0.000002 < end { print "begins before " end ": " $0; exit 1 }
		{ end = $2 + $3 / 1000000000 }
		end > $1 + 0.000002 { print "ends after its line: " $0; exit 1 }' ||
		fail 'the events overlap'
}

# Interrupts are off: the interrupt is late itself.
check_irq()
{
	stop_at stop_tracing_us 500 irq 2000
	[ -n "$irq" ] || fail 'the last line is not of the interrupt'
	holds "$irq >= 500000 && $irq <= 2100000"
	threshold_event irq "$irq" 500
	[ -z "$thread" ] || fail 'tracing went on to the thread'
}

# functions_after LINE: of the stack that begins there
functions_after()
{
	tail -n "+$(($1 + 1))" /tmp/trace | sed -n '/^ => /!q; s/^ => //p'
}

# stack_is NAME...: has these functions in this order, and nothing without a name
stack_is()
{
	for name; do
		grep -qxF "$name" /tmp/stack && continue
		cat /tmp/stack
		fail "$name is not in the stack"
	done
	printf '%s\n' "$@" >/tmp/want
	grep -xFf /tmp/want /tmp/stack | cmp -s - /tmp/want || fail 'the stack is in another order'
	grep -v '^[A-Za-z_][A-Za-z0-9_.]*$' /tmp/stack && fail 'a stack entry without a name'
	return 0
}

# The stack comes below the thread's line, and is the one that the interrupt met. The interrupt that
# tells of a new tracing_max_latency may come between.
check_stack()
{
	stop_at stop_tracing_total_us 500 preempt 2000 500
	sed -i '/irq_noise: *irq_work:/d' /tmp/trace
	once /tmp/trace '<stack trace>'
	line=$at
	once /tmp/trace ": #$seq *context thread"
	holds "$line == $at + 1"
	functions_after "$line" >/tmp/stack
	stack_is __hrtimer_run_queues hrtimer_interrupt sysvec_apic_timer_interrupt \
		asm_sysvec_apic_timer_interrupt preemptirq_delay_run kthread ret_from_fork
}

# Where the interrupt stops tracing, it prints the stack itself.
check_irq_stack()
{
	stop_at stop_tracing_us 500 irq 2000 500
	once /tmp/trace '<stack trace>'
	line=$at
	once /tmp/trace ": #$seq *context *irq"
	holds "$line > $at"
	functions_after "$line" >/tmp/stack
	stack_is __hrtimer_run_queues hrtimer_interrupt asm_sysvec_apic_timer_interrupt \
		preemptirq_delay_run kthread
}

# A latency below print_stack has none.
check_no_stack()
{
	stop_at stop_tracing_total_us 500 preempt 2000 5000
	grep -q '<stack trace>' /tmp/trace && fail 'a stack for less than print_stack'
	return 0
}

settled
check_total
check_irq
check_stack
check_irq_stack
check_no_stack
fresh
