#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt debian-6.12 debian-6.1-rt
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# append: nohz_full=1 rcu_nocbs=1
# timeout: 120
#
# A kernel has timers of a nohz_full CPU expire on another CPU where it likes: those samples have no
# IRQ latency, and a note tells how many they are and what keeps the timers. Then all have one.

. /tests/lib/common.sh

NOTE='CPU 1: the IRQ latency and the causes of .* samples are not known: .*nohz_full'

measured()
{
	measure 0 -S bpf -c 1 -d 3s
	all=$(field 1 thread count)
	known=$(field 1 irq count)
	told=$(sed -n 's/.*causes of \([0-9]*\) samples .*timer_migration=0.*/\1/p' /tmp/result.err)
	echo "timer_migration $1: $known of $all samples have an IRQ latency, ${told:-0} are told to have none"
	[ $((known + ${told:-0})) -eq "$all" ] || fail 'the rest is not told'
}

echo 1 >/proc/sys/kernel/timer_migration
# The kernel may like none.
for _ in 1 2 3; do
	measured 1
	[ "$known" -eq "$all" ] || break
done
says /tmp/result.err "$NOTE"
holds "$known < $all"
echo 0 >/proc/sys/kernel/timer_migration
measured 0
holds "$known == $all"
