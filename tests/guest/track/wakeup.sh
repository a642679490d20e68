#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# A task with a higher priority keeps the CPU for 3 ms from a task that it wakes: both ways to track
# wakeups without a module say so.

. /tests/lib/common.sh
. /tests/lib/alerting.sh
. /tests/lib/tracking.sh

TIMES=5

# Who waited for how long, and behind whom: as planted, to 2 %.
finds_planted()
{
	start wakeup -d 4s -T 2000 "$@"
	slow wakeup $TIMES 3000 >$PLANTED
	finish
	choose_delays victim
	delays_as_planted $TIMES
	[ "$(member kernel_priority | sort -nu | tr '\n' ' ')" = '9 49 ' ] ||
		fail "priorities: $(member kernel_priority)"
	[ "$(grep -c '"other":{[^}]*"comm":"ahead"' $CHOSEN)" = $TIMES ] ||
		fail 'who ran ahead is not named'
}

await_clock
finds_planted -S events
# In all that the task waited, nobody else ran.
for other in $(member other_ns); do
	holds "$other > 2900000 && $other < 3200000"
done
finds_planted -S events --comm victim
[ "$(total_count)" -le $((2 * TIMES)) ] || fail 'a filter lets others pass'
finds_planted -S events --rt
finds_planted -S hist

# The lines for a shell have the kernel count by itself.
rtlat track wakeup --show-commands -d 2s >/tmp/commands
sh /tmp/commands >/tmp/counted 2>/tmp/counted.err &
shell=$!
for _ in $(seq 100); do
	sleep 0.01
done
wait $shell || { cat /tmp/counted.err; fail 'the lines for a shell do not work'; }
[ ! -s /tmp/counted.err ] || { cat /tmp/counted.err; fail 'the lines for a shell complain'; }
for percentile in 50 90; do
	counted=$(counted_percentile /tmp/counted $percentile)
	echo "percentile $percentile: $counted ns"
	holds "$counted > 500 && $counted < 1000000"
done
