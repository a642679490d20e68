#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt debian-6.12-rt debian-6.1-rt debian-6.12 debian-7.3-rt
# check: rtlat-6.12-rt debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin /usr/bin/chrt
# modules: rtlat preemptirq_delay_test plant
# timeout: 300
#
# Six causes of a latency, planted one after the other while a run goes on: of each, the five worst
# samples are explained by what was planted, and for how long, to 5 %; the parts of each add up.

. /tests/lib/common.sh
. /tests/lib/delay.sh
. /tests/lib/cause.sh

part=
name=

# samples_of: a line each: expiry, latency, time of the part that it is to be, the largest time of any,
# their sum, and the name. A timer that is due when ours has ended has an interrupt of its own, and its
# function is a part of that.
samples_of()
{
	awk -F '\t' -v cause="$part" '
		function c(name) { return $column[name] + 0 }
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		{
			n = split("late_ns handler_ns dispatch_ns hrtimer_time thread_time softirq_time irq_time nmi_time", all, " ")
			sum = largest = 0
			for (i = 1; i <= n; i++) {
				sum += c(all[i])
				if (c(all[i]) > largest)
					largest = c(all[i])
			}
			part = cause == "hrtimer" && !c("hrtimer_time") ? "irq" : cause
			late = part == "late"
			printf "%.0f %.0f %.0f %.0f %.0f %s\n", c("expiry_ns"), c("thread_ns"),
				c(late ? "late_ns" : part "_time"), largest, sum,
				$column[(late ? "met" : part) "_name"]
		}' $SAMPLES
}

check_worst()
{
	expected "$1"
	(sleep 2; plant "$1" 40 >/dev/null) &
	measure 0 -d 20s --worst 5 -o json:$JSON
	wait
	clear_away
	samples $JSON >$SAMPLES || fail 'cannot read the result'
	samples_of >/tmp/worst
	[ "$(wc -l </tmp/worst)" -eq 5 ] || fail "$1: $(wc -l </tmp/worst) worst samples, not 5"
	named=0
	while read -r expiry latency time largest sum found; do
		planted=$(truth "$expiry" "$latency")
		echo "$1: $latency ns, of which planted: $planted; $part $found $time of $sum"
		if [ "$found" = "$name" ]; then
			named=$((named + 1))
		else
			[ "$part $found" = 'hrtimer local_timer' ] || fail "$1: it was $name"
		fi
		[ "$time" -eq "$largest" ] || fail "$1: another part is $largest"
		near "$time" "$planted" "$planted * 0.05"
		near "$sum" "$latency" 1000
		holds "$planted >= 400000"
	done </tmp/worst || exit
	holds "$named >= 2"
}

await_clock
start_probes
for cause in $CAUSES; do
	check_worst "$cause"
done
