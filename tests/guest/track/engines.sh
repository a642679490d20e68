#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# cpus: 1
# mode: deterministic
# modules: latency_tracker latency_tracker_wakeup
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# Three ways to track wakeups agree on how long one task waited for its CPU, which is the same each
# time: how often, and each percentile to 1 us, both of the histogram and of the delays themselves where
# the histogram's buckets are wider. The module is loaded by rtlat, and gone afterwards. Who reads its
# alerts, of which each delay is one here, seldom keeps a busy task from its CPU.

. /tests/lib/common.sh
. /tests/lib/alerting.sh
. /tests/lib/tracking.sh

ENGINES='events hist module'
DELAYS_US='20 50 100 200 500 1000 2000 3000'
# So many that what a task is woken for when it begins is less than a tenth of all: that is a few us, of
# which each way takes its own part.
TIMES=30

# So many of the longest, exact: all of 1 ms and more.
WORST=95

# percentiles: of all CPUs, a line each, ns
percentiles()
{
	for percentile in 10 25 50 75 90 95; do
		percentile_of total $percentile
	done
}

# exact_percentiles: of the longest delays; each amid those that are planted alike
exact_percentiles()
{
	choose_delays victim
	member delay_ns | sort -rn >/tmp/longest
	holds "$(wc -l </tmp/longest) == $WORST"
	for percentile in 70 80 90 95; do
		sed -n "$(($(total_count) * (100 - percentile) / 100 + 1))p" /tmp/longest
	done
}

# The workload; what it says of each time is added to a file. Some are longer than what is compared: a
# percentile is not above the largest delay, and a tick in the middle of that one makes it 2 us larger.
wakeups()
{
	for us in $DELAYS_US; do
		slow wakeup $TIMES "$us"
	done >$PLANTED
	slow wakeup 5 5000 >>$PLANTED
}

await_clock
for engine in $ENGINES; do
	# shellcheck disable=SC2034 # for tracking
	MEASURED=/tmp/$engine.json
	start wakeup -S $engine --comm victim -d 16s -T 0 -q --worst $WORST \
		--percentiles 10,25,50,75,90,95
	[ $engine != module ] || grep -q '^latency_tracker_wakeup ' /proc/modules ||
		fail 'the module is not loaded'
	wakeups
	finish
	percentiles >/tmp/$engine.ns
	exact_percentiles >>/tmp/$engine.ns
	echo "$engine: $(total_count) wakeups, $(tr '\n' ' ' </tmp/$engine.ns)ns"
	# Each was woken for what was planted, and when it began and ended.
	holds "$(total_count) >= $(wc -l <$PLANTED)"
done
! grep -q '^latency_tracker' /proc/modules || fail 'a module is still loaded'

for engine in hist module; do
	paste /tmp/events.ns /tmp/$engine.ns >/tmp/pairs
	holds "$(wc -l </tmp/pairs) == 10"
	while read -r events other; do
		# The clocks differ by less than this. What is at a bucket's end may be in the next one.
		near "$other" "$events" "($events > 128000 ? $events / 128 : 1000)"
	done </tmp/pairs
	events=$(total_count /tmp/events.json)
	# The triggers take a wakeup of a task that runs still for one that takes as long as it runs on. Each
	# task is of normal priority at first, when whoever reads the module's alerts may preempt it.
	preempted=0
	[ $engine != module ] || preempted=$(($(echo $DELAYS_US | wc -w) + 1))
	near "$(total_count /tmp/$engine.json)" "$events" "$events / 100 + $preempted"
done

# One of normal priority is preempted by whoever reads: at most once in 5 ms of 4 s.
printf '#!/bin/sh\ni=0\nwhile [ $i -lt 60000 ]; do i=$((i + 1)); done\n' >/tmp/victim
chmod +x /tmp/victim
# shellcheck disable=SC2034 # for tracking
MEASURED=/tmp/busy.json
start wakeup -S module --comm victim -d 4s -T 0 -q
/tmp/victim
finish
echo "busy: $(total_count) delays"
holds "$(total_count) > 10"
holds "$(total_count) < 1000"
