#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-6.12-rt-arm64
# check: rtlat-6.12-rt debian-6.12-rt
# cpus: 1
# mode: deterministic
# modules: rtlat preemptirq_delay_test
# add: build/tests/tools:/usr/local/bin
# timeout: 900
#
# Interrupts or preemption turned off for a known time, in each phase of the timer's period: the
# largest IRQ latency (interrupts) or thread latency (preemption) is that time to 1 %, with the
# records of timerlat_fd, with kernel threads and with BPF; where something came first, as a tick does that was
# late with it, it is up to TICK more. And in each of the worst samples it is what was left of the
# delay at the expiry. With tests/run's --all there are three delays, the longest of more than a period.

. /tests/lib/common.sh
. /tests/lib/delay.sh

# No multiple of a tick's period: a tick that comes at the same place in each period can keep every
# delay from beginning in the 20 us before the timer expires, and then none is met whole.
PERIOD=1100
# What a tick takes that was late, and the softirqs with it: one of 31 us has been seen
TICK=40000

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

# Where in its period the timer of the one that measures expires, in us
expiry_phase()
{
	case $source in
	*bpf) function=hrtimer_wakeup ;;
	*) function=timer_fired ;;
	esac
	event=$PROBES/events/timer/hrtimer_expire_entry
	echo 1 >"$event/enable"
	sleep 0.01
	echo 0 >"$event/enable"
	awk -v period=$PERIOD '/function='$function'/ {
		sub(/.* now=/, "")
		print int($0 / 1000 % period)
		exit
	}' "$PROBES/trace"
}

# inject MODE DELAY PHASE STEP_NS COUNT OPTION...: while rtlat measures, COUNT delays, each STEP_NS
# later in the period than the one before, the first triggered PHASE us, which may be negative, after
# the timer expires
inject()
{
	mode=$1
	delay=$2
	phase=$3
	step=$4
	count=$5
	shift 5
	interval=$(((delay / PERIOD + 2) * PERIOD))
	modprobe $MODULE test_mode="$mode" delay="$delay" cpu_affinity=0
	[ "$mode" != irq ] || on_timers 1
	(
		sleep 1
		expiry=$(expiry_phase)
		[ -n "$expiry" ] || fail 'no expiry'
		echo >"$PROBES/trace"
		sweep $TRIGGER $interval "$step" "$count" $(((expiry + phase + PERIOD) % PERIOD))
	) || echo 'sweep failed' &
	measure 0 -p $PERIOD -d $((interval * count / 1000000 + 3))s --worst 100 \
		-o json:/tmp/result.json "$@"
	wait
	on_timers 0
	rmmod $MODULE
	samples /tmp/result.json >$SAMPLES || fail 'cannot read the result'
	delays >/tmp/delays
	[ "$(wc -l </tmp/delays)" -eq "$count" ] ||
		fail "$(wc -l </tmp/delays) delays of $count"
}

# from_trigger STEP_NS: how long after it is triggered a delay begins, in us: the median of those of the
# last inject, whose first was triggered with the expiry
from_trigger()
{
	awk -F '\t' -v period=$PERIOD -v step="$1" '
		FNR == 1 { file++ }
		file == 1 && FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		file == 1 && FNR == 2 { expiry = $column["expiry_ns"] / 1000 % period }
		file == 2 { print ($1 - expiry - (FNR - 1) * step / 1000) % period }
	' $SAMPLES /tmp/delays | sort -n >/tmp/takes
	sed -n "$(($(wc -l </tmp/takes) / 2))p" /tmp/takes
}

# excess COLUMN DELAY_US: by how much that, in the worst samples, exceeds what was left of a delay
# at their expiry: ns, at least, the median and at most, and for how many of them there was a delay. At
# its very beginning nobody knows: the trace has whole microseconds, and its probe comes somewhat
# earlier. And before preemption is off a tick may come, in whose interrupt the timer expires: then the
# thread runs before the delay, no more than TICK late.
excess()
{
	awk -F '\t' -v name="$1" -v delay="$2" -v mode="$mode" -v tick=$TICK '
		FILENAME == "/tmp/delays" { split($0, d, " "); begin[n++] = d[1] * 1000; next }
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		{
			expiry = $column["expiry_ns"]
			for (i = 0; i < n; i++) {
				end = begin[i] + delay * 1000
				if (expiry < begin[i] + 2000 || expiry >= end)
					continue
				if (mode == "preempt" && expiry < begin[i] + tick &&
				    $column[name] < tick)
					continue
				print $column[name] - (end - expiry), $column[name]
			}
		}' /tmp/delays $SAMPLES | sort -n >/tmp/lates
	cut -d ' ' -f 1 /tmp/lates >/tmp/excess
	echo "$(sed -n 1p /tmp/excess) $(sed -n "$((($(wc -l </tmp/excess) + 1) / 2))p" /tmp/excess)" \
		"$(sed -n '$p' /tmp/excess) $(wc -l </tmp/excess)"
}

# check_excess COUNT: each of the worst samples is late by what was left of the delay, as many as must
# have met one. Of some the delay has made a tick late, too, and its softirq, which come first.
check_excess()
{
	least=$(field 0 "$context" min_ns)
	excess=$(excess "${context}_ns" "$delay")
	echo "$mode $delay: $context latency is $least undelayed; excess: $excess"
	set -- $excess "$1"
	median=$2
	holds "$1 >= -1000 - $delay * 10 && $2 <= 1000 + $delay * 10 + $least && $4 >= $5"
	holds "$3 <= $2 + $TICK"
}

# whole: the largest of the latencies that nothing but a delay has made, ns
whole()
{
	awk -v median="$median" '$1 <= median + 1000 && $2 > most { most = $2 } END { print most }' \
		/tmp/lates
}

# largest COLUMN: of the worst samples, ns
largest()
{
	awk -F '\t' -v name="$1" '
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column[name] > most { most = $column[name] }
		END { print most }' $SAMPLES
}

# check_delay CONTEXT MODE DELAY OPTION...: in every phase, and then in steps of no account at the one
# where the delay begins as the timer expires, which is known to some us. A thread that is not delayed
# takes `least`, too.
check_delay()
{
	context=$1
	mode=$2
	delay=$3
	shift 3
	real=$(measure_delay $mode $delay)
	near "$real" $delay "$delay / 100"
	inject $mode $delay 0 10000 $((PERIOD / 10)) "$@"
	check_excess $((delay < PERIOD ? 90 * delay / PERIOD : 90))
	takes=$(from_trigger 10000)
	inject $mode $delay $((-${takes%.*} - 30)) 400 150 "$@"
	check_excess 30
	latency=$(field 0 "$context" max_ns)
	undisturbed=$(whole)
	echo "$mode $delay $*: lasts $real us, $context latency is $undisturbed ns, at most $latency ns"
	holds "$latency == $(largest "${context}_ns")"
	holds "$latency >= $undisturbed && $latency <= $undisturbed + 2000 + $TICK"
	# Besides 1 %, the whole microsecond by which the trace may be wrong about a delay's begin.
	near "$undisturbed" "$delay * 1000 + $least / 2" "$delay * 10 + $least / 2 + 1000"
}

delays='500'
[ ! "${RTLAT_ALL-}" ] || delays='200 500 2000'
await_clock
start_probes
for delay in $delays; do
	for source in '-S record' -k '-S bpf'; do
		case $source in
		'-S record') has_our_tracer ;;
		# With as many of the worst samples as here, the threads are those of the kernel's tracer.
		-k) has_records ;;
		*) has_bpf ;;
		esac || continue
		check_delay irq irq $delay $source
		check_delay thread preempt $delay $source
	done
done
