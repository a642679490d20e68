#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt
# cpus: 2
# mode: deterministic
# timeout: 1200
#
# The shortest periods for a minute (in the short form, for 12 s): nothing is lost, and memory does
# not grow.

. /tests/lib/common.sh

resident()
{
	awk '/^VmRSS:/ { print $2 }' "/proc/$1/status"
}

check_load()
{
	rtlat hist -q -d "${duration}s" "$@" -o csv:$CSV -o text >/tmp/result.txt 2>/tmp/result.err &
	pid=$!
	sleep "$early_at"
	early=$(resident $pid)
	sleep $((duration - early_at - 2))
	late=$(resident $pid)
	wait $pid || fail "$*: exit status $?"
	echo "$*: count $(field all thread count) missed $(field all thread missed)" \
		"lost $(field all thread lost), resident $early kB after $early_at s," \
		"$late kB after $((duration - 2)) s"
	holds "$(field all thread lost) == 0"
	holds "$early == $late"
}

# accounts_for PERIODS: of the last run, all CPUs, but a few
accounts_for()
{
	holds "$(field all thread count) + $(field all thread missed) >= $1 - 200"
}

duration=$(scaled 60 12)
early_at=$(scaled 10 5)
check_load -k -p 100
accounts_for $((duration * 20000))
check_load -u -p 100
accounts_for $((duration * 20000))
check_load -S clock -p 50
accounts_for $((duration * 40000))
