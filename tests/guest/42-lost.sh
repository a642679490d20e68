#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt rtlat-6.12-rt rtlat-6.1
# cpus: 2
# mode: single
# timeout: 60
#
# A collector that is stopped for longer than the trace buffer lasts loses samples: they are
# counted, and the result is marked incomplete.

. /tests/common

rtlat hist -S timerlat-kernel -q -c 1 -d 6s --trace-buffer-size 16 -o csv:$CSV -o text >/tmp/result.txt &
pid=$!
sleep 2
kill -STOP $pid
sleep 2
kill -CONT $pid
wait $pid || fail "exit status $?"
count=$(field 1 thread count)
lost=$(field 1 thread lost)
missed=$(field 1 thread missed)
echo "count $count lost $lost missed $missed"
holds "$lost > 500"
holds "$count + $lost + $missed >= 5970 && $count + $lost + $missed <= 6100"
says /tmp/result.txt 'INCOMPLETE: samples were lost'
[ "$(field all thread state)" = incomplete ] || fail 'the total does not say incomplete'
