#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# timeout: 200
#
# A collector that is stopped for longer than the trace buffer lasts loses samples: they are
# counted, and the result is marked incomplete.

. /tests/lib/common.sh

# hold_up OPTION...: a run of 4 s, of which its collector sleeps 2
hold_up()
{
	# shellcheck disable=SC2086 # words of their own
	rtlat $COMMAND -q -d 4s --trace-buffer-size 16 "$@" -o csv:$CSV -o text >/tmp/result.txt &
	pid=$!
	sleep 1
	kill -STOP $pid
	sleep 2
	kill -CONT $pid
	wait $pid || fail "exit status $?"
	says /tmp/result.txt 'INCOMPLETE: samples were lost'
	[ "$(field all $CONTEXT state)" = incomplete ] || fail 'the total does not say incomplete'
	count=$(field 0 $CONTEXT count)
	lost=$(field 0 $CONTEXT lost)
	missed=$(field 0 $CONTEXT missed)
	echo "$CONTEXT: count $count lost $lost missed $missed"
}

hold_up -S timerlat-kernel
holds "$lost > 500"
near "$count + $lost + $missed" 4000 5

# At each tick at least one noise, and who made it: 1,000 entries in 2 s, of which few fit.
of_noise hold_up -T 1
holds "$lost > 400 && $count > 400"
