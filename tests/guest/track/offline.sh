#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12
# cpus: 2
# mode: virtual
# modules: latency_tracker latency_tracker_wakeup
# timeout: 120
#
# A CPU that goes away while delays are tracked is said, each way; and one that comes, where what
# happens on it is not seen. The result is incomplete then.

. /tests/lib/common.sh
. /tests/lib/tracking.sh

# start() sets it.
run=
ONLINE=/sys/devices/system/cpu/cpu1/online

# said_incomplete LINE: so ended the run
said_incomplete()
{
	wait $run || fail "rtlat track ended with $?"
	says /tmp/result.err "$1"
	grep -q '"complete":false' $MEASURED || fail "the result is complete, but: $1"
	grep -q '"complete":true' $MEASURED && fail 'the result is both'
	return 0
}

for source in events hist module; do
	start wakeup -S $source -d 4s
	echo 0 >$ONLINE
	said_incomplete 'CPU 1 went offline after'
	echo 1 >$ONLINE
done
echo 0 >$ONLINE
start wakeup -S events -d 4s
echo 1 >$ONLINE
said_incomplete 'CPU 1 came online: what happens on it is not seen'
