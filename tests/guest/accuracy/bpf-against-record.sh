#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt
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
	measure 0 -S "$source" -c 0 -d 8s
	wait
	echo "$(field 0 irq avg_ns) $(field 0 thread avg_ns)"
}

# near_enough RECORD_IRQ RECORD_THREAD BPF_IRQ BPF_THREAD
near_enough()
{
	echo "$what: IRQ latency $1 ns by record, $3 by bpf; thread latency $2 and $4"
	awk "BEGIN { exit !($1 - $3 < 500 && $3 - $1 < 500 && $2 - $4 < 500 && $4 - $2 < 500) }"
}

# same WHAT COMMAND...: work of the guest's own, in one run of all, may make a microsecond
same()
{
	what=$1
	shift
	for _ in 1 2 3; do
		# shellcheck disable=SC2046 # words: two numbers each
		near_enough $(average record "$@") $(average bpf "$@") && return
	done
	fail "$what: they differ by 500 ns or more"
}

# delays MODE: in all phases of the period. Longer ones would make more of a difference by what phases
# they have than by who measures.
delays()
{
	modprobe $MODULE test_mode="$1" delay=200
	sleep 1
	sweep $TRIGGER 3000 5000 200
	rmmod $MODULE
}

await_clock
same 'no load' sleep 8
same 'interrupts off' delays irq
same 'preemption off' delays preempt
