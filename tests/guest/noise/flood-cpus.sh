#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# timeout: 120
#
# A flood of noise on every CPU, none of which is left for rtlat: no CPU's buffer waits while that of
# another is read, and nothing is lost. Emulated CPUs take turns of 100 ms, so the buffers have room for
# some turns; the buffer of a CPU that waits for another overflows all the same.

. /tests/lib/common.sh

now_measure 'osnoise top' noise
measure 0 -S osnoise --trace-buffer-size 4096 -d 4s
cat /tmp/result.txt
says /tmp/result.txt '^note: noise comes faster than it can be read: the kernel counts noise of up to 100 us'
for cpu in 0 1; do
	echo "CPU $cpu: count $(field $cpu noise count) lost $(field $cpu noise lost)"
	holds "$(field $cpu noise count) > 40000 && $(field $cpu noise lost) == 0"
done

# A reader that gets little of its CPU sees the flood too, which it cannot tell by what it has read.
renice 3 $$ >/dev/null
measure 0 -S osnoise -d 4s
says /tmp/result.txt '^note: noise comes faster than it can be read'
