#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# modules: latency_tracker tracker_stress
# timeout: 120
#
# A pair below its threshold takes no more than 400 instructions more than an empty one.

. /tests/lib/common.sh

modprobe tracker_stress seconds=1 || fail "wrong counts: $(dmesg | grep tracker_stress)"
cost=$(dmesg | sed -n 's/.*tracker_stress: a pair takes \([0-9]*\) ns.*, an empty one \([0-9]*\) ns.*/\1 \2/p')
dmesg | grep 'tracker_stress: a pair'
[ -n "$cost" ] || fail 'no cost'
[ $((${cost% *} - ${cost#* })) -le 400 ] || fail "a pair takes too long: $cost"
rmmod tracker_stress latency_tracker
