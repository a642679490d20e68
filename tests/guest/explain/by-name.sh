#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt
# check: rtlat-6.12-rt debian-6.12
# cpus: 1
# mode: deterministic
# modules: rtlat preemptirq_delay_test
# add: build/tests/tools:/usr/local/bin
# timeout: 600
#
# Who made it late: a thread, a device's interrupt, code that has interrupts off, and code that
# has preemption off, each found by its name; the parts of each sample add up to it; and the stack
# that the tracer prints is the one of that code.

. /tests/lib/common.sh
. /tests/lib/delay.sh

# record COMMAND...: the worst samples while that runs
record()
{
	"$@" &
	measure 0 -S $source -p "${period:-1000}" -d 4s --worst "${worst:-40}" -o json:/tmp/result.json
	wait
	samples /tmp/result.json >$SAMPLES || fail 'cannot read the result'
	add_up
}

# count_samples CONDITION: how many meet it, in awk, where c(NAME) is a column
count_samples()
{
	awk -F '\t' '
		function c(name) { return $column[name] }
		function part(name) { return c(name "_time") }
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		'"$1"' { met++ }
		END { print met + 0 }' $SAMPLES
}

# expect WHAT NEEDED CONDITION: so many of the worst samples meet it
expect()
{
	met=$(count_samples "$3")
	echo "$1: $met of ${worst:-40} samples"
	[ "$met" -ge "$2" ] && return
	head -n 20 $SAMPLES
	fail "want $2 with $3"
}

add_up()
{
	all='c("late_ns") + c("handler_ns") + c("dispatch_ns") +
		part("hrtimer") + part("thread") + part("softirq") + part("irq") + part("nmi")'
	expect 'parts add up' "${worst:-40}" \
		"($all) - c(\"thread_ns\") <= 1000 && c(\"thread_ns\") - ($all) <= 1000"
}

# A few bursts are enough for all 40.
check_hog()
{
	record sh -c 'hog 0 97 3 7 3 & echo $! >/tmp/hog; wait'
	expect 'blame hog' 40 "c(\"thread_name\") == \"hog\" && c(\"thread_id\") == $(cat /tmp/hog)"
	expect 'almost only threads' 40 'part("thread") >= 0.98 * c("thread_ns")'
}

# delays MODE: of half a period, in all its phases
delays()
{
	modprobe $MODULE test_mode="$1" delay=500
	sleep 1
	sweep $TRIGGER 3000 5000 200
}

check_irqs_off()
{
	record delays irq
	rmmod $MODULE
	# A tick that was held up may come first.
	expect 'late' 38 'c("late_ns") >= 0.98 * c("irq_ns") && c("irq_ns") >= 0.95 * c("thread_ns")'
	expect 'met irq_test' 40 'c("met_name") == "irq_test"'
}

# The module starts a thread for each delay: any of those that ran.
check_preemption_off()
{
	ran=$TRACING/instances/ran
	mkdir "$ran"
	echo 'next_comm == "preempt_test"' >"$ran/events/sched/sched_switch/filter"
	echo 1 >"$ran/events/sched/sched_switch/enable"
	record delays preempt
	rmmod $MODULE
	pids=$(sed -n 's/.*next_pid=\([0-9]*\).*/\1/p' "$ran/trace" | sort -u | tr '\n' ' ')
	echo 0 >"$ran/events/enable"
	rmdir "$ran"
	expect 'blame preempt_test' 40 \
		"c(\"thread_name\") == \"preempt_test\" && index(\" $pids\", \" \" c(\"thread_id\") \" \")"
	expect 'mostly threads' 40 'part("thread") >= 0.9 * c("thread_ns")'
}

# The serial port has one interrupt for each 16 bytes, 1,388.9 us apart, some of which come just when
# the timer's is due: with a period that has another phase for each. On PREEMPT_RT the interrupt itself
# is short, so that most of the worst may have met its thread only.
check_device()
{
	stty -F /dev/ttyS0 raw -echo
	period=1009
	worst=100
	record sh -c "sleep 1; yes | head -c 60000 >/dev/ttyS0"
	irq=$(awk '/ttyS0/ { print $1 + 0 }' /proc/interrupts)
	device="c(\"irq_name\") == \"ttyS0\" && c(\"irq_id\") == $irq && part(\"irq\") > 0"
	if grep -q PREEMPT_RT /proc/version; then
		expect "blame ttyS0's interrupt" 1 "$device"
		device="($device) || c(\"thread_name\") == \"irq/$irq-ttyS0\""
	fi
	expect "blame ttyS0" 5 "$device"
	period=
	worst=
}

# check_stack MODE: of code that has interrupts or preemption off. 6.1 gives the top-level
# instance its full buffer only if it is the first with a tracer.
check_stack()
{
	echo 4096 >"$TRACING/buffer_size_kb"
	echo 100 >"$TRACING/osnoise/print_stack"
	echo timerlat >"$TRACING/current_tracer"
	delays "$1"
	cat "$TRACING/trace" >/tmp/trace
	rmmod $MODULE
	echo nop >"$TRACING/current_tracer"
	echo 0 >"$TRACING/osnoise/print_stack"
	stacks=$(grep -c '<stack trace>' /tmp/trace)
	named=$(grep -c '=> execute_preemptirqtest$' /tmp/trace)
	echo "$1: $stacks stacks, $named name the delay"
	[ "$named" -ge 20 ] || { grep -A 8 'stack trace' /tmp/trace | head -n 20; fail 'want 20'; }
}

await_clock
for source in record bpf; do
	{ [ $source = record ] && has_our_tracer; } || has_source $source || continue
	echo "$source:"
	check_hog
	check_irqs_off
	check_preemption_off
	check_device
done
has_records || exit 0
check_stack irq
check_stack preempt
