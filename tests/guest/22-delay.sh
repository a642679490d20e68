#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-6.1
# cpus: 1
# mode: deterministic
# modules: preemptirq_delay_test
# add: build/tests/tools:/usr/local/bin
# timeout: 900
#
# Interrupts or preemption turned off for a known time, in every phase of the timer's period: the
# largest IRQ latency (interrupts) or thread latency (preemption) is that time to 1 %, with the
# records of timerlat_fd and with kernel threads. And in each of the worst samples it is what was
# left of the delay at the expiry.

. /tests/common
. /tests/delay

PERIOD=1000

# How long the module's delay really is, in us, while nobody measures: the median of ten, from its
# first look at the clock to its last.
measure_delay()
{
	echo >"$PROBES/trace"
	echo 1 >"$PROBES/events/delay/during/enable"
	modprobe $MODULE test_mode="$1" delay="$2" cpu_affinity=0
	for _ in 1 2 3 4 5 6 7 8 9; do
		echo 1 >$TRIGGER
	done
	rmmod $MODULE
	echo 0 >"$PROBES/events/delay/during/enable"
	delays | awk '{ print $2 - $1 }' | sort -n | sed -n 5p
}

# inject MODE DELAY OPTION...: in each phase of the period, while rtlat measures
inject()
{
	mode=$1
	delay=$2
	shift 2
	step=$((delay * 3))
	count=$((PERIOD * 1000 / step))
	interval=$(((delay / PERIOD + 2) * PERIOD))
	modprobe $MODULE test_mode="$mode" delay="$delay" cpu_affinity=0
	[ "$mode" != irq ] || on_timers 1
	echo >"$PROBES/trace"
	(sleep 1; sweep $TRIGGER $interval $step $count || echo 'sweep failed') &
	measure 0 -p $PERIOD -d $((interval * count / 1000000 + 3))s --worst 100 \
		-o json:/tmp/result.json "$@"
	wait
	on_timers 0
	rmmod $MODULE
	samples /tmp/result.json >$SAMPLES || fail 'cannot read the result'
	delays >/tmp/delays
	[ "$(wc -l </tmp/delays)" -eq $count ] || fail "$(wc -l </tmp/delays) delays of $count"
}

# excess COLUMN DELAY_US: by how much that, in the worst samples, exceeds what was left of a delay
# at their expiry: ns, at least and at most, and for how many of them there was a delay.
excess()
{
	awk -F '\t' -v name="$1" -v delay="$2" '
		FILENAME == "/tmp/delays" { split($0, d, " "); begin[n++] = d[1] * 1000; next }
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		{
			expiry = $column["expiry_ns"]
			for (i = 0; i < n; i++) {
				end = begin[i] + delay * 1000
				if (expiry < begin[i] || expiry >= end)
					continue
				off = $column[name] - (end - expiry)
				least = !found || off < least ? off : least
				most = !found || off > most ? off : most
				found++
			}
		}
		END { printf "%d %d %d\n", least, most, found }' /tmp/delays $SAMPLES
}

# check_delay CONTEXT MODE DELAY OPTION...: a thread that is not delayed takes `least`, too. The
# trace has whole microseconds.
check_delay()
{
	context=$1
	shift
	real=$(measure_delay "$1" "$2")
	inject "$@"
	latency=$(field 0 "$context" max_ns)
	least=$(field 0 "$context" min_ns)
	excess=$(excess "${context}_ns" "$2")
	echo "$*: lasts $real us, $context latency is $latency ns, $least undelayed;" \
		"excess: $excess"
	near "$real" "$2" "$2 / 100"
	near "$latency" "$2 * 1000 + $least / 2" "$2 * 10 + $least / 2"
	set -- $excess "$2"
	holds "$1 >= -1000 - $4 * 10 && $2 <= 1000 + $4 * 10 + $least && $3 >= 90"
}

await_clock
start_probes
for delay in 200 500 2000; do
	for source in '-S record' -k; do
		check_delay irq irq $delay $source
		check_delay thread preempt $delay $source
	done
done
