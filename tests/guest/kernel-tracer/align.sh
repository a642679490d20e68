#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# cpus: 2
# mode: virtual
# add: build/tests/tools/fdcheck:/usr/bin/fdcheck
# timeout: 60
#
# With TIMERLAT_ALIGN the expiries of the CPUs are timerlat_align_us apart, to the nanosecond;
# without it they are where each thread began.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

PERIOD_US=10000

# apart: by how much CPU 1 expires after CPU 0, modulo the period; both readers at the same time
apart()
{
	for cpu in 0 1; do
		fdcheck records $cpu 100 $PERIOD_US >/tmp/expiry.$cpu &
		sleep 0.$((cpu + 3))
	done
	wait
	first=$(cat /tmp/expiry.0)
	second=$(cat /tmp/expiry.1)
	case $first$second in
	'' | *[!0-9]*) fail "no expiries: $first $second" ;;
	esac
	echo $(((second - first) % (PERIOD_US * 1000)))
}

# aligned US: apart by so much; the one that starts first is the earlier
aligned()
{
	fresh
	setting timerlat_period_us $PERIOD_US
	setting timerlat_align_us "$1"
	setting options TIMERLAT_ALIGN
	user_timerlat
	got=$(apart)
	[ $(((got + PERIOD_US * 1000) % (PERIOD_US * 1000))) -eq $(($1 * 1000)) ] ||
		fail "timerlat_align_us $1: $got ns apart"
}

not_aligned()
{
	fresh
	setting timerlat_period_us $PERIOD_US
	setting timerlat_align_us 500
	user_timerlat
	got=$(apart)
	[ "$got" -ne 500000 ] && [ "$got" -ne 0 ] || fail "without TIMERLAT_ALIGN: $got ns apart"
}

aligned 500
aligned 0
aligned 3000
not_aligned
fresh
