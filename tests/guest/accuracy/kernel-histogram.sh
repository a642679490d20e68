#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt
# check: rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# modules: rtlat
# timeout: 400
# add: /usr/bin/script
#
# The kernel's own histograms of its threads: they say what its trace says, begin when the run
# does, and nothing else is collected. What they can not do is done from the trace.

. /tests/lib/common.sh

HIST=$TRACING/osnoise/per_cpu/cpu0/timerlat_hist

# duration: of the last result with -o json:/tmp/result.json, in ms
duration()
{
	echo $(($(jsonget /tmp/result.json duration_ns) / 1000000))
}

# accounted: every period of the last result is a sample or missed
accounted()
{
	near "$(field 0 thread count) + $(field 0 thread missed)" "$(duration)" 5
}

# Does it agree with timerlat-kernel?
values()
{
	for context in irq thread; do
		echo "$(field 0 $context min_ns) $(field 0 $context avg_ns)"
	done | tr '\n' ' '
}

# Right after booting timers are as coarse as the tick.
sleep 2
measure 0 -d 10s -k --worst 3
says /tmp/result.err 'measuring with kernel-histogram: IRQ and thread latency, with causes'
ours=$(values)
echo "kernel-histogram: count $(field 0 thread count) irq and thread min avg: $ours"
holds "$(field 0 thread count) >= 9990 && $(field 0 thread count) <= 10010"
holds "$(field 0 irq count) == $(field 0 thread count)"
holds "$(field 0 thread missed) == 0"
holds "$(field 0 thread lost) == 0"
says /tmp/result.txt 'expiry .* culprit$'

if has_timerlat; then
	measure 0 -d 10s -S timerlat-kernel
	theirs=$(values)
	echo "timerlat-kernel: $theirs"
	# shellcheck disable=SC2086 # eight numbers
	set -- $ours $theirs
	while [ $# -gt 4 ]; do
		near "$1" "$5" 1000
		shift
	done
fi

# The threads measure although their instance's tracing is off: there is nothing else to read. Those
# of the module have no instance.
rtlat hist -q -k -d 4s -b 1 -E 2048 -o csv:$CSV -o json:/tmp/result.json >/dev/null 2>&1 &
pid=$!
sleep 2
if [ -e "$HIST" ]; then
	instance=$(echo "$TRACING"/instances/rtlat-*)
	[ "$(cat "$instance/tracing_on")" = 0 ] || fail 'tracing is on'
	grep -q '^entries: 0$' "$instance/per_cpu/cpu0/stats" || fail 'there are trace entries'
	grep -q '^geometry linear_ns 1000 entries 2048$' "$HIST" || fail "$(grep geometry "$HIST")"
fi
wait $pid || fail "exit status $?"
accounted
cat "$HIST" 2>/dev/null && fail 'there are histograms after the run'

# Of the linear histogram, too, nothing is left out.
rtlat hist -k -d 2s -b 1 -E 10 --worst 0 >/tmp/linear.txt 2>&1 || fail "exit status $?"
awk '$1 ~ /^[0-9]+$/ || $1 == "over:" { irq += $2; thread += $3 }
	$1 == "count:" { exit !(irq == $2 && thread == $3 && irq > 1990) }' /tmp/linear.txt ||
	fail "it does not add up: $(cat /tmp/linear.txt)"

measure 0 -d 3s --warm-up 2 -k -o json:/tmp/result.json
echo "after a warm-up of 2 s: count $(field 0 thread count) of $(duration) periods"
holds "$(field 0 thread count) <= 3010"
accounted

export TERM=linux
(sleep 5; printf r; sleep 3; printf q) |
	script -q -c "rtlat top -k -o csv:$CSV -o json:/tmp/result.json" /tmp/screen >/dev/null ||
	fail 'rtlat top failed'
echo "3 s after a reset: count $(field 0 thread count) of $(duration) periods"
holds "$(duration) >= 2500 && $(duration) < 4500"
accounted

for option in '-E 2049' '--worst 17'; do
	# shellcheck disable=SC2086 # an option and its value
	measure 77 -d 1s -S kernel-histogram $option
	says /tmp/result.err 'at most'
	has_timerlat || continue
	# shellcheck disable=SC2086
	measure 0 -d 1s -k -D $option
	says /tmp/result.err 'source timerlat-kernel: no kernel-histogram: .* at most'
done

# Somebody else clears the histograms, or does away with them: that is no measurement. Those of the
# module are a file's own.
if [ -e "$HIST" ]; then
	(sleep 3; echo >"$HIST") &
	measure 1 -d 10s -k
	says /tmp/result.err 'CPU 0 lost its histograms'
	wait
	(sleep 3; echo nop >"$(echo "$TRACING"/instances/rtlat-*)/current_tracer") &
	measure 1 -d 10s -k
	says /tmp/result.err 'CPU 0 lost its histograms'
	wait
fi

rtlat hist -q -k -p 100 -d 40s -o csv:$CSV >/dev/null 2>&1 &
pid=$!
sleep 10
early=$(awk '/^VmRSS:/ { print $2 }' /proc/$pid/status)
sleep 28
late=$(awk '/^VmRSS:/ { print $2 }' /proc/$pid/status)
wait $pid || fail "exit status $?"
echo "resident: $early kB after 10 s, $late kB after 38 s"
# The text that is read may have grown by a page.
holds "$late <= $early + 16"
holds "$(field 0 thread count) + $(field 0 thread missed) >= 399990"
