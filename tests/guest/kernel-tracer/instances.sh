#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# timeout: 240
#
# Several tracing instances with timerlat: one workload, and each gets every sample while its own
# tracing is on, and keeps its own maximum.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

A=$TRACING/instances/a
B=$TRACING/instances/b

# within FROM TO: those of the activations in between, of standard input, sorted
within()
{
	awk -v from="$1" -v to="$2" '$2 >= from && $2 <= to' | sort
}

# last INSTANCE: the lowest of the CPUs' last activations. Its tracing is off: what comes in faster than
# it can be read has no end.
last()
{
	samples "$1/trace" | awk '{ last[$1] = $2 }
		END {
			for (cpu in last)
				min = !min || last[cpu] < min ? last[cpu] : min
			print min + 0
		}'
}

# first INSTANCE: the highest of the CPUs' first ones
first()
{
	samples "$1/trace" | awk '!($1 in first) { first[$1] = $2 }
		END {
			for (cpu in first)
				max = first[cpu] > max ? first[cpu] : max
			print max + 0
		}'
}

begin()
{
	fresh
	mkdir "$A" "$B"
	for instance in "$A" "$B"; do
		echo 8192 >"$instance/buffer_size_kb"
	done
}

end()
{
	rmdir "$A" "$B" || fail 'cannot remove the instances'
}

# The same samples, and tracing_on of one is nothing to the other.
check_same()
{
	begin
	echo timerlat >"$A/current_tracer"
	sleep 0.3
	echo timerlat >"$B/current_tracer"
	sleep 1
	echo 0 >"$A/tracing_on"
	sleep 0.5
	echo 0 >"$B/tracing_on"
	from=$(($(first "$B") + 1))
	upto=$(($(last "$A") - 1))
	samples "$A/trace" | within $from $upto >/tmp/a
	samples "$B/trace" | within $from $upto >/tmp/b
	holds "$(wc -l </tmp/a) >= 1000"
	cmp /tmp/a /tmp/b || fail 'the instances differ'
	holds "$(last "$B") >= $upto + 100"
	[ -z "$(samples "$TRACING/trace")" ] || fail 'an instance without the tracer has samples'
	echo nop >"$A/current_tracer"
	: >"$B/trace"
	echo 1 >"$B/tracing_on"
	sleep 0.3
	echo 0 >"$B/tracing_on"
	holds "$(last "$B") > $upto"
	echo nop >"$B/current_tracer"
	running 'timerlat/.*' && fail 'kernel threads after the last instance'
	end
}

# Of the instance's own samples, in us
check_max()
{
	begin
	for instance in "$A" "$B"; do
		echo timerlat >"$instance/current_tracer"
		echo 0 >"$instance/tracing_on"
		echo 0 >"$instance/tracing_max_latency"
		: >"$instance/trace"
	done
	echo 1 >"$A/tracing_on"
	sleep 1
	echo 0 >"$A/tracing_on"
	sleep 0.1
	max=$(samples "$A/trace" | awk '$3 == "thread" && $4 > max { max = $4 } END { print max }')
	[ "$(cat "$A/tracing_max_latency")" = $((max / 1000)) ] ||
		fail "tracing_max_latency $(cat "$A/tracing_max_latency"), the trace has $max ns"
	[ "$(cat "$B/tracing_max_latency")" = 0 ] || fail 'a maximum with tracing off'
	echo nop >"$A/current_tracer"
	echo timerlat >"$A/current_tracer"
	[ "$(cat "$A/tracing_max_latency")" = 0 ] || fail 'the maximum is not begun anew'
	for instance in "$A" "$B"; do
		echo nop >"$instance/current_tracer"
	done
	end
}

# A threshold stops all that trace; who does not is left as it is.
check_stop()
{
	begin
	echo timerlat >"$A/current_tracer"
	echo timerlat >"$B/current_tracer"
	setting stop_tracing_total_us 1
	tries=20
	while [ "$(cat "$A/tracing_on" "$B/tracing_on" | tr -d '\n')" != 00 ]; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || fail 'an instance goes on'
		sleep 0.1
	done
	[ "$(cat "$TRACING/tracing_on")" = 1 ] || fail 'an instance without the tracer was stopped'
	for instance in "$A" "$B"; do
		echo nop >"$instance/current_tracer"
	done
	end
}

# There is one workload: its tracer is the one that began.
check_other_tracer()
{
	begin
	echo timerlat >"$A/current_tracer"
	echo osnoise 2>/tmp/error >"$B/current_tracer" && fail 'two tracers at once'
	says /tmp/error 'busy'
	[ "$(cat "$B/current_tracer")" = nop ] || fail 'a tracer that was refused is set'
	running timerlat/0 || fail 'the first tracer was disturbed'
	echo nop >"$A/current_tracer"
	echo osnoise >"$B/current_tracer" || fail 'osnoise is refused after timerlat'
	running osnoise/0 || fail 'no osnoise'
	echo nop >"$B/current_tracer"
	end
}

check_same
check_max
check_stop
check_other_tracer
fresh
