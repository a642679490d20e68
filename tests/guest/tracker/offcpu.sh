#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# modules: latency_tracker latency_tracker_offcpu
# timeout: 300
#
# A task waits 20 ms for a pipe that another one is late to write to: the alert says for how long,
# where it waited, who woke it and from where. Before that there is one when it has waited for 10 ms.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

TIMES=5

await_clock
load offcpu usec_threshold=19000 usec_timeout=10000 comm=victim
listen 3
slow read $TIMES 20000 >$PLANTED
heard
choose 'flags=0' 'stack=.* (anon_)?pipe_read'
as_planted delay $TIMES
all_have 'comm=victim' 'other_comm=feeder' 'other_stack=.* (anon_)?pipe_write' 'key=1 '
choose 'flags=1' 'stack=.* (anon_)?pipe_read'
values delay >/tmp/values
tr '\n' ' ' </tmp/values
holds "$(wc -l </tmp/values) == $TIMES"
holds "$(awk '$1 < 10000000 || $1 > 10200000' /tmp/values | wc -l) == 0"
all_have 'comm=victim' 'threshold=10000000'
! grep -E '	comm=' $ALERTS | grep -v '	comm=victim' || fail 'that was another task'
windows "$TRACKER/histogram" || fail 'the histogram is wrong'
unload
