#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/examples/control_loop:/usr/bin/control_loop
# timeout: 120
#
# A user's own control loop on timerlat_fd: how long it works in each period is what rtlat shows as
# its return latency, beyond its thread latency.

. /tests/lib/common.sh
. /tests/lib/delay.sh

# control WORK_US: the loop in the background
control()
{
	control_loop 0 "$1" 12 >/tmp/control.txt 2>&1 &
}

await_clock
for work in 100 400; do
	control $work
	measure 0 -U -c 0 -d 4s --warm-up 1 -o json:/tmp/result.json
	wait
	[ ! -s /tmp/control.txt ] || fail "$(cat /tmp/control.txt)"
	says /tmp/result.txt '# Source: timerlat-user'
	thread=$(field 0 thread avg_ns)
	return=$(field 0 return avg_ns)
	echo "work $work us: thread latency $thread ns, return latency $return ns"
	# The loop looks at whole microseconds.
	near "$return - $thread" "$work * 1000 + 2000" 4000
	holds "$(field 0 return count) > 3900"
done
control 1500
measure 2 -U -c 0 -d 10s --warm-up 1 -T 1000 -o json:/tmp/result.json
wait
says /tmp/result.txt '^threshold: CPU 0 activation [0-9]*: return latency 15[0-9][0-9]us'
