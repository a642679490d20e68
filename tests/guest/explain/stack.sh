#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: stock-6.12-rt debian-6.12-rt rtlat-6.12-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# modules: preemptirq_delay_test
# timeout: 300
#
# Of a latency that was planted, the run that stops at it names who did it, with the time that it
# took, and shows the stack; the parts add up to the latency, and next to nothing is left unexplained.

. /tests/lib/common.sh
. /tests/lib/delay.sh
. /tests/lib/cause.sh

# explains PART NAME FUNCTION OPTION...: of what `cause` does; the function is on the stack
explains()
{
	part=$1
	name=$2
	function=$3
	shift 3
	stop_at_cause cause -c 0 "$@"
	latency=$(jsonget $JSON exceeded.sample.thread_ns)
	shares >/tmp/shares
	echo "$*: $latency ns: $(tr '\n' ';' </tmp/shares)"
	[ "$(awk 'NR == 1 { print $1, $3 }' /tmp/shares)" = "$part $name" ] ||
		fail "$*: it was $part $name"
	holds "$(awk 'NR == 1 { print $2 }' /tmp/shares) >= $latency * 0.95"
	says $TEXT "^    -> $function+0x"
	says $JSON "^\"exceeded\":.*{\"address\":\"0x[0-9a-f]*\",\"symbol\":\"$function+0x"
	near "$(awk '{ sum += $2 } END { print sum }' /tmp/shares)" "$latency" 1000
	holds "$(awk '/^unexplained/ { print $2; n++ } END { if (!n) print 0 }' /tmp/shares) < $latency / 20"
}

# delay irq|preempt: turned off for 1 ms, in ten phases of the period: in some the timer expires early
delay()
{
	modprobe $MODULE test_mode="$1" delay=1000
	repeat 10 1 $TRIGGER
}

# stops_in_interrupt OPTION...: at the IRQ latency, which is the cause's
stops_in_interrupt()
{
	(sleep 2; cause >/dev/null 2>&1) &
	measure 2 -c 0 -d 60s -i 500 -o json:$JSON "$@"
	wait
	rmmod $MODULE
	shares >/tmp/shares
	latency=$(field 0 irq max_ns)
	says $JSON '^"exceeded":.*"met":{"pid":[1-9][0-9]*,"name":"irq_test"}'
	says $JSON "^\"exceeded\":{\"context\":\"irq\",\"latency_ns\":$latency,\"limit_ns\":500000,"
	says /tmp/result.txt '^threshold: CPU 0 activation [0-9]*: irq latency [0-9.]*us, limit 500.0us, of which [0-9.]*us late, interrupts off in irq_test:[0-9]*$'
	# The tick's function may have run in the same interrupt.
	holds "$(awk '/^late|^hrtimer/ { sum += $2 } END { print sum + 0 }' /tmp/shares) >= 500000"
	holds "$latency < 1100000"
}

# goes_on OPTION...: nearly all activations reach the limit, mostly the last one too. The first is
# told, of which there is no stack any more: the one that was traced last is another sample's.
goes_on()
{
	for seconds in 2 3; do
		hog 0 97 150 13 $((seconds + 2)) &
		measure 0 -c 0 -p 200000 -d ${seconds}s -T 2000 -s 2000 --on-threshold continue \
			-o json:$JSON "$@"
		wait
		says $JSON '^"exceeded":{.*"stack":\[\]'
	done
}

# from_idle OPTION...: any activation reaches the limit
from_idle()
{
	measure 2 -c 0 -d 60s -T 1 -o json:$JSON "$@"
	says $JSON '^"exceeded":.*"met":{"pid":0,"name":"[^"]*"}'
	says $JSON '^"exceeded":.*"max_from_idle":{"cpu":0,"irq_ns":[1-9]'
	says /tmp/result.txt '^  IRQ handler delay: .* late, exit from idle$'
	says /tmp/result.txt '^Max timerlat IRQ latency from idle: [0-9]*\.[0-9][0-9] us in cpu 0$'
}

await_clock
for source in record bpf timerlat-user timerlat-kernel; do
	has_source $source || continue
	cause()
	{
		hog 0 97 3 50 2
	}
	explains thread hog asm_sysvec_apic_timer_interrupt -S $source
	cause()
	{
		delay irq
	}
	explains late irq_test "execute_preemptirqtest" -S $source
	says $TEXT 'late, interrupts off in irq_test:[0-9]*$'
	stops_in_interrupt -S $source
	cause()
	{
		delay preempt
	}
	explains thread preempt_test "execute_preemptirqtest" -S $source
	goes_on -S $source
	from_idle -S $source
done
