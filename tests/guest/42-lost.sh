#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt rtlat-6.12-rt rtlat-6.1
# cpus: 2
# mode: single
# timeout: 60
#
# A collector that is stopped for longer than the trace buffer lasts loses samples: they are
# counted, and the result is marked incomplete.

. /tests/common

# hold_up OPTION...: a run of 6 s, of which its collector sleeps 2
hold_up()
{
	# shellcheck disable=SC2086 # words of their own
	rtlat $COMMAND -q -c 1 -d 6s --trace-buffer-size 16 "$@" -o csv:$CSV -o text >/tmp/result.txt &
	pid=$!
	sleep 2
	kill -STOP $pid
	sleep 2
	kill -CONT $pid
	wait $pid || fail "exit status $?"
	says /tmp/result.txt 'INCOMPLETE: samples were lost'
	[ "$(field all $CONTEXT state)" = incomplete ] || fail 'the total does not say incomplete'
}

hold_up -S timerlat-kernel
count=$(field 1 thread count)
lost=$(field 1 thread lost)
missed=$(field 1 thread missed)
echo "count $count lost $lost missed $missed"
holds "$lost > 500"
holds "$count + $lost + $missed >= 5970 && $count + $lost + $missed <= 6100"

# Each reading of the clock is noise, as good as: some 100,000 a second.
of_noise hold_up -T 1
count=$(field 1 noise count)
lost=$(field 1 noise lost)
echo "noise: count $count lost $lost"
holds "$lost > 1000 && $count > 1000"
