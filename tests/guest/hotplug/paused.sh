#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 2
# mode: single
# alone: yes
# timeout: 300
#
# A run that is stopped with all its processes (as by Ctrl-Z), and one during which the machine is
# suspended: their time is no latency, and the result tells of them.

. /tests/lib/common.sh

# begin OPTION...: a run on CPU 0, in a process group of its own; sets `run`; waits until it does
begin()
{
	setsid rtlat hist -q -c 0 -o "csv:$CSV" -o "json:$MEASURED" -o text "$@" >/tmp/result.txt \
		2>/tmp/result.err &
	run=$!
	until grep -q 'measuring with' /tmp/result.err; do
		sleep 0.1
	done
}

# paused PATTERN: the pause did not count as latency, and PATTERN tells of it
paused()
{
	says /tmp/result.txt "^note: $1: samples across that do not count"
	says /tmp/result.txt '^INCOMPLETE: samples across a pause do not count$'
	max=$(field 0 thread max_ns)
	back=$(field 0 return max_ns)
	grep '^note' /tmp/result.txt
	echo "thread latency up to $max ns, return latency up to $back ns"
}

# stopped OPTION...
stopped()
{
	echo "stopped: $*"
	begin -d 6s "$@"
	sleep 1
	kill -STOP "-$run" || fail 'not stopped'
	sleep 2
	kill -CONT "-$run"
	wait "$run" || fail "status $? $(cat /tmp/result.err)"
	paused 'rtlat was stopped by a signal (SIGSTOP, Ctrl-Z)'
	# A busy host may hold up the guest, but not for that long.
	holds "$max < 1e9 && $back < 1e9"
}

# suspended SOURCE...: all at once, as an emulated machine does not survive two; to memory,
# where resuming takes some tenths of a second of CLOCK_MONOTONIC
suspended()
{
	runs=
	for source; do
		CSV=/tmp/$source.csv MEASURED=/tmp/$source.json begin -d 20s -S "$source" -T 1s
		mv /tmp/result.txt "/tmp/$source.txt"
		runs="$runs $run"
	done
	sleep 1
	echo +2 >/sys/class/rtc/rtc0/wakealarm
	echo mem >/sys/power/state || fail 'the machine was not suspended'
	# shellcheck disable=SC2086 # process IDs
	wait $runs || fail "status $?"
	for source; do
		echo "suspended: -S $source"
		mv "/tmp/$source.txt" /tmp/result.txt
		CSV=/tmp/$source.csv
		paused 'the machine was suspended'
	done
}

state=$(machine_state)
stopped -S clock
stopped -S clock -T 1s
has_bpf && stopped -S bpf
has_timerlat_fd && stopped -S timerlat-user
if has_records; then
	stopped -S record
	stopped -S record -T 1s
elif has_timerlat_fd; then
	suspended bpf clock
fi
[ "$(machine_state)" = "$state" ] || fail 'the machine is not as it was'
