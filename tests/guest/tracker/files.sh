#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# modules: latency_tracker latency_tracker_syscalls
# timeout: 600
#
# What is written to a tracker's parameters is either taken or refused; filters and thresholds hold;
# each reader has all alerts, or is told how many it lost; the histogram is cleared by a write.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

# takes PARAMETER VALUE [SHOWN]
takes()
{
	echo "$2" >"$PARAMETERS/$1" || fail "$1: '$2' is refused"
	[ "$(cat "$PARAMETERS/$1")" = "${3-$2}" ] || fail "$1: shows $(cat "$PARAMETERS/$1")"
}

refuses()
{
	before=$(cat "$PARAMETERS/$1")
	! echo "$2" 2>/dev/null >"$PARAMETERS/$1" || fail "$1: '$2' is taken"
	[ "$(cat "$PARAMETERS/$1")" = "$before" ] || fail "$1: '$2' has changed it"
}

# hears PATTERN: how many alerts have it, of five reads of 5 ms
hears()
{
	listen 1
	slow read 5 5000 >$PLANTED
	heard
	grep "$1" $ALERTS | cut -f 2-12 >&2
	grep -c "$1" $ALERTS
}

parameters()
{
	takes usec_threshold 4398046511
	for text in 4398046512 -1 1x '' 0.5; do
		refuses usec_threshold "$text"
		refuses usec_timeout "$text"
	done
	takes usec_threshold 0
	for parameter in pid prio_max; do
		takes $parameter 98
		for text in -1 x '' 99999999; do
			refuses $parameter "$text"
		done
	done
	takes pid 0
	takes prio_max 139
	refuses prio_max 140
	takes rt_only 1 Y
	takes rt_only N
	refuses rt_only x
	takes cpus 0
	takes cpus ''
	for text in x 5-1 999999 8191; do
		refuses cpus "$text"
	done
	takes comm 123456789012345
	refuses comm 1234567890123456
	takes comm ''
}

filters()
{
	takes usec_threshold 4000
	takes comm victim
	holds "$(hears 'comm=victim') >= 10 && $(hears 'comm=feeder') == 0"
	takes comm ''
	holds "$(hears 'comm=feeder') >= 5"
	takes prio_max 10
	# Others may have begun to wait before that, for which it does not hold.
	holds "$(hears 'comm=victim') == 0"
	takes prio_max 139
	takes rt_only Y
	holds "$(hears 'prio=49') >= 10 && $(hears 'prio=120') == 0"
	takes rt_only N
	takes pid 4000000
	holds "$(hears 'comm=victim') == 0"
	takes pid 0
	takes usec_threshold 50000
	holds "$(hears 'comm=victim') == 0"
}

# One that does not read until there were more than are kept.
lost()
{
	takes usec_threshold 0
	mkfifo /tmp/go
	(
		exec 3<"$TRACKER/alerts"
		read -r _ </tmp/go
		dd bs=688 count=1 <&3 2>/dev/null | od -An -t u8 -j 32 -N 8 | tr -d ' ' >/tmp/first
	) &
	sleep 0.2
	before=$(count_of alerts)
	dd if=/dev/zero of=/dev/null bs=1 count=2000 2>/dev/null
	echo >/tmp/go
	wait
	alerts=$(($(count_of alerts) - before))
	echo "lost $(cat /tmp/first) of $alerts"
	holds "$alerts > 2000 && $(cat /tmp/first) > 1000 && $(cat /tmp/first) < $alerts"
	holds "$(count_of lost) >= $(cat /tmp/first)"
}

# A reader with less room than a record has gets the beginning of one; there is a least size.
short_read()
{
	takes usec_threshold 0
	dd bs=200 count=1 <"$TRACKER/alerts" >/tmp/short 2>/dev/null
	holds "$(wc -c </tmp/short) == 200 && $(od -An -t u4 -N 4 /tmp/short) == 200"
	! dd bs=167 count=1 <"$TRACKER/alerts" >/dev/null 2>&1 || fail 'a reader without room gets something'
}

both_read()
{
	takes usec_threshold 4000
	takes comm victim
	alerts "$TRACKER/alerts" 2 >/tmp/other &
	other=$!
	listen 1
	slow read 5 5000 >$PLANTED
	heard
	wait $other || fail 'the other reader failed'
	grep -v ready /tmp/other | sort >/tmp/one
	grep -v ready $ALERTS | sort >/tmp/two
	holds "$(wc -l </tmp/one) >= 10"
	cmp /tmp/one /tmp/two || fail 'two readers have read different things'
}

cleared()
{
	windows "$TRACKER/histogram" >/tmp/windows || fail 'the histogram is wrong'
	cat /tmp/windows
	holds "$(awk 'NR == 4 { print $2 }' /tmp/windows) > 1000"
	takes pid 4000000
	# What had begun before is to be over: others sleep for a second at a time.
	sleep 3
	echo >"$TRACKER/clear"
	windows "$TRACKER/histogram" >/tmp/windows || fail 'the histogram is wrong'
	cat /tmp/windows
	holds "$(awk '{ sum += $2 } END { print sum }' /tmp/windows) == 0"
	takes pid 0
}

# What was in a minute is in the current one, and then only in those that are longer.
minutes()
{
	echo >"$TRACKER/clear"
	slow read 5 5000 >$PLANTED
	takes pid 4000000
	sleep 62
	windows "$TRACKER/histogram" >/tmp/windows || fail 'the histogram is wrong'
	cat /tmp/windows
	holds "$(awk 'NR == 1 { print $2 }' /tmp/windows) == 0"
	holds "$(awk 'NR == 2 { print $2 }' /tmp/windows) >= 10"
	sleep 241
	windows "$TRACKER/histogram" >/tmp/windows || fail 'the histogram is wrong'
	cat /tmp/windows
	holds "$(awk 'NR == 2 { print $2 }' /tmp/windows) == 0"
	holds "$(awk 'NR == 3 { print $2 }' /tmp/windows) >= 10"
	holds "$(awk 'NR == 4 { print $2 }' /tmp/windows) >= 10"
}

await_clock
load syscalls
[ "$(cat "$PARAMETERS/usec_threshold") $(cat "$PARAMETERS/usec_timeout")" = '1000 0' ] ||
	fail 'the thresholds are not as documented'
parameters
filters
lost
short_read
both_read
cleared
minutes
unload
