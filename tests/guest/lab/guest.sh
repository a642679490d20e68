#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The guest is what the other tests take it for.
#
# cpus: 2

fail()
{
	echo "$1"
	exit 1
}

[ "$(nproc)" = 2 ] || fail "want 2 CPUs, have $(nproc)"
[ -e /sys/kernel/tracing/current_tracer ] || fail 'no tracefs'
[ "$(cat /sys/class/net/lo/flags)" = 0x9 ] || fail 'lo is not up'
echo text >/dev/shm/file || fail 'no /dev/shm'
