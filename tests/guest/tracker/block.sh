#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# modules: latency_tracker latency_tracker_block null_blk
# timeout: 300
#
# A disk that takes 5 ms for each request: the alert names disk, sector and size, and who waits for
# it, and where.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

TIMES=5

await_clock
modprobe null_blk queue_mode=2 irqmode=2 completion_nsec=5000000 nr_devices=1 gb=1 bs=512 ||
	skip 'the kernel has no null_blk'
load block usec_threshold=4000 usec_timeout=2000
listen 3
slow disk $TIMES /dev/nullb0 >$PLANTED
heard
choose 'flags=0' 'comm=victim'
as_planted delay $TIMES
all_have 'name=nullb0' 'stack=.* (io_schedule|blk_io_schedule|__blkdev_direct_IO)'
device=$(stat -c '%t' /dev/nullb0)
echo "device $((0x$device * 256)): $(values key | tr '\n' ';')"
i=0
values key | while read -r key; do
	[ "$key" = "$((0x$device * 256)) $((i * 8)) 4096" ] || exit 1
	i=$((i + 1))
done || fail 'device, sector or bytes are wrong'
choose 'flags=1' 'comm=victim' 'delay=2[0-9]{6}'
dd if=/dev/zero of=/dev/nullb0 bs=4096 count=1 oflag=direct 2>/dev/null &
listen 1
heard
windows "$TRACKER/histogram" || fail 'the histogram is wrong'
listen 1
dd if=/dev/zero of=/dev/nullb0 bs=4096 count=1 conv=fsync 2>/dev/null
heard
choose 'flags=32' 'name=nullb0'
unload
rmmod null_blk
