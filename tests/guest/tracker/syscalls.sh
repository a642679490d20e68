#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# modules: latency_tracker latency_tracker_syscalls
# timeout: 300
#
# A read() takes 20 ms as there is nothing to read: the alert has its number, what it returned, and
# where the task waited meanwhile.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

TIMES=5

await_clock
load syscalls usec_threshold=19000 usec_timeout=15000 comm=victim
listen 3
slow read $TIMES 20000 >$PLANTED
heard
choose 'flags=0' 'key=0 1 '
as_planted delay $TIMES
all_have 'comm=victim' 'stack=.* (anon_)?pipe_read'
choose 'flags=1' 'key=0 0 '
all_have 'comm=victim' 'stack=.* (anon_)?pipe_read' 'threshold=15000000' 'delay=15[01]'
windows "$TRACKER/histogram" || fail 'the histogram is wrong'
unload
