#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3 rtlat-6.12-rt-debug
# check: debian-6.12-rt
# cpus: 2
# mode: single
# append: kmemleak=on slub_debug=PU slab_nomerge
# add: build/tests/tools:/usr/local/bin
# modules: latency_tracker_irq threaded
# timeout: 120
#
# A timer tells of an interrupt's thread by the interrupt's whole name; and without one when the
# thread is just ending and what has the name is free, which these kernels fill with what is no
# address.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

load irq usec_threshold=5000000 usec_timeout=100000
listen 5
# The interrupt comes to the first CPU, and there its thread is kept: what frees it is on the other.
taskset 2 modprobe threaded || fail 'the interrupt did not come, or its thread did not end'
heard
choose 'flags=17' 'key=3 ' 'name=threaded by a test'
all_have 'delay=1[0-9]{8}' 'comm=irq/3-threaded'
[ "$(wc -l </tmp/chosen)" = 1 ] || fail 'the interrupt has its name when that is no more'
choose 'flags=17' 'key=3 ' 'comm=irq/3-threaded'
[ "$(wc -l </tmp/chosen)" = 2 ] || fail 'the thread that is ending was not told of'
! dmesg | grep -E 'Oops|BUG|general protection' || fail 'the kernel complains'
rmmod threaded
unload
