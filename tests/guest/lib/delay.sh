# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests share that inject delays by the module preemptirq_delay_test. Sourced.
# shellcheck disable=SC2034 # for those that do

MODULE=preemptirq_delay_test
TRIGGER=/sys/kernel/$MODULE/trigger
SAMPLES=/tmp/samples
PROBES=$TRACING/instances/delay

# The module's thread comes back from the one function right before its delay, and calls another
# right after it. During it, it calls a third one over and over.
start_probes()
{
	echo 'r:delay/begin set_cpus_allowed_ptr' >>"$TRACING/kprobe_events"
	echo 'p:delay/end complete' >>"$TRACING/kprobe_events"
	echo 'p:delay/during kthread_should_stop' >>"$TRACING/kprobe_events"
	mkdir "$PROBES"
	echo mono >"$PROBES/trace_clock"
	for event in begin end during; do
		echo 'comm ~ "*_test*"' >"$PROBES/events/delay/$event/filter"
	done
	echo 1 >"$PROBES/events/delay/begin/enable"
	echo 1 >"$PROBES/events/delay/end/enable"
}

# on_timers 0|1: trace the timer's interrupts that meet the module's thread, too. One that comes after
# the first probe and before interrupts are off makes the delay begin when it is over; while they are
# off there is none.
on_timers()
{
	for event in local_timer_entry local_timer_exit; do
		echo 'comm ~ "*_test*"' >"$PROBES/events/irq_vectors/$event/filter"
		echo "$1" >"$PROBES/events/irq_vectors/$event/enable"
	done
}

# The delays in the trace: when each began, and when it was seen last, in us. What is between the
# probe before it and its first look at the clock is the probe's, not the delay's. A thread's own
# beginning calls the first function too. No number may start with 0: awk would take it for octal.
delays()
{
	awk '(/: begin: / && !/kthread\+/) || /: during: / || /: end: / || /: local_timer_exit: / {
		match($0, /[0-9]+\.[0-9]+: /)
		split(substr($0, RSTART), time, /[.:]/)
		us = (time[1] time[2]) + 0
		if (/: begin: /) {
			begin = us
			last = us
			looked = 0
		} else if (/: during: /) {
			if (!looked++)
				begin = us
			last = us
		} else if (/: local_timer_exit: /) {
			if (begin && us - begin < 50)
				begin = us
		} else if (begin) {
			print begin, last
			begin = 0
		}
	}' "$PROBES/trace"
}
