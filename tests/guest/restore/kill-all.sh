#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: stock-6.12-rt rtlat-6.12-rt
# check: rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# acpi: tests/acpi/idle.asl
# timeout: 600
#
# A run that changes all that can be changed, killed at a hundred moments of its life (in the short
# form, 25), the first of them before it has changed anything: each time `rtlat restore` makes the
# machine what it was.

. /tests/lib/common.sh

CGROUP=/sys/fs/cgroup

# Where a kernel leaves its cgroups to be mounted.
mount_cgroups()
{
	grep -q " $CGROUP cgroup2 " /proc/mounts && return
	mkdir -p $CGROUP
	mount -t cgroup2 none $CGROUP || skip 'no cgroup2'
}

everything()
{
	machine_state
	grep . /sys/devices/system/cpu/cpu*/cpuidle/state*/disable
	hexdump -C /dev/cpu_dma_latency
	find $CGROUP -type d
	find $TRACING/instances
}

[ -e /sys/devices/system/cpu/cpu0/cpuidle/state2 ] || fail 'the CPU has no state 2'
mount_cgroups
everything >/tmp/before
runs=$(scaled 100 25)
changed=0
limited=0
undone=0
run=0
while [ $run -lt "$runs" ]; do
	run=$((run + 1))
	case $((run % 3)) in
	0) what='hist -k -T 900000 -s 900000' ;;
	1) what='hist -u -T 900000 -s 900000' ;;
	2) what='osnoise hist -p 200000 -r 100000 -T 2 -s 900000 -S 900000' ;;
	esac
	# shellcheck disable=SC2086 # words of their own
	rtlat $what -q -t=/tmp/trace.txt -e sched:sched_switch --filter 'next_pid == 1' -C \
		--dma-latency 10 --deepest-idle-state 1 >/tmp/result.txt 2>&1 &
	pid=$!
	sleep "$(awk "BEGIN { srand($run); print rand() * $run / $runs / 2 }")"
	kill -9 $pid || fail "run $run had ended: $(cat /tmp/result.txt)"
	wait $pid
	everything >/tmp/killed
	cmp -s /tmp/before /tmp/killed || changed=$((changed + 1))
	! grep -q 'state2/disable:1$' /tmp/killed || limited=$((limited + 1))
	rtlat restore >/tmp/restore.txt 2>&1 || fail "run $run: $(cat /tmp/restore.txt)"
	[ ! -s /tmp/restore.txt ] || undone=$((undone + 1))
	everything >/tmp/after
	cmp /tmp/before /tmp/after || fail "run $run: $(diff /tmp/before /tmp/after)"
done
echo "of $runs runs $changed had changed something, $limited an idle state, restore undid $undone"
holds "$changed >= $runs / 2"
holds "$limited >= $runs / 2"
holds "$undone >= $changed"
