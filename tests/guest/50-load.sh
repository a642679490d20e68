#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt
# cpus: 2
# mode: deterministic
# timeout: 1200
#
# The shortest periods for a minute: nothing is lost, and memory does not grow.

. /tests/common

resident()
{
	awk '/^VmRSS:/ { print $2 }' "/proc/$1/status"
}

check_load()
{
	rtlat hist -q -d 60s "$@" -o csv:$CSV -o text >/tmp/result.txt 2>/tmp/result.err &
	pid=$!
	sleep 10
	early=$(resident $pid)
	sleep 48
	late=$(resident $pid)
	wait $pid || fail "$*: exit status $?"
	echo "$*: count $(field all thread count) missed $(field all thread missed)" \
		"lost $(field all thread lost), resident $early kB after 10 s, $late kB after 58 s"
	holds "$(field all thread lost) == 0"
	holds "$early == $late"
}

check_load -k -p 100
holds "$(field all thread count) + $(field all thread missed) >= 1199900"
check_load -u -p 100
holds "$(field all thread count) + $(field all thread missed) >= 1199900"
check_load -S clock -p 50
holds "$(field all thread count) + $(field all thread missed) >= 2399800"
