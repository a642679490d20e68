#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3 rtlat-6.12-rt-debug
# check: debian-6.1-rt debian-6.12
# cpus: 2
# mode: single
# append: kmemleak=on slub_debug=PU slab_nomerge
# modules: latency_tracker_wakeup latency_tracker_offcpu latency_tracker_block latency_tracker_syscalls latency_tracker_irq latency_tracker_net latency_tracker_sleep null_blk
# timeout: 3600
#
# The trackers come and go while all that they track happens, with alerts and timeouts, and leave
# no memory behind. RTLAT_WHOLE=1: 500 times; with another number as often as that, so that several
# guests may share them.

. /tests/lib/common.sh
. /tests/lib/stress.sh

trackers='wakeup offcpu block syscalls irq net'
modules=$(for tracker in $trackers sleep; do echo "latency_tracker_$tracker"; done)
case ${RTLAT_WHOLE-} in
'') cycles=$(scaled 20 5) ;;
1) cycles=500 ;;
*) cycles=$RTLAT_WHOLE ;;
esac
DEBUGFS=/sys/kernel/debug
DISK=/dev/nullb0
OPTIONS=/etc/modprobe.d/trackers.conf

# load: system calls, wakeups, disks and packets for as long as this runs
load()
{
	while :; do
		dd if=/dev/zero of=/tmp/load bs=4096 count=64 2>/dev/null | cat
		dd if=/dev/zero of=$DISK bs=4096 count=16 oflag=direct 2>/dev/null
		ping -c 1 -W 1 127.0.0.1 >/dev/null
		cat /proc/interrupts >/dev/null
	done
}

# count_events: which of the trackers have counted any, and how many tasks slept
count_events()
{
	for tracker in $trackers; do
		read -r _ tracked <"$DEBUGFS/latency_tracker/$tracker/counts"
		[ "$tracked" -eq 0 ] || tracking="$tracking $tracker"
	done
	# By a program: the shell reads a character at a time, and each is tracked.
	slept=$((slept + $(grep -c '^[0-9]' /proc/lattop)))
}

# is_gone NUMBER
is_gone()
{
	while read -r module _; do
		case $module in
		latency_tracker*) fail "cycle $1: $module remains" ;;
		esac
	done </proc/modules
	for file in $DEBUGFS/latency_tracker $DEBUGFS/latency_tracker_sleep /proc/lattop; do
		[ ! -e "$file" ] || fail "cycle $1: $file remains"
	done
}

# cycle NUMBER: each other one without timeouts, and each third without alerts. With as few programs
# as can be: to start one takes the debug kernel some tenths of a second.
cycle()
{
	for tracker in $trackers; do
		echo "options latency_tracker_$tracker usec_threshold=$(($1 % 3 ? 0 : 1000000))" \
			"usec_timeout=$(($1 % 2 * 50)) cpus=0-1"
	done >$OPTIONS
	echo 'options latency_tracker_sleep tasks=1024 stacks=both' >>$OPTIONS
	# shellcheck disable=SC2086 # names
	modprobe -a $modules || fail "cycle $1: not all can be loaded"
	sleep 0.2
	count_events
	# shellcheck disable=SC2086 # names
	rmmod $modules latency_tracker || fail "cycle $1: not all can be unloaded"
	is_gone "$1"
}

# unnamed_callers: who allocated what is still there, and is no more: an address without a name, as
# what had one has been unloaded. kmalloc tells as "COUNT CALLER", vmalloc as "RANGE SIZE CALLER".
unnamed_callers()
{
	sed -n 's/^ *\([0-9]*\) \(0x[0-9a-f]*\) .*/&/p' $DEBUGFS/slab/*/alloc_traces
	awk '$3 ~ /^0x/' /proc/vmallocinfo
}

percpu()
{
	sed -n 's/^Percpu: *\([0-9]*\) kB/\1/p' /proc/meminfo
}

grep -q debugfs /proc/mounts || mount -t debugfs none $DEBUGFS
modprobe null_blk nr_devices=1 gb=1 bs=512
[ -e $DISK ] || fail 'no null_blk'
ls -d $DEBUGFS/slab/*/alloc_traces >/dev/null || fail 'the kernel does not tell who allocated what'
unnamed_callers >/tmp/unnamed
ip link set lo up
mkdir -p ${OPTIONS%/*}
load &
loader=$!
trap 'kill $loader' EXIT
[ ! -e "$KMEMLEAK" ] || echo clear >"$KMEMLEAK"
tracking=
slept=0
i=0
while [ $i -lt "$cycles" ]; do
	cycle $i
	[ $i != 1 ] || before=$(percpu)
	i=$((i + 1))
done
after=$(percpu)
for tracker in $trackers; do
	case "$tracking " in
	*" $tracker "*) ;;
	*) fail "$tracker tracked nothing under load" ;;
	esac
done
[ "$slept" -gt 1 ] || fail "$slept tasks slept"

for _ in $(seq 30); do
	unnamed_callers | diff /tmp/unnamed - >/tmp/left && break
	# What RCU is to free comes in batches, seconds apart.
	sleep 1
done
[ ! -s /tmp/left ] || { cat /tmp/left; fail 'memory is lost'; }
! grep '^latency_tracker' /proc/slabinfo || fail "the events' memory remains"
# What tells about that of each CPU has pages only.
echo "memory of the CPUs: $before kB after two cycles, $after kB after $cycles"
[ $((after - before)) -lt $((cycles < 100 ? 64 : cycles / 4)) ] ||
	fail "memory of the CPUs is lost: $before kB, then $after kB"
kill $loader
find_leaks
