#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt
# check: debian-6.12-rt
# cpus: 1
# mode: virtual
# timeout: 200
#
# Where the kernel's loop itself takes longer than the threshold, nearly all is noise, more than can be
# read: the kernel counts it. Nothing is lost, the totals are what the kernel sums up of each period, and
# rtlat is no large source of noise itself.

. /tests/lib/common.sh

SUMS=$TRACING/instances/sums

# flood OPTION...: a run, and the kernel's sums of its periods, from an instance of the test's own, which
# gets the tracer once the run has it
flood()
{
	mkdir "$SUMS"
	measure 0 "$@" &
	run=$!
	until grep -qw osnoise "$TRACING"/instances/rtlat-*/current_tracer 2>/dev/null; do
		sleep 0.05
	done
	echo osnoise >"$SUMS/current_tracer"
	wait $run || fail "$*: status $?"
	sed -n 's/^.*: *\([0-9]* *[0-9]* *[0-9.]* .*\)$/\1/p' "$SUMS/trace" | grep '^[0-9]' >/tmp/sums
	echo nop >"$SUMS/current_tracer"
	rmdir "$SUMS"
}

now_measure 'osnoise top' noise
# What a kernel does for some time after it has booted is over.
sleep 15
flood -c 0 -S osnoise -T 1 -d 5s
cat /tmp/sums /tmp/result.txt
runtime=$(noise_of 0 runtime_ns)
noise=$(noise_of 0 noise_ns)
count=$(field 0 noise count)
lost=$(field 0 noise lost)
echo "runtime $runtime noise $noise count $count lost $lost"
# It is a flood,
holds "$count + $lost > 100000 && $noise > $runtime * 0.5"
# and fits into the runtime, as much as there is in 5 s; each period, and each source do.
holds "$noise <= $runtime && $runtime > 4500000000 && $runtime < 5500000000"
holds "$(noise_of 0 max_period_ns) <= 1100000000"
percent=$(sed -n '/^sources:/,/^[a-z]*: /p' /tmp/result.txt | awk '$4 ~ /^[0-9.]+$/ { sum += $4 }
	END { print sum + 0 }')
echo "sources: $percent %"
holds "$percent > 0 && $percent <= 100"
# What is read and what is counted is all of the noise, to half a bucket's 512 ns of some 9 us.
says /tmp/result.txt '^note: noise comes faster than it can be read: the kernel counts noise of up to 100 us'
holds "$lost == 0"
near "$count * $(field 0 noise avg_ns)" "$noise" "$noise * 0.06"
own=$(sed -n 's/^ *[0-9]* *\([0-9]*\) .* thread rtlat:[0-9]*$/\1/p' /tmp/result.txt |
	awk '{ sum += $1 } END { print sum + 0 }')
echo "own noise: $own us"
holds "$own > 0 && $own * 1000 < $runtime * 0.08"
# A part of a microsecond of each period is not in the kernel's sums; nor, of the one that the end of the
# run breaks off, what comes once the kernel's thread is told to stop, which is no longer than the largest
# noise. Periods of after the run may follow.
awk -v ours="$runtime" '{
	if (runtime + $1 > ours / 1000 + 1)
		exit
	runtime += $1; noise += $2; hw += $5; periods++
} END { print runtime, noise, hw, periods + 0 }' /tmp/sums >/tmp/kernel
read -r k_runtime k_noise k_hw periods </tmp/kernel
echo "kernel: runtime $k_runtime noise $k_noise hw $k_hw of $periods periods"
[ "$periods" -ge 5 ] || fail 'the kernel has too few periods'
tail=0
[ "$(noise_of 0 periods)" -eq "$periods" ] || tail=$(field 0 noise max_ns)
near "$runtime / 1000" "$k_runtime" "$periods + $tail / 1000"
near "$noise / 1000" "$k_noise" "$periods + $tail / 1000"
# There is no more than one in 5 us.
near "$(noise_of 0 hardware)" "$k_hw" "$tail / 5000"
