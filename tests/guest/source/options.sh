#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: rtlat-6.12-rt debian-7.3-rt
# cpus: 2
# mode: virtual
# alone: yes
# timeout: 300
#
# What the options promise, looked at from outside while a run is on.

. /tests/lib/common.sh

# while_running OPTION...: start; the caller looks; then finish. A busy host takes its time.
while_running()
{
	# shellcheck disable=SC2086 # words of their own
	rtlat $COMMAND -q -d 60s "$@" -o csv:$CSV -o text >/tmp/result.txt 2>/tmp/result.err &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 1
		grep -qsE 'timerlat|osnoise' "$TRACING"/instances/*/current_tracer && break
	done
	sleep 2
}

finish()
{
	kill -TERM $pid
	wait $pid || { cat /tmp/result.err; fail "exit status $?"; }
}

# scheduling of the threads whose name matches: policy priority, from /proc/PID/stat
scheduling()
{
	for stat in /proc/[0-9]*/task/[0-9]*/stat; do
		sed -n "s/.*($1) . //p" "$stat" 2>/dev/null
	done | awk '{ print $38 ":" $37 }' | sort -u
}

# scheduled NAME EXPECTED: within some seconds, as a busy host takes its time
scheduled()
{
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ "$(scheduling "$1")" != "$2" ] || break
		sleep 1
	done
}

while_running -k -P f:42
scheduled 'timerlat\/[01]' 1:42
[ "$(scheduling 'timerlat\/[01]')" = 1:42 ] || fail "-P f:42: $(scheduling 'timerlat\/[01]')"
finish
while_running -k -P r:7 -c 1
scheduled 'timerlat\/1' 2:7
[ "$(scheduling 'timerlat\/1')" = 2:7 ] || fail "-P r:7: $(scheduling 'timerlat\/1')"
[ "$(cat "$TRACING/osnoise/cpus")" = 1 ] || fail '-c 1 is not in osnoise/cpus'
finish
while_running -u -P f:42 -p 2000
scheduling rtlat | grep -qx 1:42 || fail "-u -P f:42: $(scheduling rtlat)"
[ "$(cat "$TRACING/osnoise/timerlat_period_us")" = 2000 ] || fail '-p 2000 is not in force'
[ -z "$(cat "$TRACING/osnoise/cpus")" ] || fail 'a CPU is in osnoise/cpus in user mode'
finish
measure 0 -d 2s -u -p 2000 -c 0
holds "$(field 0 thread count) + $(field 0 thread missed) <= 1010"

while_running --dma-latency 17
found=$(od -An -t d4 /dev/cpu_dma_latency | tr -d ' ')
[ "$found" = 17 ] || fail "--dma-latency 17: $found"
finish
found=$(od -An -t d4 /dev/cpu_dma_latency | tr -d ' ')
[ "$found" != 17 ] || fail 'cpu_dma_latency is still 17'

while_running -c 1 -H 0
taskset -p $pid | grep -q ': 1$' || fail "-H 0: $(taskset -p $pid)"
finish

measure 0 -d 2s --warm-up 2 -c 0
holds "$(field 0 thread count) + $(field 0 thread missed) <= 2010"

mkdir -p /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null
mkdir -p /sys/fs/cgroup/measured
for threads in -k -u; do
	while_running $threads -C=measured
	[ "$(wc -l </sys/fs/cgroup/measured/cgroup.procs)" -ge 2 ] ||
		fail "$threads -C measured: $(cat /sys/fs/cgroup/measured/cgroup.procs)"
	finish
done

# The threads of clock: all of rtlat where the cgroup is a domain of its own, else nothing but them.
while_running -S clock -c 1 -C=measured
grep -qx $pid /sys/fs/cgroup/measured/cgroup.procs || fail "clock -C: rtlat is not in the cgroup"
finish
says /tmp/result.txt 'all of rtlat is in the cgroup measured:'
mkdir -p /sys/fs/cgroup/base/measured
echo threaded >/sys/fs/cgroup/base/measured/cgroup.type
echo $$ >/sys/fs/cgroup/base/cgroup.procs
while_running -S clock -C=base/measured
threads=$(cat /sys/fs/cgroup/base/measured/cgroup.threads)
if [ "$(echo "$threads" | wc -l)" != 2 ] || echo "$threads" | grep -qx $pid; then
	fail "clock -C of a threaded cgroup: $pid has $(ls /proc/$pid/task), there are $threads"
fi
finish
if grep -q 'in the cgroup' /tmp/result.txt; then
	fail 'clock -C of a threaded cgroup: all of rtlat, it says'
fi

# setting FILE VALUE: of osnoise/ while it runs
setting()
{
	[ "$(cat "$TRACING/osnoise/$1")" = "$2" ] || fail "$1: $(cat "$TRACING/osnoise/$1"), not $2"
}

of_osnoise()
{
	while_running -P f:42 -c 1 -p 200000 -r 50000 -T 60 -s 900000 -S 800000
	scheduled 'osnoise\/1' 1:42
	[ "$(scheduling 'osnoise\/1')" = 1:42 ] || fail "osnoise -P f:42: $(scheduling 'osnoise\/1')"
	setting cpus 1
	setting period_us 200000
	setting runtime_us 50000
	setting stop_tracing_us 900000
	setting stop_tracing_total_us 800000
	setting ../tracing_thresh 60
	grep -qw NO_OSNOISE_IRQ_DISABLE "$TRACING/osnoise/options" || fail 'interrupts are off'
	finish
	while_running -C=measured
	[ "$(wc -l </sys/fs/cgroup/measured/cgroup.procs)" -ge 2 ] ||
		fail "osnoise -C measured: $(cat /sys/fs/cgroup/measured/cgroup.procs)"
	finish
	# A fourth of each period: whole ones, from the first after the warm-up on.
	measure 0 -d 4s --warm-up 1 -c 0 -p 200000 -r 50000
	holds "$(noise_of 0 periods) >= 17 && $(noise_of 0 periods) <= 20"
	# One that is held up at its end is longer.
	holds "$(noise_of 0 runtime_ns) / 1000000 >= $(noise_of 0 periods) * 50"
	holds "$(noise_of 0 runtime_ns) / 1000000 <= ($(noise_of 0 periods) + 1) * 100"
}

of_noise of_osnoise
now_measure 'hwnoise -T 50' noise
while_running -c 1
setting runtime_us 750000
grep -qw OSNOISE_IRQ_DISABLE "$TRACING/osnoise/options" || fail 'interrupts are not off'
finish
now_measure hist thread

# Someone else's load on timerlat_fd.
while_running -U -c 1
taskset 2 sh -c "exec cat '$TRACING/osnoise/per_cpu/cpu1/timerlat_fd'" >/dev/null 2>&1 &
sleep 1
finish

# With PREEMPT_RT, the timer of a thread that is not real-time expires in a softirq's thread. The
# programs see that, too.
if has_bpf; then
	measure 0 -S bpf -P o:0 -c 0 -d 2s
	holds "$(field 0 irq count) == $(field 0 thread count) && $(field 0 thread count) > 100"
fi
