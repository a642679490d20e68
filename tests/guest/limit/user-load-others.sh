#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt rtlat-6.12-rt rtlat-7.3-rt
# check: rtlat-6.12-rt
# cpus: 2
# mode: deterministic
# add: build/examples/control_loop:/usr/bin/control_loop
# timeout: 180
#
# A user's load on a CPU that is not measured is late beyond the limit, time and again: that neither
# ends the run nor takes anything from it. One on the measured CPU ends it.

. /tests/lib/common.sh

# A busy CPU holds the other one up for some milliseconds here: the limit is far above that.
measure_load()
{
	expected=$1
	shift
	measure "$expected" -U -c 0 -p 500000 --warm-up 1 -T 300000 -o json:/tmp/result.json "$@"
}

control_loop 1 450000 9 >/tmp/control1.txt 2>&1 &
control_loop 0 1000 9 >/tmp/control0.txt 2>&1 &
measure_load 0 -d 4s
cat /tmp/result.txt
near "$(field 0 return count)" 8 1
[ "$(field 0 return missed)" = 0 ] && [ "$(field 0 return lost)" = 0 ] || fail 'not all is there'
says /tmp/result.json '^"exceeded":null,$'
wait
control_loop 1 1000 5 >/tmp/control1.txt 2>&1 &
control_loop 0 450000 5 >/tmp/control0.txt 2>&1 &
measure_load 2 -d 8s -s 300000
wait
cat /tmp/result.txt
says /tmp/result.txt '^threshold: CPU 0 activation [0-9]*: return latency 45[0-9]ms'
[ "$(field 0 return count)" = 1 ] || fail 'it was not the last sample'
[ "$(field 0 return missed)" = 0 ] || fail 'periods after the last sample are missed'
