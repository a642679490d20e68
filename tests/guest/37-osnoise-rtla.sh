#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt rtlat-6.12-rt
# cpus: 2
# mode: deterministic
# timeout: 300
# alone: yes
# add: build/tests/tools:/usr/local/bin /usr/bin/rtla
#
# Under the same load rtla and rtlat see the same noise, on a CPU that has nothing to do with either of
# them: every other millisecond is a thread's. Of what there is a few times a second, as of noise by
# hardware, there is another number each time.

. /tests/common
. /tests/delay

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
hog 1 97 1 1 120 /dev/null &
load=$!
timeout 60 rtla osnoise top -q -c 1 -T 1 -d 6s >$OUT 2>&1 || fail "rtla: $(cat $OUT)"
theirs=$(rtla_rates)
measure 0 -c 1 -T 1 -d 6s --no-sources
ours=$(rtlat_rates)
echo "noise, hw, irq, thread, percent available: rtla $theirs; rtlat $ours"
agree noise 1
agree irq 3
agree thread 4
agree available 5
kill $load
