#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt
# check: debian-6.12-rt
# cpus: 1
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 300
#
# What people and scripts are used to from rtla is accepted and means the same, where that takes a
# tracer; tests/host/rtla-habits.sh has the rest. A line is a run while a hog has the CPU for 5 ms of
# every 50, from a second after its begin.

. /tests/lib/common.sh

OUT=/tmp/out
ERR=/tmp/err

# without PATTERN: not in what the last run printed
without()
{
	! grep -q -- "$1" $OUT || { cat $OUT; fail "has '$1'"; }
}

# habit STATUS PATTERN COMMAND...: a line of standard output; - for none
habit()
{
	expected=$1
	pattern=$2
	shift 2
	rm -f ./*
	(sleep 1; exec hog 0 99 5 45 10) &
	status=0
	"$@" -q -c 0 -d 4 >$OUT 2>$ERR || status=$?
	kill $! 2>/dev/null
	wait
	[ "$status" -eq "$expected" ] || { cat $OUT $ERR; fail "$*: status $status, not $expected"; }
	[ "$pattern" = - ] || says $OUT "$pattern"
	echo "$*: as expected"
}

mkdir -p /tmp/habits /tmp/names
cd /tmp/habits || exit
ln -s "$(command -v rtlat)" /tmp/names/timerlat

habit 2 '^rtlat timerlat hit stop tracing$' /tmp/names/timerlat top -k -T 2000
says $OUT '^  Blocking thread: *[0-9.]*[mu]s .* thread hog:'
says $OUT '^  Timerlat IRQ duration: '
habit 2 '^Blocking thread stack trace' rtlat hist -k -a 2000
says $OUT '^  Blocking thread: '
says $OUT '^  Saving trace to timerlat_trace.txt$'
[ -s timerlat_trace.txt ] || fail 'no trace'
habit 2 '^Blocking thread stack trace' rtlat hist -k -T 2000 -s 2000 --no-aa
without '^  Blocking thread: '
habit 2 '^Blocking thread stack trace' rtlat hist -k -a 2000 --no-aa -t=x.txt
says $OUT '^  Saving trace to x.txt$'
habit 2 '^Printing CPU tasks:' rtlat top -k -T 2000 --dump-tasks
# Of -a, -T and -i the last one counts.
habit 2 'hit stop tracing$' rtlat top -k -T 3000000 -i 3000000 -a 2000
says $OUT ', limit 2000us'
habit 2 'hit stop tracing$' rtlat top -k -a 3000000 -T 2000
habit 0 - rtlat top -k -a 2000 -T 3000000 -i 3000000
habit 0 - rtlat top -k -a 2000 -T 0 -i 0
# Where nothing can trigger, nothing is traced or kept.
habit 0 - rtlat top -k -t -s 5 --dump-tasks
[ "$(ls)" = '' ] || fail "left: $(ls)"
habit 0 - rtlat top -k -T 2000 -o text -o json:r.json --on-threshold trace --on-threshold continue
says $ERR '^rtlat: the trace is in timerlat_trace.txt$'
without 'hit stop tracing'
says r.json '^"verdict":{"status":"pass"'
habit 0 '^threshold: ' rtlat top -k -T 2000 --no-aa --on-threshold continue
without '^  [A-Z].*: .* %'
habit 2 '^rtlat osnoise hit stop tracing$' rtlat osnoise top -T 5 -s 3000000 -a 2000
says $OUT '^  Saving trace to osnoise_trace.txt$'
habit 0 - rtlat osnoise top -a 2000 -s 0
# By now the kernel has ended what keeps it busy after its start.
habit 2 '^Max timerlat IRQ latency from idle: [0-9]*\.[0-9][0-9] us in cpu 0$' rtlat top -k -a 2000
# Who asks for the tracer's own alignment is not given another measurement.
if grep -q TIMERLAT_ALIGN $TRACING/osnoise/options; then
	habit 0 - rtlat hist -A 100 -k
else
	habit 77 - rtlat hist -A 100
	says $ERR 'no option TIMERLAT_ALIGN'
fi
habit 0 '^# Source: clock' rtlat hist -A 100 -S clock
