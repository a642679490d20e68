#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.12
# check: debian-6.1-rt debian-6.12 rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# A noise that is too long ends the run, with what it was, how long, and with the tracer a trace; so do
# many of one period. Of a thread in user space without BPF only how long is known.

. /tests/lib/common.sh
. /tests/lib/delay.sh

JSON=/tmp/stop.json
TEXT=/tmp/stop.txt
# From the first hog to the beginning of rtlat, in s
pause=0

# stop_at OPTION...: while there are hogs of 3 ms, ten a second
stop_at()
{
	hog 0 97 3 97 8 /dev/null &
	sleep $pause
	status=0
	timeout 60 rtlat osnoise top -q -d 30s -o text -o json:$JSON "$@" >$TEXT 2>/tmp/stop.err || status=$?
	kill $!
	wait
	[ $status -eq ${expected:-2} ] || fail "$*: status $status: $(cat $TEXT /tmp/stop.err)"
}

# exceeded MEMBER
exceeded()
{
	sed -n "s/^\"exceeded\":.*\"$1\":\([0-9a-z]*\).*/\1/p" $JSON
}

# How many were recorded of CPU 0.
noises()
{
	sed -n 's/^{"cpu":0,"state":"[a-z]*","count":\([0-9]*\),.*/\1/p' $JSON
}

# check_one OPTION...: the first noises may be longer, where a warm-up ended during a hog, or the run has
# only begun: what rtlat does then comes right after it. So not these.
check_one()
{
	stop_at -s 2000 "$@"
	if grep -q '^threshold: CPU 0 noise [123]:' $TEXT; then
		pause=0.05
		stop_at -s 2000 "$@"
		pause=0
	fi
	echo "$*: $(grep '^threshold' $TEXT)"
	says $TEXT '^threshold: CPU 0 noise [0-9]*: 3[0-9]*us, limit 2000us'
	near "$(exceeded noise_ns)" 3050000 100000
	# It is the longest that was recorded, and the last.
	grep -q "\"max_ns\":$(exceeded noise_ns)," $JSON || fail 'it is not the maximum of the result'
}

# Three hogs are 9 ms.
check_total()
{
	stop_at -S 7000 -p 500000 -r 500000 "$@"
	echo "$*: $(grep '^threshold' $TEXT)"
	says $TEXT '^threshold: CPU 0 period [0-9]*: noise [0-9]*us, limit 7000us'
	holds "$(exceeded latency_ns) > 7000000 && $(exceeded latency_ns) < 25000000"
}

await_clock
check_one -S spin
check_total -S spin
if has_bpf; then
	check_one -S bpf
	says $TEXT 'of which [0-9]*us thread hog:[0-9]*'
	check_total -S bpf
	says $TEXT 'thread hog:'
fi
has_osnoise || exit 0

before=$(machine_state)
cd /tmp || exit 1
check_one -t
says $TEXT 'of which [0-9]*us thread hog:[0-9]*'
says osnoise_trace.txt 'thread_noise: .*hog:.* duration [23][0-9]\{6\} ns'
# To trace a noise is none: there are but some hundred a second.
holds "$(noises) < 2000"
! grep -q 'turned off by' $TEXT || fail 'what stopped tracing before the limit?'
check_total
says $TEXT 'thread hog:'
# No noise of the warm-up is too long, and none is after it that is not.
check_one --warm-up 1
! grep -q 'turned off by' $TEXT || fail 'what stopped tracing in the warm-up?'
# A run that goes on after the limit has not failed. It has one event for each, and the first is told.
expected=0
stop_at -s 2000 -d 2s --on-threshold 'shell,command=echo $RTLAT_CONTEXT $RTLAT_THRESHOLD_NS >>/tmp/acted' \
	--on-threshold continue
[ "$(sort -u /tmp/acted)" = 'noise 2000000' ] || fail "the action saw $(cat /tmp/acted)"
holds "$(wc -l </tmp/acted) >= 3"
[ "$(machine_state)" = "$before" ] || fail "not restored: $(machine_state)"
