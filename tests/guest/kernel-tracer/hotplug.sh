#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 rtlat-6.12-rt-debug
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# append: kmemleak=on
# add: build/tests/tools:/usr/local/bin
# timeout: 600
#
# A CPU goes offline and comes back again and again while it is measured, by kernel threads, by
# readers of timerlat_fd and by osnoise: each time its workload ends and begins with it, and what
# is on the other CPU is not disturbed.

. /tests/lib/common.sh
. /tests/lib/stress.sh

CPU1=/sys/devices/system/cpu/cpu1/online
cycles=$(scaled 200 20)

# cycle CHECK_OFFLINE CHECK_ONLINE: commands that must hold then
cycle()
{
	for i in $(seq "$cycles"); do
		put 0 $CPU1
		$1 >/dev/null || fail "cycle $i, offline: not so: $1"
		put 1 $CPU1
		$2 >/dev/null || fail "cycle $i, online: not so: $2"
	done
}

runs_not()
{
	! runs "$1"
}

stress_start

put timerlat "$TRACING/current_tracer"
cycle 'runs_not timerlat/1' 'runs timerlat/1'
goes_on 0
goes_on 1
put nop "$TRACING/current_tracer"

put osnoise "$TRACING/current_tracer"
cycle 'runs_not osnoise/1' 'runs osnoise/1'
put nop "$TRACING/current_tracer"

put NO_OSNOISE_WORKLOAD $OSNOISE/options
put osnoise "$TRACING/current_tracer"
cycle true 'runs_not osnoise/1'
put nop "$TRACING/current_tracer"

put timerlat "$TRACING/current_tracer"
start_reader 0
start_reader 1
await reading/0 && await reading/1 || fail 'the readers do not come to read'
cycle true 'await reading/1'
end_reader 0
end_reader 1
cat /tmp/reader.0 /tmp/reader.1
[ "$(of_reader 0 killed)" -eq 0 ] || fail 'the reader of CPU 0 was killed'
[ "$(of_reader 0 opens)" -eq 1 ] || fail 'the reader of CPU 0 lost its file'
[ "$(of_reader 1 killed)" -ge "$cycles" ] || fail 'the reader of CPU 1 was not killed each time'
[ "$(of_reader 1 reads)" -ge 1 ] || fail 'the reader of CPU 1 has read nothing'

stress_end
