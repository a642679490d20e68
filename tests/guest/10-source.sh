#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 rtlat-6.12-rt rtlat-6.1
# cpus: 2
# mode: single
# timeout: 120
#
# The default takes the best source that the kernel has, and says why; a source that is asked for
# and lacking is a skip, never another one.

. /tests/common

expect_source()
{
	measure 0 -d 2s
	says /tmp/result.err "source $1:"
	says /tmp/result.txt "# Source: $1 ("
	holds "$(field all thread count) > 1000"
}

expect_lacking()
{
	measure 77 -d 2s "$@"
	says /tmp/result.err 'no timerlat-'
	[ ! -e $CSV ] || fail 'a run that was skipped left a result'
}

if has_records; then
	expect_source record
	measure 0 -d 1s -S timerlat
	says /tmp/result.txt '# Source: timerlat-user'
	measure 0 -d 1s -k
	says /tmp/result.txt '# Source: kernel-histogram'
	measure 0 -d 1s -S timerlat -k
	says /tmp/result.txt '# Source: timerlat-kernel'
elif has_timerlat_fd; then
	expect_source timerlat-user
	measure 0 -d 1s -k
	says /tmp/result.txt '# Source: timerlat-kernel'
elif has_timerlat; then
	expect_source timerlat-kernel
	says /tmp/result.err 'no timerlat_fd'
	rm $CSV
	expect_lacking -u
else
	expect_source clock
	says /tmp/result.err 'built without the timerlat tracer'
	rm $CSV
	expect_lacking -u
	expect_lacking -k
	expect_lacking -S timerlat
fi
measure 0 -d 1s -S clock
says /tmp/result.txt '# Source: clock'
rtlat check >/tmp/check.txt || fail 'rtlat check failed'
says /tmp/check.txt 'used by -S auto'
