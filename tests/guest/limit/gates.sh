#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt
# check: debian-6.1-rt rtlat-6.12-rt
# cpus: 2
# mode: virtual
# alone: yes
# timeout: 120
#
# Gates on each latency: a source without the latency is not taken, and without any other the run is
# skipped.

. /tests/lib/common.sh

# source_is NAME: of the last run
source_is()
{
	says /tmp/result.err "^rtlat: measuring with $1: "
}

measure 0 -d 2 --gate 'thread.max<1000s' --gate 'worst.count>0'
measure 2 -d 2 --gate 'thread.max<1ns'
says /tmp/result.txt '^gate thread.max<1ns: failed, it was [0-9.]* us$'
# BPF gives all latencies. Without it, what the kernel has decides.
if has_bpf; then
	measure 0 -d 2 --gate 'irq.max<1000s' --gate 'return.max<1000s'
	has_records || source_is bpf
	mount -t tmpfs none /sys/kernel/btf
	trap 'umount /sys/kernel/btf' EXIT
fi
if ! has_timerlat; then
	measure 77 -d 2 --gate 'irq.max<1s'
	measure 0 -d 2 --gate 'return.max<1000s'
	source_is clock
	exit 0
fi
measure 0 -d 2 --gate 'irq.max<1000s'
measure 2 -d 2 --gate 'irq.p99.999<1000s'
says /tmp/result.txt '^gate irq.p99.999<1000s: not enough samples$'
measure 77 -k -d 2 --gate 'return.max<1s'
says /tmp/result.err 'it has no return latency for the gate return.max<1s$'
measure 0 -d 2 --gate 'return.max<1000s'
if has_timerlat_fd; then
	grep -q 'rtlat: measuring with clock' /tmp/result.err && fail 'clock, though there are user threads'
	exit 0
fi
# Threads in the kernel have no return latency; what is left has no IRQ latency.
source_is clock
measure 77 -d 2 --gate 'return.max<1s' --gate 'irq.max<1s'
