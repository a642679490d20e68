#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt rtlat-6.12-rt rtlat-7.3-rt
# check: rtlat-6.12-rt
# cpus: 2
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 400
#
# An activation of the warm-up that gets late after its end makes the kernel stop tracing, and does
# not count: the run goes on, and what comes later is measured, and stops it.

. /tests/lib/common.sh

JSON=/tmp/result.json

# begin DELAY OPTION...: a run of 3 s after 1 s of warm-up; a hog for 0.3 s after so long
begin()
{
	delay=$1
	shift
	rtlat hist -q -c 1 --warm-up 1 -T 2000 -o csv:$CSV -o json:$JSON "$@" \
		>/tmp/result.txt 2>/tmp/result.err &
	pid=$!
	sleep "$delay"
	hog 1 97 300 1000 1
}

# across OPTION...: sets delay to when the hog keeps the CPU across the end of the warm-up
across()
{
	for delay in 0.7 0.8 0.9 1.0 1.1 1.2; do
		status=0
		begin $delay "$@" -d 3s
		wait $pid || status=$?
		echo "$*: after $delay s: status $status, missed $(field 1 thread missed)," \
			"lost $(field 1 thread lost), max $(field 1 thread max_ns)"
		[ $status -eq 0 ] || continue
		# In the emulator CPU 0 may hold this one up for 0.1 s.
		holds "$(field 1 thread missed) <= 400"
		[ "$(field 1 thread missed)" -gt 20 ] || continue
		return 0
	done
	fail "$*: no hog was there when the warm-up ended"
}

# goes_on LOST OPTION...: everything after it is accounted for, and no more than so much is lost
goes_on()
{
	lost_max=$1
	shift
	across "$@"
	says $JSON '^"exceeded":null,$'
	lost=$(field 1 thread lost)
	near "$(field 1 thread count) + $(field 1 thread missed) + $lost" 3000 5
	holds "$lost <= $lost_max && $(field 1 thread max_ns) < 2000000"
	says /tmp/result.err 'tracing was turned off by what is not of this run'
	stops_later "$@"
}

# A latency that counts, a second later, stops the run, and is the last one of the trace. It is that of
# the 5 ms, which CPU 0 may make 0.1 s longer, and not of the 0.3 s before.
stops_later()
{
	status=0
	begin "$delay" "$@" -d 60s -t=/tmp/trace.txt
	hog 1 97 5 1000 1
	wait $pid || status=$?
	[ $status -eq 2 ] || fail "$*: not stopped by what came later: status $status"
	latency=$(sed -n 's/^"exceeded":.*"latency_ns":\([0-9]*\),"limit.*/\1/p' $JSON)
	echo "$*: later $latency ns"
	holds "$latency >= 2000000 && $latency <= 106000000"
	grep -o 'timer_latency *[0-9]* ns' /tmp/trace.txt | tail -n 1 | grep -q " $latency ns" ||
		fail "$*: the trace does not end with it: $(tail -n 3 /tmp/trace.txt)"
}

goes_on 600 -S timerlat-kernel
goes_on 600 -S timerlat-user
if has_records; then
	goes_on 0 -S record -t=/tmp/unused.txt
fi
