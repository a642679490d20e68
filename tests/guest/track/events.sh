#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# modules: null_blk
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# From the kernel's events alone: how long a system call, a packet and a disk took is what was planted,
# and of whom it is. A packet is of who reads it, whoever runs when it comes.

. /tests/lib/common.sh
. /tests/lib/alerting.sh
. /tests/lib/tracking.sh

TIMES=5

# planted_delays WORKLOAD ARGUMENT TRACKER OPTION...: those of victim are what it says
planted_delays()
{
	workload=$1 argument=$2
	shift 2
	start "$@" -S events -d 4s
	slow "$workload" $TIMES "$argument" >$PLANTED
	finish
	choose_delays victim
}

await_clock
ip link set lo up
planted_delays read 10000 syscall --comm victim -T 9000
# It rests in another system call.
grep '"key":\[0,' $CHOSEN >/tmp/reads
mv /tmp/reads $CHOSEN
delays_as_planted $TIMES
# From Linux 7.0 on, no event tells of datagrams that were read.
protocols='udp tcp'
[ "$(uname -r | cut -d . -f 1)" -lt 7 ] || protocols=tcp
for protocol in $protocols; do
	planted_delays $protocol 10000 net --comm victim -T 9000
	delays_as_planted $TIMES
	[ "$(total_count)" -le $((2 * TIMES)) ] || fail "$protocol: a filter lets others pass"
done

# It comes in while who sends it runs.
nc -l -p 9999 >/tmp/received 2>&1 &
reader=$!
start net -S events --pid $reader -d 3s
echo packet | nc 127.0.0.1 9999
finish
cat /tmp/received
says /tmp/received packet
holds "$(total_count) == 1"
start net -S events --pid 1 --allow-empty -d 2s
slow udp $TIMES 10000 >$PLANTED
finish
holds "$(total_count) == 0"
rtlat track net -S events --pid 1 --timeout 5000 -d 1 2>/tmp/err
holds "$? == 77"
says /tmp/err 'do not tell who is to read a packet'

modprobe null_blk queue_mode=2 irqmode=2 completion_nsec=5000000 nr_devices=1 gb=1 bs=512 ||
	skip 'the kernel has no null_blk'
planted_delays disk /dev/nullb0 block --comm victim -T 4000
delays_as_planted $TIMES
rmmod null_blk
