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
# timerlat_fd is opened, read and closed thousands of times, its readers are killed in the middle
# of a read and moved away from their CPU: the next reader always gets the file, and its records
# begin anew. Nobody disturbs the reader of the other CPU.

. /tests/lib/common.sh
. /tests/lib/stress.sh

opens=$(scaled 10000 500)
kills=$(scaled 200 20)

# once AFTER: whoever had it before, a reader gets the file and a record
once()
{
	reader 1 1 1 >/tmp/once 2>&1 || { cat /tmp/once; fail "after $1: CPU 1 cannot be read"; }
}

stress_start
put NO_OSNOISE_WORKLOAD $OSNOISE/options
put "$(scaled 2000 200)" $OSNOISE/timerlat_period_us
put timerlat "$TRACING/current_tracer"

reader 1 1 "$opens" >/tmp/reader.1 2>&1 || { cat /tmp/reader.1; fail 'opening failed'; }
[ "$(cat /tmp/reader.1)" = "opens $opens reads $opens killed 0" ] || fail "$(cat /tmp/reader.1)"

# The debug kernel needs its time for what follows.
put "$(scaled 10000 1000)" $OSNOISE/timerlat_period_us
start_reader 0
for _ in $(seq "$kills"); do
	start_reader 1
	child=$(await reading/1) || fail 'a reader does not get the file'
	read -r parent </tmp/reader.1.pid
	kill -9 "$child" "$parent"
	wait "$parent"
done
once 'kill -9'

for _ in $(seq "$kills"); do
	start_reader 1
	child=$(await reading/1) || fail 'a reader does not get the file'
	taskset -p 1 "$child" >/dev/null || fail 'a reader cannot be moved'
	await reading/1 "$child" >/dev/null || fail 'a reader that was moved away goes on'
	end_reader 1
done
once 'a move'

end_reader 0
[ "$(of_reader 0 opens)" -eq 1 ] || fail 'the reader of CPU 0 lost its file'
stress_end
