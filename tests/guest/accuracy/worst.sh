#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: stock-6.12-rt debian-6.1-rt
# check: debian-6.1-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 200
#
# With --worst a stock tracer's worst samples say what made them late, each of them; without it, or
# with --no-aa, no event is traced for that.

. /tests/lib/common.sh
. /tests/lib/delay.sh

# explained SOURCE N: the worst samples of a run with a hog, a line each, with their culprits
explained()
{
	hog 0 97 3 47 4 &
	rtlat hist -c 0 -d 3s -S "$1" --worst "$2" >/tmp/result.txt 2>&1 || fail "$(cat /tmp/result.txt)"
	wait
	sed -n '/^worst samples:$/,$p' /tmp/result.txt | grep '^ *0 '
}

# traced SOURCE EXPECTED OPTION...: 1 or 0 for each osnoise event, while the run is on
traced()
{
	source=$1
	expected=$2
	shift 2
	rtlat hist -q -c 0 -d 60s -S $source "$@" >/tmp/result.txt 2>&1 &
	pid=$!
	sleep 2
	found=$(cat "$TRACING"/instances/rtlat-$pid/events/osnoise/thread_noise/enable \
		"$TRACING"/instances/rtlat-$pid/events/osnoise/irq_noise/enable | tr -d '\n')
	kill -TERM $pid
	wait $pid || fail "$source $*: exit status $?"
	[ "$found" = "$expected" ] || fail "$source $*: events $found, not $expected"
}

await_clock
for source in timerlat-user timerlat-kernel; do
	[ $source != timerlat-user ] || has_timerlat_fd || continue
	for worst in 1 10; do
		explained $source $worst >/tmp/worst
		cat /tmp/worst
		[ "$(wc -l </tmp/worst)" -eq $worst ] || fail "$source: not $worst samples"
		# "+1": something small besides, such as the tick.
		if grep -v ' thread hog:[0-9]* \(+[0-9]* \)\?[0-9.]*us [0-9]*%$' /tmp/worst; then
			fail "$source: that was not the hog"
		fi
	done
	traced $source 11 --worst 10
	traced $source 00
	traced $source 00 --worst 0
	traced $source 00 --worst 10 --no-aa
	if grep -q culprit /tmp/result.txt; then
		fail "$source: a culprit in spite of --no-aa"
	fi
done
