#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3 debian-6.12-rt-arm64
# check: debian-6.1-rt debian-6.12 debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin /usr/bin/chrt
# modules: latency_tracker latency_tracker_wakeup plant
# timeout: 300
#
# A task with a higher priority keeps the CPU for 3 ms from a task that it wakes: the alert says so,
# and where the task waited. A task that is preempted waits, too, unless that is not to be tracked.
# Who still waits is told of after a timeout; who was woken before it slept does not wait.

. /tests/lib/common.sh
. /tests/lib/alerting.sh

TIMES=5

await_clock
load wakeup usec_threshold=2000
listen 3
slow wakeup $TIMES 3000 >$PLANTED
heard
choose 'comm=victim'
as_planted delay $TIMES
as_planted other_time $TIMES
all_have 'flags=0' 'prio=49' 'other_prio=9' 'other_comm=ahead' 'stack=.* (anon_)?pipe_read'

# Who is kept from the CPU by the hog was running when it came. The hog has to be one before the other
# begins, which keeps all but the hog from the CPU: the shell, and a hog that does not have its
# priority yet. It comes every 55 ms for 2 s.
preempted_alerts()
{
	listen 4
	hog 0 90 5 50 3 &
	hog=$!
	await_priority $hog 90
	hog 0 1 2000 1 1
	wait $hog
	heard
	grep -c 'flags=4.*prio=98.*other_prio=9.*other_comm=hog' $ALERTS
}

holds "$(preempted_alerts) >= 30"

# filtered_meanwhile COMM: sets `waited`: alerts of 100 ms and more. The filter is set while the hog has
# the CPU. The other task is woken every 10 ms, and waits for the hog as it comes.
filtered_meanwhile()
{
	listen 2
	(while :; do usleep 10000; done) &
	other=$!
	chrt -f -p 95 $$ >/dev/null
	hog 0 90 300 1000 1 &
	hog=$!
	usleep 100000
	echo "$1" >"$PARAMETERS/comm"
	wait $hog
	chrt -o -p 0 $$ >/dev/null
	kill $other
	heard
	echo >"$PARAMETERS/comm"
	waited=$(grep -c 'delay=[0-9]\{9\}' $ALERTS)
}

filtered_meanwhile ''
holds "$waited > 0"
filtered_meanwhile nobody
holds "$waited == 0"
echo N >"$PARAMETERS/preempted"
holds "$(preempted_alerts) == 0"

modprobe plant
echo 1000 >"$PARAMETERS/usec_timeout"
listen 3
slow wakeup $TIMES 3000 >$PLANTED
heard
choose 'flags=1' 'comm=victim'
holds "$(wc -l </tmp/chosen) == $TIMES"
# This shell runs, and is woken. Nothing keeps the CPU from it meanwhile, and it starts nothing.
echo 0 >"$PARAMETERS/usec_timeout"
listen 2
chrt -f -p 95 $$ >/dev/null
echo 1000 >"$PARAMETERS/usec_timeout"
for _ in 1 2 3 4 5; do
	echo 5000 >/sys/kernel/plant/awake
done
echo 0 >"$PARAMETERS/usec_timeout"
chrt -o -p 0 $$ >/dev/null
heard
! grep "flags=1.*[[:space:]]pid=$$[[:space:]]" $ALERTS || fail 'a task that runs waits'
rmmod plant
windows "$TRACKER/histogram" || fail 'the histogram is wrong'
holds "$(count_of full) == 0"
unload
