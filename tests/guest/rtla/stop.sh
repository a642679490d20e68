#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: stock-6.12-rt rtlat-6.12-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# timeout: 300
# alone: yes
# add: /usr/bin/rtla tool/rtla:/usr/bin/rtla-6.12
# modules: preemptirq_delay_test
#
# rtla's stops, and its analysis of what they stopped for, of a delay of known length and origin.
# One CPU: while it is busy with the delay, the emulation would hold up a second one.

. /tests/lib/common.sh
. /tests/lib/rtla.sh

DELAY_US=3000
STOP_US=1000

# delayed MODE PROGRAM ARGUMENT...: run it while interrupts or preemption (MODE irq or preempt)
# are off for DELAY_US; it must stop for that, long before its time
delayed()
{
	mode=$1
	shift
	(sleep 3; modprobe preemptirq_delay_test test_mode="$mode" delay=$DELAY_US) &
	rtla_run "$@" -d 30s
	wait
	rmmod preemptirq_delay_test
	grep -q 'hit stop tracing' $OUT || not_so 'did not stop'
}

# trace_says FILE PATTERN: as says, but the end of it only
trace_says()
{
	grep -q "$2" "$1" && return
	tail -n 20 "$1"
	fail "'$2' is not in $1"
}

# part NAME: the number of the analysis's line of that name
part()
{
	value=$(sed -n "s/^  *$1.* \([0-9.]*\) us.*/\1/p" $OUT | head -n 1)
	[ "$value" ] || not_so "has no '$1' in its analysis"
	echo "$value"
}

# Whoever was kept off by interrupts that were off was late in its interrupt.
stops_at_irq()
{
	delayed irq rtla-6.12 timerlat top -q "$1" -i $STOP_US
	says $OUT '## CPU 0 hit stop tracing, analyzing it ##'
	holds "$(part 'IRQ latency:') >= $STOP_US && $(part 'IRQ latency:') <= $DELAY_US + 100"
}

# Preemption off makes its thread late, not the interrupt, and there is somebody to name.
analyses()
{
	rm -f /tmp/trace.txt
	[ "$1" = hist ] && set -- hist "$2" || set -- "$1" "$2" -q
	delayed preempt rtla-6.12 timerlat "$@" -T $STOP_US -s $STOP_US -t=/tmp/trace.txt
	says $OUT '## CPU 0 hit stop tracing, analyzing it ##'
	says $OUT ' preempt_test:[0-9]'
	says $OUT 'Blocking thread stack trace'
	# From the timer's interrupt down to what it interrupted; rtla leaves out what modules have.
	says $OUT '[-]> hrtimer_interrupt'
	! grep -q '[-]> do_idle' $OUT || not_so 'has the stack of the idle task'
	holds "$(part 'IRQ handler delay:') < 100"
	holds "$(part 'Blocking thread:') >= $STOP_US - 100"
	holds "$(part 'Thread latency:') >= $STOP_US"
	# Whatever ran in between, the parts named come to the whole.
	awk '/^  (IRQ handler delay|Timerlat IRQ duration|Blocking thread:|.* interference)/ {
			sub(/ us.*/, ""); sum += $NF
		}
		/Thread latency:/ { sub(/ us.*/, ""); total = $NF }
		END { exit !(sum > total * 0.95 && sum < total * 1.05) }' $OUT ||
		not_so 'the parts are not the whole'
	trace_says /tmp/trace.txt 'context *irq timer_latency *[0-9]* ns'
	trace_says /tmp/trace.txt 'context *thread timer_latency *[0-9]* ns'
	trace_says /tmp/trace.txt '<stack trace>'
	trace_says /tmp/trace.txt '=> \(busy_wait\|execute_preemptirqtest\|preemptirq_delay_run\)'
}

automatic()
{
	(cd /tmp && delayed preempt rtla-6.12 timerlat top -q "$1" -a $STOP_US)
	says $OUT 'Saving trace to timerlat_trace.txt'
	says $OUT 'Blocking thread stack trace'
	trace_says /tmp/timerlat_trace.txt 'timer_latency *[0-9]* ns'
	trace_says /tmp/timerlat_trace.txt 'thread_noise: preempt_test:'
	rm /tmp/timerlat_trace.txt
}

modprobe preemptirq_delay_test delay=1 2>/dev/null && rmmod preemptirq_delay_test ||
	fail 'no module preemptirq_delay_test'
before=$(machine_state)
delayed preempt rtla timerlat top -q -T $STOP_US
for threads in -u -k; do
	stops_at_irq $threads
	analyses top $threads
	analyses hist $threads
	automatic $threads
done
[ "$(machine_state)" = "$before" ] || fail "rtla left another state: $(machine_state)"
