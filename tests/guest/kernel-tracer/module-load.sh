#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt rtlat-6.12-rt-debug debian-6.12-rt-arm64
# check: debian-6.1-rt debian-7.3-rt
# cpus: 2
# mode: single
# append: kmemleak=on
# modules: rtlat
# timeout: 3600
#
# The module comes and goes while its readers and threads are killed, a CPU goes offline and comes
# back, and the machine is busy: it can always be unloaded, and the kernel says nothing. RTLAT_WHOLE=1:
# 500 times.

. /tests/lib/common.sh
. /tests/lib/stress.sh

cycles=$(scaled 12 3)
[ -z "${RTLAT_WHOLE-}" ] || cycles=500
USERS=/sys/module/rtlat/refcnt
CPU1=/sys/devices/system/cpu/cpu1/online

load()
{
	while :; do
		dd if=/dev/zero of=/tmp/load bs=4096 count=64 2>/dev/null | cat
		cat /proc/interrupts >/dev/null
	done
}

# measures SOURCE CPUS: until it is killed; by the module
measures()
{
	users=$(cat $USERS)
	rtlat hist -q -d 1h -D -p 1000 -S "$1" -c "$2" >/dev/null 2>"/tmp/$1.err" &
	pids="$pids $!"
	until [ "$(cat $USERS)" -gt "$users" ]; do
		kill -0 $! || fail "cycle $i: $(cat "/tmp/$1.err")"
		sleep 0.05
	done
}

# One source on both CPUs, or both, each on one.
cycle()
{
	pids=
	modprobe rtlat || fail "cycle $i: not loaded"
	case $((i % 3)) in
	0) measures record 0,1 ;;
	1) measures kernel-histogram 0,1 ;;
	2) measures record 0 && measures kernel-histogram 1 ;;
	esac
	if [ $((i % 2)) -eq 0 ]; then
		echo 0 >$CPU1
		echo 1 >$CPU1
	fi
	# shellcheck disable=SC2086 # process IDs
	kill -9 $pids
	for pid in $pids; do
		wait "$pid"
	done
	for _ in $(seq 200); do
		rmmod rtlat 2>/dev/null && return
		sleep 0.05
	done
	fail "cycle $i: not unloaded: $(grep rtlat /proc/modules)"
}

# A kernel with a tracer of its own would take that.
! has_records || mount -t tmpfs none "$TRACING" || fail 'cannot hide the tracer'
load 2>/dev/null &
loader=$!
trap 'kill $loader' EXIT
[ ! -e "$KMEMLEAK" ] || echo clear >"$KMEMLEAK"
i=0
while [ $i -lt "$cycles" ]; do
	cycle
	i=$((i + 1))
done
echo "$cycles cycles"
kill $loader
find_leaks
rtlat restore >/dev/null 2>&1
