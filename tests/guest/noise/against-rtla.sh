#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt rtlat-6.12-rt
# check: rtlat-6.12-rt
# cpus: 2
# mode: deterministic
# append: isolcpus=1 rcu_nocbs=1 irqaffinity=0
# modules: hidden
# timeout: 400
# alone: yes
# add: build/tests/tools:/usr/local/bin /usr/bin/rtla
#
# Under the same load rtla and rtlat see the same noise, on a CPU that has nothing to do with either of
# them: half of each millisecond is a thread's, and after it comes a noise that looks as if it were the
# hardware's. Of what else there is, there are more or fewer in each run: that CPU is isolated, and
# what is planted is so often that the rest is less than what is checked.

. /tests/lib/common.sh
. /tests/lib/delay.sh

now_measure 'osnoise top' noise
OUT=/tmp/rtla.txt

# rates: per second of runtime: noise in us, then hw, irq and thread
rtla_rates()
{
	awk '/^ *1 #/ {
		s = $3 / 1000000
		printf "%.1f %.2f %.2f %.2f %.5f\n", $4 / s, $8 / s, $10 / s, $12 / s, $5
	}' $OUT
}

rtlat_rates()
{
	s="($(noise_of 1 runtime_ns) / 1000000000)"
	awk "BEGIN { printf \"%.1f %.2f %.2f %.2f %.5f\\n\", $(noise_of 1 noise_ns) / 1000 / $s,
		$(noise_of 1 hardware) / $s, $(noise_of 1 irq) / $s, $(noise_of 1 thread) / $s,
		100 - $(noise_of 1 noise_ns) / 10000000 / $s }"
}

# agree NAME COLUMN: to 1 %
agree()
{
	a=$(echo "$theirs" | cut -d ' ' -f "$2")
	b=$(echo "$ours" | cut -d ' ' -f "$2")
	awk "BEGIN { exit !($a - $b <= $a / 100 && $b - $a <= $a / 100) }" ||
		fail "$1: rtla $a, rtlat $b"
}

await_clock
echo 1 >/sys/devices/virtual/workqueue/cpumask
echo 1000 >/proc/sys/vm/stat_interval
# What a kernel does for some time after it has booted is not there for both.
sleep 20
hog 1 97 0.5 0.5 120 /dev/null &
load=$!
# Our tracer looks at the clock again after it has reported: nothing can be hidden there.
hidden=yes
[ ! -e "$TRACING/osnoise/per_cpu/cpu1/timerlat_hist" ] || hidden=no
[ $hidden = no ] || modprobe hidden
taskset 1 timeout 60 rtla osnoise top -q -c 1 -T 3 -d 10s >$OUT 2>&1 || fail "rtla: $(cat $OUT)"
theirs=$(rtla_rates)
for sources in '' --no-sources; do
	# shellcheck disable=SC2086 # an option or none
	measure 0 -c 1 -T 3 -d 10s $sources
	ours=$(rtlat_rates)
	echo "noise, hw, irq, thread, percent available: rtla $theirs; rtlat $sources $ours"
	agree noise 1
	[ $hidden = no ] || agree hw 2
	agree irq 3
	agree thread 4
	agree available 5
done
kill $load
