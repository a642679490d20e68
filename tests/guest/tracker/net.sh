#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# modules: latency_tracker latency_tracker_net
# timeout: 300
#
# A task reads its socket 10 ms after a packet came: the alert names task, device and size, and has
# where the task read it. Before that one says that a packet waits.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

TIMES=5

# late PROTOCOL FUNCTION
late()
{
	listen 3
	slow "$1" $TIMES 10000 >$PLANTED
	heard
	choose 'flags=0' 'comm=victim'
	as_planted delay $TIMES
	all_have 'name=lo' 'key=1 ' "stack=.* $2"
}

await_clock
ip link set lo up
load net usec_threshold=9000 usec_timeout=5000
late udp udp_recvmsg
choose 'flags=1' 'pid=-1'
holds "$(wc -l </tmp/chosen) == $TIMES"
all_have 'delay=50[0-9]{5}' 'key=1 128 '
late tcp tcp_recvmsg
! grep 'flags=1' $ALERTS || fail 'a timeout of TCP'
windows "$TRACKER/histogram" || fail 'the histogram is wrong'
unload
