#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12
# cpus: 2
# mode: single
# modules: latency_tracker_wakeup latency_tracker_offcpu latency_tracker_block latency_tracker_syscalls latency_tracker_irq latency_tracker_net
# timeout: 300
#
# The trackers come and go while all that they track happens, with alerts and timeouts, and leave
# no memory behind. RTLAT_WHOLE=1: 500 times.

. /tests/common

trackers='wakeup offcpu block syscalls irq net'
cycles=$(scaled 500 5)

# load: system calls, wakeups and disks for as long as this runs
load()
{
	while :; do
		dd if=/dev/zero of=/tmp/load bs=4096 count=64 conv=fsync 2>/dev/null | cat
		cat /proc/interrupts >/dev/null
	done
}

# cycle NUMBER: each other one without timeouts, and each third without alerts
cycle()
{
	threshold=$(($1 % 3 ? 0 : 1000000))
	timeout=$(($1 % 2 * 50))
	for tracker in $trackers; do
		modprobe "latency_tracker_$tracker" usec_threshold=$threshold usec_timeout=$timeout ||
			fail "cycle $1: no $tracker"
	done
	sleep 0.2
	for tracker in $trackers; do
		tracked=$(sed -n 's/^events //p' "/sys/kernel/debug/latency_tracker/$tracker/counts")
		total="$total $tracker=$tracked"
		rmmod "latency_tracker_$tracker" || fail "cycle $1: $tracker remains"
	done
	rmmod latency_tracker || fail "cycle $1: the core remains"
	grep -q '^latency_tracker' /proc/modules && fail "cycle $1: $(cat /proc/modules)"
	[ ! -d /sys/kernel/debug/latency_tracker ] || fail "cycle $1: files remain"
}

slab()
{
	awk '/^SUnreclaim:|^VmallocUsed:|^Percpu:/ { sum += $2 } END { print sum }' /proc/meminfo
}

load &
loader=$!
trap 'kill $loader' EXIT
i=0
while [ $i -lt "$cycles" ]; do
	total=
	cycle $i
	[ $i != 1 ] || before=$(slab)
	i=$((i + 1))
done
echo "last cycle:$total"
for tracker in wakeup offcpu syscalls; do
	case "$total " in
	*" $tracker=0 "*) fail "$tracker tracked nothing under load" ;;
	esac
done
after=$(slab)
echo "kernel memory: $before kB after two cycles, $after kB after $cycles"
[ $((after - before)) -lt 4096 ] || fail "memory is lost: $before kB, then $after kB"
