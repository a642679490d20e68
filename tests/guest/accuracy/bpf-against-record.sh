#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt
# check: rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# modules: preemptirq_delay_test
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# The programs of bpf and the kernel's own tracer measure the same: with the same load, one after the
# other, their average latencies differ by less than half a microsecond.

. /tests/lib/common.sh
. /tests/lib/delay.sh

# average SOURCE COMMAND...: of the IRQ and the thread latency while that runs, ns
average()
{
	source=$1
	shift
	"$@" &
	measure 0 -S "$source" -c 0 -d 4s
	wait
	echo "$(field 0 irq avg_ns) $(field 0 thread avg_ns)"
}

# same WHAT COMMAND...
same()
{
	what=$1
	shift
	# Word by word, those of record and of bpf.
	# shellcheck disable=SC2046
	set -- $(average record "$@") $(average bpf "$@")
	echo "$what: IRQ latency $1 ns by record, $3 by bpf; thread latency $2 and $4"
	holds "$1 - $3 < 500 && $3 - $1 < 500"
	holds "$2 - $4 < 500 && $4 - $2 < 500"
}

# delays MODE: of half a period, in all its phases
delays()
{
	modprobe $MODULE test_mode="$1" delay=500
	sleep 1
	sweep $TRIGGER 3000 5000 200
	rmmod $MODULE
}

await_clock
same 'no load' sleep 4
same 'interrupts off' delays irq
same 'preemption off' delays preempt
