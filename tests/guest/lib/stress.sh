# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the stress tests share: sourced after common. What the kernel complains of is found by run.

OSNOISE=$TRACING/osnoise
# Exists as long as what goes on in the background is to go on.
GO_ON=/tmp/stress.on

# same_as TEXT FILE
same_as()
{
	text=
	read -r text <"$2"
	[ "$text" = "$1" ] || fail "$2 has '$text', not '$1'"
}

# put TEXT FILE: to a file of tracefs, which must take it
put()
{
	echo "$1" >"$2" || fail "'$1' is not taken by $2"
}

# A longer period than the default for the debug kernel, whose activations take most of 1 ms, and
# osnoise has its CPUs there for a tenth of the time only.
stress_start()
{
	[ ! -e $KMEMLEAK ] || echo clear >$KMEMLEAK
	: >$GO_ON
	put nop "$TRACING/current_tracer"
	put DEFAULTS $OSNOISE/options
	put 0-1 $OSNOISE/cpus
	put "$(scaled 10000 1000)" $OSNOISE/timerlat_period_us
	put "$(scaled 100000 1000000)" $OSNOISE/runtime_us
}

# What was allocated since the start and lost. An object must be 5 s old to be thought lost, and
# a second scan finds what the first one still saw in a register or on a stack.
find_leaks()
{
	[ -e $KMEMLEAK ] || return 0
	for _ in 1 2; do
		sleep 6
		echo scan >$KMEMLEAK
	done
	cat $KMEMLEAK >/tmp/leaks
	[ ! -s /tmp/leaks ] || { cat /tmp/leaks; fail 'the kernel lost memory'; }
}

stress_end()
{
	rm -f $GO_ON
	wait
	put nop "$TRACING/current_tracer"
	put DEFAULTS $OSNOISE/options
	put 1000000 $OSNOISE/runtime_us
	find_leaks
}

# in_background COMMAND...: over and over, until the end. That it fails is part of the stress.
in_background()
{
	while [ -e $GO_ON ]; do
		"$@" >/dev/null 2>&1
		usleep 50000
	done &
}

# runs NAME: a thread of the kernel, or a program; prints its pid. By the shell alone: a program
# takes the debug kernel some tenths of a second to start.
runs()
{
	for comm in /proc/[0-9]*/comm; do
		read -r name <"$comm" && [ "$name" = "$1" ] || continue
		comm=${comm#/proc/}
		echo "${comm%%/*}"
		return
	done 2>/dev/null
	return 1
}

# await NAME [PID]: as runs, as soon as it does so, with another pid than that; fails after some
# seconds
await()
{
	tries=0
	until pid=$(runs "$1") && [ "$pid" != "${2-}" ]; do
		tries=$((tries + 1))
		[ $tries -lt 500 ] || return 1
		usleep 10000
	done
	echo "$pid"
}

# start_reader CPU [READS]: in the background; what it says at the end goes to a file
start_reader()
{
	reader "$1" "${2:-0}" 0 >"/tmp/reader.$1" 2>&1 &
	echo $! >"/tmp/reader.$1.pid"
}

# end_reader CPU: it has found no fault
end_reader()
{
	pid=$(cat "/tmp/reader.$1.pid")
	kill -TERM "$pid"
	wait "$pid" || { cat "/tmp/reader.$1"; fail "the reader of CPU $1 failed"; }
}

# of_reader CPU opens|reads|killed
of_reader()
{
	sed -n "s/.*$2 \([0-9]*\).*/\1/p" "/tmp/reader.$1"
}

# hist_count CPU: of the IRQ latencies of its kernel thread
hist_count()
{
	awk '/^irq/ { print $3 }' "$OSNOISE/per_cpu/cpu$1/timerlat_hist"
}

# goes_on CPU: its kernel thread measures
goes_on()
{
	before=$(hist_count "$1")
	sleep 1
	[ "$(hist_count "$1")" -gt "$before" ] || fail "timerlat/$1 does not measure: $before"
}
