#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt stock-6.12-rt rtlat-6.12-rt
# check: debian-6.1-rt rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 300
#
# A limit that is reached just before something else ends the run: nobody has looked into the trace
# by then. It is in the result, its actions were done, once, and the run ended with it.

. /tests/lib/common.sh

JSON=/tmp/result.json
TRACE=/tmp/trace.txt

# interrupted STATUS OPTION...: a run in which nothing is late until a hog comes, and with it the signal
interrupted()
{
	expected=$1
	shift
	rm -f $TRACE /tmp/acted
	status=0
	rtlat hist -q -c 0 -d 60s -T 2000 -o csv:$CSV -o json:$JSON -t=$TRACE \
		--on-threshold 'shell,command=echo $RTLAT_LATENCY_NS >>/tmp/acted' "$@" \
		>/tmp/result.txt 2>/tmp/result.err &
	pid=$!
	sleep 2
	hog 0 97 5 1000 1 &
	hog=$!
	sleep 0.03
	kill -TERM $pid
	wait $pid || status=$?
	kill $hog
	wait
	[ $status -eq "$expected" ] || fail "$*: status $status: $(cat /tmp/result.err)"
}

# by_then: what the result has is what the actions were told of
by_then()
{
	latency=$(sed -n 's/^"exceeded":.*"latency_ns":\([0-9]*\),"limit.*/\1/p' $JSON)
	echo "$*: $latency ns; acted: $(cat /tmp/acted 2>/dev/null)"
	holds "$latency >= 2000000"
	[ "$(cat /tmp/acted)" = "$latency" ] || fail "$*: no action, or another one"
	says $TRACE "timer_latency *$latency ns"
	# Else somebody has looked in between.
	grep -q '^"stop":"signal SIGTERM",$' $JSON || return 0
	found=$((found + 1))
	all_periods 0
	# The hog's time, but not what came after it.
	holds "$(field 0 thread missed) <= 6"
}

for source in timerlat-user timerlat-kernel; do
	[ $source != timerlat-user ] || has_timerlat_fd || continue
	found=0
	for _ in 1 2 3 4 5 6; do
		interrupted 2 -S $source
		by_then $source
	done
	[ $found -ge 2 ] || fail "$source: somebody always looked in between"
done
# In a run that goes on no limit ends it or fails it, but the actions are the same.
interrupted 0 -k --on-threshold continue
says $JSON '^"stop":"signal SIGTERM",$'
holds "$(wc -l </tmp/acted) >= 1"
