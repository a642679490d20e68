#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt
# cpus: 2
# mode: virtual
# modules: latency_tracker latency_tracker_wakeup latency_tracker_offcpu latency_tracker_sleep
# timeout: 300
#
# Two runs at once: those that can share the machine do, and the first to end takes nothing from the
# second; of those that cannot, the second names the first and has changed nothing.

. /tests/lib/common.sh

loaded()
{
	sed -n 's/^\(latency_tracker[^ ]*\) .*/\1/p' /proc/modules | sort | tr '\n' ' '
}

# begin NAME COMMAND...: in the background; its pid is in $pid
begin()
{
	name=$1
	shift
	"$@" >/tmp/$name.out 2>&1 &
	pid=$!
}

# ended NAME PID
ended()
{
	wait "$2" || fail "$1: status $?: $(cat /tmp/$1.out)"
	! grep -qE '^rtlat.*(warning|error):' /tmp/$1.out || fail "$1: $(cat /tmp/$1.out)"
}

# refused FIRST_PID WHAT COMMAND...
refused()
{
	first_pid=$1
	what=$2
	shift 2
	status=0
	"$@" >/tmp/refused.out 2>&1 || status=$?
	[ $status -eq 1 ] || fail "$*: status $status: $(cat /tmp/refused.out)"
	says /tmp/refused.out "another rtlat is running, process $first_pid, and uses $what; wait for it or end it"
	[ "$(grep -c 'rtlat.*: .*another\|error\|cannot' /tmp/refused.out)" -eq 1 ] ||
		fail "$*: not one line: $(cat /tmp/refused.out)"
}

# shared SHORT LONG: both are whole, and all is as before
shared()
{
	begin short $1
	short=$pid
	sleep 1
	begin long $2
	long=$pid
	ended short $short
	sleep 1
	kill -0 $long || fail "$2 has ended before $1: $(cat /tmp/long.out)"
	kept=$(loaded)
	ended long $long
	[ "$(machine_state)" = "$before" ] && [ ! "$(loaded)" ] && [ ! -e /run/rtlat/journal ] ||
		fail "$1, $2: left: $(loaded) $(machine_state)"
}

grep -q debugfs /proc/mounts || mount -t debugfs none /sys/kernel/debug
before=$(machine_state)
WAKEUP='rtlat track wakeup -q -S module -T 1000000 --allow-empty'
OFFCPU='rtlat track offcpu -q -S module -T 1000000 --allow-empty'
TIMERLAT='rtlat hist -q -S timerlat-user -p 10000'

shared 'rtlat sleep -d 2s' 'rtlat sleep -d 12s'
[ "$kept" = 'latency_tracker_sleep ' ] || fail "the module was taken from under the second: $kept"
grep -q '[0-9]' /tmp/long.out || fail "the second sleep has no profile: $(cat /tmp/long.out)"

shared "$WAKEUP -d 2s" "$OFFCPU -d 12s"
[ "$kept" = 'latency_tracker latency_tracker_offcpu ' ] ||
	fail "after the first of two trackers: $kept"

shared "$TIMERLAT -d 2s" "$WAKEUP -d 12s"
shared 'rtlat track wakeup -q -S events -d 2s' 'rtlat track wakeup -q -S hist -d 12s'
shared 'rtlat sleep -d 2s' "$TIMERLAT -d 12s"

begin first $WAKEUP -d 5s
sleep 2
refused $pid 'the module latency_tracker_wakeup' $WAKEUP -d 1s
ended first $pid
begin first rtlat sleep -d 5s --min 1000
sleep 2
refused $pid 'the module latency_tracker_sleep' rtlat sleep -d 1s --min 2000
ended first $pid
begin first $TIMERLAT -d 5s
sleep 2
refused $pid 'the timerlat and osnoise tracers' $TIMERLAT -d 1s
refused $pid 'the timerlat and osnoise tracers' rtlat osnoise hist -q -d 1s -S osnoise
ended first $pid
[ "$(machine_state)" = "$before" ] && [ ! "$(loaded)" ] || fail "left: $(loaded) $(machine_state)"

# The second of two is killed: what both have noted is the first one's to unload.
begin first rtlat sleep -d 6s
first=$pid
sleep 1
begin second rtlat sleep -d 60s
sleep 1
kill -9 $pid
rtlat restore >/tmp/out 2>&1
[ "$(loaded)" = 'latency_tracker_sleep ' ] || fail "restore has unloaded what a living run needs: $(loaded)"
ended first $first
[ ! "$(loaded)" ] || fail "left: $(loaded)"
