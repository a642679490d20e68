#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.12-rt-arm64
# check: debian-6.1-rt debian-6.12 rtlat-6.12-rt debian-7.3-rt
# cpus: 1
# mode: deterministic
# modules: rtlat
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 300
#
# A run with a limit ends when a latency reaches it, with status 2 and nothing left of it in the
# machine: the sample is its CPU's maximum, and where the source knows, the hog is what made it late.
# A limit that is not reached changes nothing.

. /tests/lib/common.sh

JSON=/tmp/result.json

# exceeded MEMBER: a number or word of what ended the last run, that of the explanation last
exceeded()
{
	sed -n 's/^"exceeded":{\(.*\)},$/\1/p' $JSON | tr ',{[' '\n' |
		sed -n "s/^\"$1\":\"\{0,1\}\([^\"}]*\).*/\1/p"
}

# stops CONTEXT OPTION...: while a hog has the CPU for 5 to 6 ms of every 50
stops()
{
	again=$*
	context=$1
	shift
	machine_state >/tmp/before
	hog 0 99 5 45 20 &
	measure 2 -c 0 -d 60s -o json:$JSON "$@"
	kill $!
	wait
	machine_state >/tmp/after
	cmp /tmp/before /tmp/after || fail "$*: the machine is not as before"
	latency=$(exceeded latency_ns)
	echo "$*: $(exceeded context) latency $latency, limit $(exceeded limit_ns)"
	[ "$(exceeded context)" = "$context" ] || fail "$*: it was not the $context latency"
	holds "$(exceeded limit_ns) == 2000000 && $latency >= 2000000 && $latency <= 6500000"
	holds "$(field 0 "$context" max_ns) == $latency"
	holds "$(field 0 "$context" count) > 0"
	holds "$(sed -n 's/^"duration_ns":\([0-9]*\),$/\1/p' $JSON) < 20000000000"
	says $JSON '^"stop":"threshold",$'
	says /tmp/result.txt '^verdict: fail$'
	says /tmp/result.txt "^threshold: CPU 0 activation $(exceeded seq): $context latency"
}

# The first of the explanation is the largest part; all of them are the latency. With kernel threads, a
# stock tracer accounts for interference only after its first activation: hence the warm-up.
explained()
{
	# In the emulation, a timer now and then waits for the tick: that was not the hog's doing.
	if grep -q '^threshold: .* of which [0-9]*us late' /tmp/result.txt; then
		# shellcheck disable=SC2086 # words
		stops $again
	fi
	says /tmp/result.txt "^threshold: .* of which [0-9]*us thread hog:[0-9]*$"
	says /tmp/result.txt '^  Blocking thread: *[0-9]*us *[0-9.]* %  thread hog:[0-9]*$'
	sum=$(sed -n 's/^"exceeded":.*"explanation":\[\(.*\)\],"stack":.*/\1/p' $JSON |
		grep -Eo '"time_ns":[0-9]+' | awk -F: '{ sum += $2 } END { print sum }')
	near "$(exceeded thread_ns)" "$sum" 1000
}

# One hit after the other, and no period that is not accounted for.
continues()
{
	hog 0 99 5 45 5 &
	measure 0 -c 0 -d 4s -T 2000 -o json:$JSON "$@" \
		--on-threshold 'shell,command=echo hit $RTLAT_LATENCY_NS' --on-threshold continue
	wait
	echo "$*: $(grep -c '^hit [0-9]' /tmp/result.err) hits"
	holds "$(grep -c '^hit [2-6][0-9]\{6\}$' /tmp/result.err) > 10"
	says $JSON '^"stop":null,$'
	all_periods 0
}

goes_on()
{
	measure 0 -c 0 -d 2s -T 1000000 -o json:$JSON "$@"
	says $JSON '^"exceeded":null,$'
	all_periods 0
}

if has_records; then
	stops thread -S record -T 2000
	explained
	continues -S record
	goes_on -S record
fi
if has_bpf; then
	stops thread -S bpf -T 2000
	explained
	continues -S bpf
	goes_on -S bpf
fi
if has_timerlat_fd; then
	stops thread -S timerlat-user -T 2000
	explained
	stops thread -S timerlat-user -T 2000 --no-aa
	says $JSON '"explanation":null'
	continues -S timerlat-user
	goes_on -S timerlat-user
fi
if has_timerlat; then
	stops thread -S timerlat-kernel -T 2000 --warm-up 1
	explained
	stops thread -k -T 2000
	continues -k
	goes_on -k
fi
stops thread -S clock -T 2000
continues -S clock
goes_on -S clock
