#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: stock-6.12-rt rtlat-6.12-rt
# check: rtlat-6.12-rt
# cpus: 1
# mode: virtual
# acpi: tests/acpi/idle.asl
# timeout: 120
#
# With --deepest-idle-state the CPU enters no state that is deeper while the run lasts, and what was
# disabled before it is what is disabled after it.

. /tests/lib/common.sh

IDLE=/sys/devices/system/cpu/cpu0/cpuidle

# all NAME: that of each state, the shallowest first
all()
{
	cat $IDLE/state*/"$1" | tr '\n' ' '
}

# The last that a run does before it measures is to start its thread.
await_thread()
{
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		! ps | grep -q '[[]timerlat/0[]]' || return 0
		sleep 0.2
	done
	fail "no thread: $(cat /tmp/result.txt)"
}

# limited PATTERN OPTION...: which states are disabled in a run, and which are entered, meanwhile
limited()
{
	expected=$1
	shift
	before=$(all disable)
	rtlat hist -q -k -d 3s "$@" >/tmp/result.txt 2>&1 &
	await_thread
	disabled=$(all disable)
	first=$(all usage)
	sleep 0.5
	entered=$(echo "$first $(all usage)" | awk '{ print ($4 > $1), ($5 > $2), ($6 > $3) }')
	kill -0 $! || fail "$*: it has ended: $(cat /tmp/result.txt)"
	wait $! || fail "$*: $(cat /tmp/result.txt)"
	echo "$*: disabled $disabled entered $entered"
	# shellcheck disable=SC2254 # it is a pattern
	case "$disabled/ $entered" in
	$expected) ;;
	*) fail "$*: want $expected" ;;
	esac
	[ "$(all disable)" = "$before" ] || fail "$*: disabled afterwards: $(all disable)"
}

[ "$(all name)" = 'POLL C1 C2 ' ] || fail "the states of the CPU are $(all name)"
limited '0 0 0 / ? ? 1'
limited '0 0 0 / ? ? 1' --deepest-idle-state 2
limited '0 0 1 / ? 1 0' --deepest-idle-state 1
limited '0 1 1 / 1 0 0' --deepest-idle-state 0
# One that somebody else has disabled stays so.
echo 1 >$IDLE/state1/disable
limited '0 1 1 / 1 0 0' --deepest-idle-state 1
limited '0 1 0 / ? 0 1' --deepest-idle-state 2
