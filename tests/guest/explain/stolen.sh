#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-6.12 debian-6.1-rt debian-7.3-rt
# check: debian-6.12
# cpus: 1
# mode: deterministic
# modules: plant
# timeout: 120
#
# Time that KVM tells it gave to others is not blamed on the task that the interrupt met. There is no
# KVM below the guest: what KVM would write, a module writes.

. /tests/lib/common.sh
. /tests/lib/delay.sh
. /tests/lib/cause.sh

steal()
{
	sleep 1
	repeat 40 700 /sys/kernel/plant/steal
}

# told FILE: of how many of the worst samples the file knows that 700 us were stolen
told()
{
	jsonget "$1" 'cpus[cpu=0].worst[]' | grep -c '"stolen_ns":7[0-9]\{5\}[,}]'
}

await_clock
address=$(sed -n 's/^\([0-9a-f]*\) . steal_time$/\1/p' /proc/kallsyms)
[ "$address" ] || fail 'the kernel has no steal_time'
modprobe plant kvm="0x$address"
# Two ticks of /proc/stat.
echo 10000 >/sys/kernel/plant/steal
echo 10000 >/sys/kernel/plant/steal
steal &
measure 0 -S bpf -c 0 -d 4s --worst 20 -o json:$JSON
wait
named=$(grep -c 'late, hypervisor' /tmp/result.txt)
told=$(told $JSON)
echo "of 20 worst samples $named are the hypervisor's, of $told it told 700 us"
[ "$named" -ge 16 ] && [ "$told" -ge 16 ] || { cat /tmp/result.txt; fail 'want 16'; }
# What reads the result knows as much.
rtlat merge $JSON -o json:/tmp/again.json || fail 'cannot read the result'
[ "$(told /tmp/again.json)" -eq "$told" ] || fail 'not in the merged result'
rmmod plant
