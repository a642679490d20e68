#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# mode: deterministic
# modules: latency_tracker_sleep
# add: build/tests/tools/sleeper:/usr/bin/sleeper build/tests/tools/sleeper32:/usr/bin/sleeper32
# timeout: 200
#
# Ten sleeps of 200 ms are what rtlat sleep says, within 2 %, and the function that asked for them, and
# the kernel's, are in the stack; those of a program of 32 bits, too, each with its caller. Where one CPU
# cannot hold up another.

. /tests/lib/common.sh
. /tests/lib/sleeping.sh

# What a program waits for before its main() is shorter.
modprobe $MODULE min=100000 stacks=both || fail 'modprobe'
sleeper 10 200 stay &
pid=$!
rtlat sleep -d 4s --sort max --comm sleeper -o json:$RESULT -o text || fail "rtlat: $?"
kill $pid
rmmod $MODULE
total=$(of $pid blocked.total_ns)
count=$(of $pid blocked.count)
max=$(of $pid blocked.max_ns)
echo "blocked $count times, $total ns, at most $max ns"
[ "$count" -eq 10 ] || fail "count $count"
near "$total" 2000000000 40000000
near "$max" 200000000 4000000
case $(task $pid) in
*nanosleep*planted_sleep+0x*) ;;
*) fail "neither nanosleep nor planted_sleep in $(task $pid)" ;;
esac

sleeper32 &
pid=$!
rtlat sleep -d 4s --stacks user --comm sleeper32 -o json:$RESULT || fail "rtlat: $?"
kill $pid
near "$(of $pid blocked.max_ns)" 200000000 4000000
case $(task $pid) in
*'"nested_inner+0x'*'"nested_outer+0x'*'"nested_main+0x'*) ;;
*) fail "not nested_inner, nested_outer and nested_main in $(task $pid)" ;;
esac
