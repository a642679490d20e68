#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What people type who know cyclictest or rtla: each is answered in one line that says what it is here,
# or means here what it means there.
# shellcheck source=tests/host/lib/usage.sh
. "${SRC:?the source directory}/tests/host/lib/usage.sh"

one_thread="is not needed here: each measured CPU, of -c, has one thread"
all_cpus="is the default here: each allowed CPU has one thread"

of_cyclictest()
{
	refused "-p95: cyclictest's -p95 is -P f:95 here, and its -i US is -p US" -p95 -m -i1000
	refused "-p9: cyclictest's -p9 is -P f:9 here, and its -i US is -p US" -p9
	refused "-D 10: cyclictest's -D 10 is -d 10 here" -D 10
	refused "-D10: cyclictest's -D10 is -d 10 here" -D10
	refused "-h 100: cyclictest's -h 100 is -E 100 here, the number of rows" -h 100
	refused "-h100: cyclictest's -h100 is -E 100 here, the number of rows" -h100
	refused "-t: cyclictest's -t $one_thread" -t 4
	refused "-t: cyclictest's -t $one_thread" -t4
	refused "-S: cyclictest's -S $all_cpus" -S -m
	refused "--smp: cyclictest's --smp $all_cpus" --smp
	refused "-m: cyclictest's -m is not needed here: rtlat always locks its memory" -qm
	refused "--mlockall: cyclictest's --mlockall is not needed here: rtlat always locks its memory" \
		--mlockall
	refused "-N: cyclictest's -N is -n here" -N
	refused "--loops: cyclictest's --loops is -l N here" --loops 1000
	refused "--histogram=400: cyclictest's --histogram=400 is -E N here, the number of rows" \
		--histogram=400
	refused "--breaktrace=50: cyclictest's --breaktrace=50 is -T US here" --breaktrace=50
	refused "--json=F: cyclictest's --json=F is -o rt-tests-json:FILE here" --json=F
	refused "-v: cyclictest's -v does not exist here: --worst N keeps the longest samples" -v
	refused "-r: cyclictest's -r does not exist here: timers expire at absolute times" -r
	refused "--histfile=F: cyclictest's --histfile=F is -o cyclictest:FILE here" --histfile=F
}

# What was meant is named, where it is near.
meant()
{
	refused "-S clcok: expected auto, timerlat, record, bpf, timerlat-user, kernel-histogram, timerlat-kernel, clock; did you mean clock?" \
		-S clcok
}

# Times with units, wherever a time is meant.
units()
{
	taken -p 1ms -T 100us -i 1ms500us -s 0 --warm-up 500ms -d 1h30m -A 10us --dma-latency 10us
	taken -p 1000 -T 100 -i 1500 --warm-up 1 -d 90 -A 10 --dma-latency 10
	taken --gate 'thread.p99<50' --gate 'thread.max<1ms' --gate 'duration>=1m30s' --aa-only 1ms
}

# What looks like an option of cyclictest, and is one of rtlat's.
of_rtlat()
{
	taken -p 95
	taken -p100
	taken -D
	taken -qD
	taken -t=4 -T 100
	taken -tfile -T 100
	taken -S clock
}

for command in hist top; do
	of_cyclictest
	meant
	units
	of_rtlat
done
# Commands for which nobody comes from there.
bad "osnoise hist" "-m: unknown option" osnoise hist -m
bad "osnoise hist" "2: unexpected argument" osnoise hist -D 2
command='osnoise hist'
taken -p 1s -r 500ms -T 2us -s 1ms -S 5ms
command='track wakeup'
taken -T 100us --timeout 1s
bad sleep "--min 2x: expected a number from 0" sleep --min 2x
((failures == 0))
