#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt
# cpus: 1
# mode: virtual
# alone: yes
# timeout: 120
#
# Threads of real-time priority with a runtime of all of the period, on every CPU, where nothing
# throttles them: rtlat says that it makes the runtime shorter, and the run ends in time all the same.

. /tests/lib/common.sh

echo -1 >/proc/sys/kernel/sched_rt_runtime_us

# ends SOURCE
ends()
{
	begin=$(cut -d . -f 1 /proc/uptime)
	now_measure 'osnoise hist' noise
	measure 0 -S "$1" -P f:50 -T 100 -d 3s
	took=$(($(cut -d . -f 1 /proc/uptime) - begin))
	echo "$1: 3 s took $took s, runtime $(noise_of 0 runtime_ns) ns"
	# It waits for the end of a period several times.
	holds "$took <= 10"
	says /tmp/result.err 'warning: the runtime is 950000 us, less than the period: '
	says $MEASURED '"runtime_ns":950000000,"threshold_ns"'
	holds "$(noise_of 0 runtime_ns) >= 1800000000"
}

ends spin
ends osnoise
# Where there is time left nothing is changed.
measure 0 -S spin -P f:50 -T 100 -r 800000 -d 1s
says $MEASURED '"runtime_ns":800000000,"threshold_ns"'
grep 'warning: the runtime' /tmp/result.err && fail 'a runtime below the period was changed'
echo 950000 >/proc/sys/kernel/sched_rt_runtime_us
measure 0 -S spin -P f:50 -T 100 -d 1s
says $MEASURED '"runtime_ns":1000000000,"threshold_ns"'
grep 'warning: the runtime' /tmp/result.err && fail 'with throttling the runtime was changed'
exit 0
