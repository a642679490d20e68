#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# The part of the benchmark that runs in a guest, where sh is busybox's. Its programs are in
# /bench. One line per measurement; what the words mean is told where they are printed:
#	guest.sh cost PERIODS SHORT LONG TOOL...
#	guest.sh start PERIOD TOOL...
#	guest.sh loss SECONDS PERIODS TOOL...
#	guest.sh growth SECONDS TOOL...
#	guest.sh age TOOL...
#	guest.sh draw CPUS
#	guest.sh track TIME ROUNDS CALLS CPUS...

CPUS=$(grep -c ^processor /proc/cpuinfo)
OUT=/tmp/tool.out
TRACING=/sys/kernel/tracing
DEBUG=/sys/kernel/debug
INSTANCE=$TRACING/instances/bench
PAIR=$INSTANCE/events/raw_syscalls
HIST_BEGIN='hist:keys=common_pid:begin=common_timestamp:size=8192'
HIST_END='hist:keys=common_pid:delay=common_timestamp-$begin:size=8192'
HIST_END=$HIST_END':onmatch(raw_syscalls.sys_enter).trace(bench_pair,$delay)'
HIST_PAIR='hist:keys=common_cpu,lat.buckets=1000:size=8192'

# command_of TOOL PERIOD_US SECONDS
command_of()
{
	case $1 in
	floor) echo "/bench/floor $2 $3" ;;
	tracer-*) echo "sh /bench/tracer.sh ${1#tracer-} $2 $3" ;;
	cyclictest) echo "cyclictest -q -p95 -m -i$2 -N -D$3" ;;
	cyclictest-smp) echo "cyclictest -q -p95 -m -i$2 -N -D$3 -S -d0" ;;
	jitterdebugger) echo "jitterdebugger -p 95 -a 0 -i $2 -D ${3}s" ;;
	rtla-k) echo "rtla timerlat hist -k -p $2 -d $3" ;;
	rtla-u) echo "rtla timerlat hist -u -p $2 -d $3" ;;
	# Without a threshold there is nothing to analyse, and rtla leaves its analysis off.
	rtla-k-aa) echo "rtla timerlat hist -k -p $2 -d $3 -T 900000" ;;
	rtla-u-aa) echo "rtla timerlat hist -u -p $2 -d $3 -T 900000" ;;
	rtla-k-noaa) echo "rtla timerlat hist -k -p $2 -d $3 -T 900000 --no-aa" ;;
	rtla-u-noaa) echo "rtla timerlat hist -u -p $2 -d $3 -T 900000 --no-aa" ;;
	# Names for a worst sample's timers take 0.1 s at the end, if it has any.
	*) echo "rtlat hist -q -S $1 -p $2 -d $3 --worst 0 -o csv" ;;
	esac
}

# How to see its first sample: see watch.c. Without an analysis, rtla 7 has no trace.
kind_of()
{
	case $1 in
	rtla-k | rtla-u)
		if [ "$(rtla --version 2>&1 | sed -n 's/^ *rtla version \([0-9]*\)\..*/\1/p')" -ge 7 ]; then
			echo threads
		else
			echo trace
		fi
		;;
	rtla-* | timerlat-*) echo trace ;;
	*) echo threads ;;
	esac
}

# skipped TOOL STATUS: a tool that this kernel has not, or a source that this rtlat has not
skipped()
{
	[ "$2" -eq 77 ] || { [ "$2" -eq 129 ] && grep -q -e ' -S ' $OUT; } || return
	echo "skip $1 $(grep -v '^Try' $OUT | tail -n 1 | sed 's/^rtlat[^:]*: \(error: \)*//')"
}

# failed TOOL STATUS
failed()
{
	echo "failed $1 $2 $(tail -n 1 $OUT)"
}

first_word()
{
	echo "$1"
}

# counted TOOL PERIOD SECONDS: 'COUNT MISSED LOST' of its run; '-' where the tool does not say
counted()
{
	case $1 in
	floor | tracer-*) echo "$(($3 * 1000000 / $2)) - -" ;;
	cyclictest* | jitterdebugger)
		awk '/^T:/ { sub(/.* C: */, ""); n += $1 } END { print n + 0, "-", "-" }' $OUT
		;;
	rtla-k*) awk '/^count:/ { print $NF, "-", "-" }' $OUT | tail -n 1 ;;
	rtla-u*) awk '/^count:/ { print $(NF - 1), "-", "-" }' $OUT | tail -n 1 ;;
	*)
		awk -F, '$1 == "all" && $2 == "thread" { print $count, $missed, $lost; next }
			$1 == "cpu" { for (i = 1; i <= NF; i++) {
				if ($i == "count") count = i
				if ($i == "missed") missed = i
				if ($i == "lost") lost = i } }' $OUT
		;;
	esac
}

# lost TOOL PERIOD SECONDS: runs it beside the victim. Prints
#	cost TOOL PERIOD COUNT NS SAMPLES	the victim counted that much in that time
lost()
{
	/bench/victim >/tmp/victim &
	victim=$!
	sleep 0.05
	status=0
	# shellcheck disable=SC2046 # words
	timeout 120 $(command_of "$1" "$2" "$3") >$OUT 2>&1 || status=$?
	kill -TERM $victim
	wait $victim
	if [ $status -eq 0 ]; then
		# shellcheck disable=SC2046 # words
		echo "cost $1 $2 $(cat /tmp/victim) $(first_word $(counted "$1" "$2" "$3"))"
	else
		skipped "$1" $status || failed "$1" $status
		return 1
	fi
}

# Each tool for a short and a longer time: the difference is that many samples taken, with
# neither the start nor the end of the tool, nor a collection more or less. 'base COUNT NS' is
# the victim alone; the middle one of several counts, for the kernel has its own chores.
part_cost()
{
	periods=$1
	short=$2
	long=$3
	shift 3
	/bench/victim 100 >/dev/null
	for _ in 1 2 3 4 5; do
		echo "base $(/bench/victim 2000)"
	done
	for tool; do
		# What the kernel makes when first asked for, the files of tracefs say, comes later for free.
		# shellcheck disable=SC2046 # words
		timeout 120 $(command_of "$tool" 1000 1) >/dev/null 2>&1
		for period in $periods; do
			lost "$tool" "$period" "$short" && lost "$tool" "$period" "$long" || break
		done
	done
}

# watch TOOL PERIOD SECONDS MARKS: the lines of watch, each with 'TOOL CPUS PERIOD' before it
watch()
{
	# shellcheck disable=SC2046 # words
	/bench/watch "$(kind_of "$1")" "$4" $OUT $(command_of "$1" "$2" "$3") >/tmp/watch
	status=$(sed -n 's/^status //p' /tmp/watch)
	if [ "$status" = 0 ] && grep -q ^first /tmp/watch; then
		sed "/^status/d; s/^/watch $1 $CPUS $2 /" /tmp/watch
	else
		skipped "$1" "$status" || failed "$1" "$status"
	fi
}

part_start()
{
	period=$1
	shift
	for tool; do
		watch "$tool" "$period" 5 1000,3000
	done
}

part_growth()
{
	seconds=$1
	shift
	for tool; do
		watch "$tool" 1000 $((seconds + 3)) 1000,$((seconds * 1000 + 1000))
	done
}

# At 100 ms a day is less than a million activations.
part_age()
{
	for tool; do
		watch "$tool" 100000 86410 10000,600000,86400000
	done
}

# loss TOOL CPUS PERIOD SECONDS COUNT MISSED LOST
part_loss()
{
	seconds=$1
	periods=$2
	shift 2
	for tool; do
		for period in $periods; do
			status=0
			# shellcheck disable=SC2046 # words
			timeout $((seconds + 60)) $(command_of "$tool" "$period" "$seconds") \
				>$OUT 2>/tmp/tool.err || status=$?
			if [ $status -eq 0 ]; then
				echo "loss $tool $CPUS $period $seconds $(counted "$tool" "$period" "$seconds")"
			else
				cat /tmp/tool.err >>$OUT
				skipped "$tool" $status || failed "$tool" $status
				break
			fi
		done
	done
}

# 'draw WHAT NS' is one refresh of the screen, 'write FORMAT NS' a result of that many CPUs.
part_draw()
{
	/bench/screendemo -b 50 -c "$1" | sed -n 's/\(.*\): .*, \([0-9]*\) us.*/\1=\2/p' |
		while IFS='=' read -r what us; do
			echo "draw $(echo "$what" | tr ' ' '-') ${us}000"
		done
	/bench/writers "$1" | sed 's/^/write /'
}

# on WAY, off WAY: what is to be done at the beginning and the end of each system call. To open such
# a file for anything but appending empties it.
on()
{
	case $1 in
	empty) modprobe tracker_probes ;;
	core) modprobe tracker_probes track=1 ;;
	module) modprobe latency_tracker_syscalls usec_threshold=1000000 ;;
	events) echo 1 >$PAIR/sys_enter/enable && echo 1 >$PAIR/sys_exit/enable ;;
	hist)
		echo 'bench_pair u64 lat' >>$TRACING/synthetic_events &&
			echo "$HIST_BEGIN" >>$PAIR/sys_enter/trigger &&
			echo "$HIST_END" >>$PAIR/sys_exit/trigger &&
			echo "$HIST_PAIR" >>$INSTANCE/events/synthetic/bench_pair/trigger
		;;
	esac
}

off()
{
	case $1 in
	empty | core) rmmod tracker_probes ;;
	module) rmmod latency_tracker_syscalls ;;
	events) echo 0 >$PAIR/sys_enter/enable && echo 0 >$PAIR/sys_exit/enable ;;
	hist)
		echo "!$HIST_PAIR" >>$INSTANCE/events/synthetic/bench_pair/trigger &&
			echo "!$HIST_END" >>$PAIR/sys_exit/trigger &&
			echo "!$HIST_BEGIN" >>$PAIR/sys_enter/trigger &&
			echo '!bench_pair u64 lat' >>$TRACING/synthetic_events
		;;
	esac
}

# seen WAY: how many pairs it knows of; a way that does nothing is fast, too
seen()
{
	case $1 in
	core) dmesg | sed -n 's/.*tracker_probes: \([0-9]*\) tracked, 0 full.*/\1/p' | tail -n 1 ;;
	module) sed -n 's/^events //p' $DEBUG/latency_tracker/syscalls/counts ;;
	events)
		awk '/^(entries|overrun):/ { n += $2 } END { printf "%d\n", n / 2 }' \
			$INSTANCE/per_cpu/cpu*/stats
		;;
	hist) awk '/Hits:/ { print $2 }' $INSTANCE/events/synthetic/bench_pair/hist ;;
	esac
}

# track TIME WAY CPUS PAIRS NS: each way in turn, so that all have what the host has for them
part_track()
{
	time=$1
	rounds=$2
	calls=$3
	shift 3
	mkdir -p $INSTANCE
	mount -t debugfs none $DEBUG
	while [ "$rounds" -gt 0 ]; do
		for way in none empty core module events hist; do
			track_way $way "$@"
		done
		rounds=$((rounds - 1))
	done
}

# track_way WAY CPUS...
track_way()
{
	way=$1
	shift
	pairs=0
	if ! on "$way" 2>$OUT; then
		failed track-$way $?
		return
	fi
	/bench/pairs 1 1000 >/dev/null
	for cpus; do
		line=$(/bench/pairs "$cpus" "$calls")
		pairs=$((pairs + ${line% *}))
		echo "track $time $way $cpus $line"
	done
	count=$(seen $way)
	off $way 2>$OUT || failed track-$way $?
	[ $way != core ] || count=$(seen $way)
	case $way in
	none | empty) return ;;
	esac
	echo "$way has seen ${count:-no} pairs of $pairs" >$OUT
	[ "${count:-0}" -ge $pairs ] || failed track-$way 1
}

# In its first seconds the kernel reads the time off its tick, and then changes to another clock.
sleep 5
part=$1
shift
"part_$part" "$@"
