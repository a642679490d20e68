# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests of our tracer's own files share. Sourced after common.

# fresh: the top instance as after boot
fresh()
{
	echo nop >"$TRACING/current_tracer" || fail 'the tracer does not go off'
	echo 0 >"$TRACING/events/osnoise/enable"
	echo 0 >"$TRACING/tracing_thresh"
	for file in stop_tracing_us stop_tracing_total_us print_stack timerlat_align_us; do
		echo 0 >"$TRACING/osnoise/$file"
	done
	echo 1000000 >"$TRACING/osnoise/period_us"
	echo 1000000 >"$TRACING/osnoise/runtime_us"
	echo 1000 >"$TRACING/osnoise/timerlat_period_us"
	echo DEFAULTS >"$TRACING/osnoise/options"
	echo "0-$(($(nproc) - 1))" >"$TRACING/osnoise/cpus"
	# Before 6.7 an instance that was made before is enough for the top one to keep its first two
	# pages.
	echo 1408 >"$TRACING/buffer_size_kb"
	: >"$TRACING/trace"
	echo 1 >"$TRACING/tracing_on"
}

# tracer NAME: in the top instance
tracer()
{
	echo "$1" >"$TRACING/current_tracer" || fail "cannot use $1"
}

# setting NAME VALUE: of the osnoise directory
setting()
{
	echo "$2" >"$TRACING/osnoise/$1" || fail "$1 does not take '$2'"
}

# user_timerlat: for readers of timerlat_fd
user_timerlat()
{
	setting options NO_OSNOISE_WORKLOAD
	tracer timerlat
}

# stopped SECONDS: by then a stop condition has turned tracing off
stopped()
{
	tries=$(($1 * 10))
	while [ "$(cat "$TRACING/tracing_on")" = 1 ]; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || fail "tracing goes on after $1 s"
		sleep 0.1
	done
}

# traced CPU COUNT: by now it has so many entries in its trace. How fast an emulated machine is nobody
# knows.
traced()
{
	tries=40
	while [ "$(sed -n 's/^entries: //p' "$TRACING/per_cpu/cpu$1/stats")" -lt "$2" ]; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || fail "not $2 entries of CPU $1"
		sleep 0.5
	done
}

# settled: a kernel that has just booted. Until it has its clock, timers are late by up to a tick.
settled()
{
	while grep -q early /sys/devices/system/clocksource/clocksource0/current_clocksource; do
		sleep 0.1
	done
}

# running NAME: are there threads of the kernel of that name?
running()
{
	grep -qs "^$1\$" /proc/[0-9]*/comm
}

# delay MODE US: interrupts (irq) or preemption (preempt) are off for that long. The module stays,
# for the names of its functions.
delay()
{
	modprobe preemptirq_delay_test test_mode="$1" delay="$2" || fail 'no delay'
}

# once FILE PATTERN: the number of the only line that has it goes to `at`
once()
{
	[ "$(grep -c "$2" "$1")" = 1 ] || { tail -n 40 "$1"; fail "'$2': not in one line of $1"; }
	# shellcheck disable=SC2034 # for the caller
	at=$(grep -n "$2" "$1" | cut -d : -f 1)
}

# killed PID WHAT: it is, within two seconds
killed()
{
	(sleep 2; kill -TERM "$1") 2>/dev/null &
	watchdog=$!
	wait "$1"
	status=$?
	kill $watchdog 2>/dev/null
	wait $watchdog
	[ $status -eq 137 ] || fail "$2: the reader ended with $status, not by SIGKILL"
}

# samples FILE: CPU, activation, context and latency of each line of timerlat
samples()
{
	sed -n -e 's/ timer_latency */ /' -e 's/ *context */ /' \
		-e 's/.*\[\([0-9]*\)\] .*[0-9]: #\([0-9]* [a-z-]* [0-9]*\) ns$/\1 \2/p' "$1"
}
