#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 rtlat-6.12-rt-debug
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# append: kmemleak=on
# add: build/tests/tools:/usr/local/bin
# timeout: 600
#
# current_tracer is changed again and again, with kernel threads and without, while timerlat_fd,
# the trace and the histograms are read: each change is taken and nothing is left of the tracer
# before.

. /tests/lib/common.sh
. /tests/lib/stress.sh

switches=$(scaled 500 50)

# switch TRACER
switch()
{
	put "$1" "$TRACING/current_tracer"
	same_as "$1" "$TRACING/current_tracer"
	switched=$((switched + 1))
}

stress_start
# Of a full one the debug kernel makes text for a minute.
put 64 "$TRACING/buffer_size_kb"
start_reader 0
start_reader 1 3
in_background cat "$TRACING/trace"
in_background cat $OSNOISE/per_cpu/cpu0/timerlat_hist $OSNOISE/per_cpu/cpu1/timerlat_hist

switched=0
while [ $switched -lt "$switches" ]; do
	for option in OSNOISE_WORKLOAD NO_OSNOISE_WORKLOAD; do
		put $option $OSNOISE/options
		for tracer in timerlat osnoise timerlat nop osnoise nop timerlat; do
			switch $tracer
			usleep 20000
		done
		# Here readers find the tracer for some time.
		sleep 0.3
		switch nop
	done
done
for thread in timerlat/0 timerlat/1 osnoise/0 osnoise/1; do
	! runs $thread || fail "$thread is left"
done
put timerlat "$TRACING/current_tracer"
sleep 1
end_reader 0
end_reader 1
cat /tmp/reader.0 /tmp/reader.1
for cpu in 0 1; do
	[ "$(of_reader $cpu opens)" -ge 2 ] || fail "the reader of CPU $cpu never got its file again"
	[ "$(of_reader $cpu reads)" -ge 1 ] || fail "the reader of CPU $cpu has read nothing"
done
stress_end
put 1408 "$TRACING/buffer_size_kb"
