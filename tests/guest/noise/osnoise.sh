#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt debian-6.12 rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin /usr/bin/chrt
# modules: plant
# timeout: 300
#
# Who takes the CPU is named, and for which share of it: a thread that is busy for a tenth of
# the time, and a storm of interrupts, each to 5 %; by the tracer and by BPF. The thread's share has
# the start and the end of its program in it, 6 ms on the slowest kernel.

. /tests/lib/common.sh
. /tests/lib/delay.sh
. /tests/lib/cause.sh

now_measure 'osnoise top' noise

# planted_ns: all that was planted within the run
planted_ns()
{
	awk '{ sum += $2 - $1 } END { printf "%.0f\n", sum }' $PLANTED
}

# share_is KIND NAME: that source took what was planted
share_is()
{
	time=$(source_time 0 "$1" "$2")
	planted=$(planted_ns)
	runtime=$(noise_of 0 runtime_ns)
	echo "$1 $2: $time ns of $planted planted, in $runtime ns, each:" \
		"$(awk '{ print $2 - $1 }' $PLANTED | tr '\n' ' ')"
	near "$time" "$planted" "$planted * 0.05"
	grep -q "$1 $2" /tmp/result.txt || fail "$1 $2 is not in the text: $(cat /tmp/result.txt)"
}

# check_source SOURCE
check_source()
{
	echo "$1:"
	(sleep 0.5; hog 0 97 10 90 2 $PLANTED) &
	measure 0 -d 3s -S "$1"
	wait
	share_is thread hog
	holds "$planted > 160000000"
	# Of the whole CPU, in percent: what is available, and what the hog took.
	[ "$(field 0 noise lost)" = 0 ] || fail 'samples were lost'
	holds "$(noise_of 0 noise_ns) > $planted && $(noise_of 0 noise_ns) < $planted * 1.5"
	holds "$(source_count 0 thread hog) >= 16"

	modprobe plant
	(sleep 0.5; repeat 20 3000 /sys/kernel/plant/storm; cat /sys/kernel/plant/planted >$PLANTED) &
	measure 0 -d 3s -S "$1"
	wait
	share_is irq irq_work
	rmmod plant

	# A device's interrupts, of which the serial port has one for each 16 bytes.
	stty -F /dev/ttyS0 raw -echo
	(sleep 0.5; yes | head -c 20000 >/dev/ttyS0) &
	measure 0 -d 2s -S "$1"
	wait
	holds "$(source_count 0 irq ttyS0) >= 20000 / 16 * 0.9"
}

await_clock
! has_osnoise || check_source osnoise
! has_bpf || check_source bpf
