#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 2
# mode: virtual
# modules: rtlat
# timeout: 360
#
# However a run ends, by any signal that a program can catch or by SIGKILL, the machine is as it was
# before: at once when rtlat can, else when the next rtlat starts. Only one run changes the machine at a
# time.

. /tests/lib/common.sh

before=$(machine_state)

same_as_before()
{
	[ "$(machine_state)" = "$before" ] || fail "$1: not restored: $(machine_state)"
}

# The metrics are there as soon as it measures, which may be long after the first change.
start()
{
	rm -f /tmp/running.prom
	# shellcheck disable=SC2086 # words of their own
	rtlat $COMMAND -q "$@" -o csv:$CSV -o json:$MEASURED -o openmetrics:/tmp/running.prom \
		>/tmp/result.txt 2>/tmp/result.err &
	pid=$!
	until [ -e /tmp/running.prom ]; do
		kill -0 $pid 2>/dev/null || fail "it has ended: $(cat /tmp/result.err)"
		sleep 0.1
	done
	sleep 1.5
	[ "$(machine_state)" != "$before" ] || fail 'the run changed nothing'
}

# check_endings SIGNALS OPTION...: of a run with these; by a signal that all of rtlat's processes get,
# as they do from a terminal
check_endings()
{
	signals=$1
	shift
	for signal in $signals; do
		rm -f $CSV $MEASURED
		start "$@"
		# shellcheck disable=SC2046 # words of their own
		kill -"$signal" $(pidof rtlat)
		wait $pid || fail "signal $signal: exit status $?: $(cat /tmp/result.txt /tmp/result.err)"
		same_as_before "signal $signal"
		says $MEASURED '^"stop":"signal SIG'
		holds "$(accounted 0) + $(accounted 1) > 1000"
		tail -n 1 $MEASURED | grep -q '}' || fail 'the JSON is cut short'
	done

	start "$@"
	kill -9 $pid
	wait $pid
	[ "$(machine_state)" != "$before" ] || fail 'nothing was left to restore'
	rtlat check >/dev/null 2>/tmp/check.err || fail 'rtlat check failed'
	same_as_before 'kill -9, then check'
	says /tmp/check.err 'killed rtlat'

	start "$@"
	kill -9 $pid
	wait $pid
	measure 0 -d 1s "$@"
	same_as_before 'kill -9, then a run'

	start "$@"
	kill -9 $pid
	wait $pid
	(now_measure hist thread; measure 0 -d 1s -S clock) || exit 1
	same_as_before 'kill -9, then a run that changes nothing'

	start "$@"
	# shellcheck disable=SC2086 # words of their own
	rtlat $COMMAND -d 1s "$@" >/dev/null 2>/tmp/second.err && fail 'a second run was let in'
	# The module knows that there is one, not which.
	owner="process $pid"
	! grep -q '^rtlat ' /proc/modules || owner='another process measures there'
	says /tmp/second.err "$owner"
	kill -0 $pid || fail 'the second run ended the first'
	rtlat restore 2>/tmp/second.err && fail 'restore took a living run for a dead one'
	says /tmp/second.err "process $pid"
	kill -TERM $pid
	wait $pid || fail "the first run ended with $?"
	same_as_before 'two runs'
}

has_timerlat_fd && check_endings 'INT TERM USR2 64' -u
check_endings 'HUP QUIT ALRM' -k
of_noise check_endings 'TERM XCPU 34'
