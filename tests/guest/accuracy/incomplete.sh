#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12
# check: debian-6.12
# cpus: 1
# mode: virtual
# timeout: 120
#
# What was lost proves nothing: a gate on a bound is undecided and fails, whatever the options of the
# top level are, which a new instance takes over. A run that measured nothing is an error.

. /tests/lib/common.sh

calls()
{
	dd if=/dev/zero of=/dev/null bs=1 count=2000000 2>/dev/null
}

# What dd does is more than the buffer takes.
undecided()
{
	calls &
	status=0
	rtlat track syscall -S events --trace-buffer-size 4 -d 3s -o json:$MEASURED -o text \
		--gate 'delay.max<100s' --gate 'count>=1' --gate 'lost==0' \
		>/tmp/result.txt 2>/tmp/result.err || status=$?
	kill $!
	wait
	[ $status -eq 2 ] || { cat /tmp/result.txt; fail "status $status of a run that lost"; }
	says /tmp/result.txt '^gate delay.max<100s: undecided, as the result is incomplete, it was '
	says /tmp/result.txt '^gate count>=1: held, '
	says /tmp/result.txt '^gate lost==0: failed, '
	says $MEASURED '"complete":false'
	says $MEASURED '"outcome":"undecided"'
}

undecided
for option in nooverwrite stacktrace raw hex bin; do
	echo $option >"$TRACING/trace_options"
done
undecided
for option in overwrite nostacktrace noraw nohex nobin; do
	echo $option >"$TRACING/trace_options"
done

# empty STATUS OPTION...
empty()
{
	expected=$1
	shift
	status=0
	rtlat track wakeup --comm no-such-name -d 1s "$@" >/tmp/result.txt 2>&1 || status=$?
	[ $status -eq "$expected" ] || { cat /tmp/result.txt; fail "$*: status $status"; }
}

empty 1 -S events
says /tmp/result.txt 'no delay was measured'
empty 2 -S events --gate 'delay.max<1us' --allow-empty --gate 'count>0'
empty 0 -S events --gate 'delay.max<1us' --allow-empty
empty 1 -S hist
