#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What --on-threshold and --on-end do, with real runs of clock and of spin: every thread latency is a
# microsecond or more, and each noise can be, so that the first sample reaches a limit of one.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
explaining=(err)
cd "$work" || exit 1

# run STATUS OPTION...: a run of $measure that must end so
run()
{
	local expected=$1 status

	shift
	rm -f acted result.json
	"$RTLAT" "${measure[@]}" -q -c 0 -d 2s "$limit" 1 -o json:result.json "$@" >out 2>err
	status=$?
	[ "$status" -eq "$expected" ] || fail "status $status, not $expected: $*"
	[ -s result.json ] || fail "no result: $*"
}

# number MEMBER: the last of that name in the line of what reached the limit
number()
{
	sed -n "s/^\"exceeded\":.*\"$1\":\([0-9]*\).*/\1/p" result.json
}

# Commands are told what happened, and may have commas.
environment()
{
	# shellcheck disable=SC2016 # for the shell that rtlat starts
	run 2 --on-threshold 'shell,command=echo $RTLAT_CPU,$RTLAT_CONTEXT,$RTLAT_LATENCY_NS,$RTLAT_THRESHOLD_NS,$RTLAT_SEQ >acted'
	[ "$(cat acted)" = "0,$context,$(number latency_ns),1000,1" ] || fail "told: $(cat acted)"
	grep -q '^"stop":"threshold",$' result.json || fail "it was not the threshold that stopped it"
}

# In their order, up to the first that fails; the result is written all the same.
order()
{
	run 2 --on-threshold 'shell,command=echo 1 >>acted' \
		--on-threshold 'shell,command=echo 2 >>acted'
	[ "$(paste -sd " " acted)" = "1 2" ] || fail "order: $(cat acted)"
	run 1 --on-threshold 'shell,command=echo 1 >>acted' \
		--on-threshold 'shell,command=echo 2 >>acted; exit 3' \
		--on-threshold 'shell,command=echo 3 >>acted' --on-threshold continue
	[ "$(paste -sd " " acted)" = "1 2" ] || fail "after a failure: $(cat acted)"
	grep -q "ended with status 3$" err || fail "the failure is not said"
	grep -q '^"stop":"an action that failed",$' result.json || fail "what stopped it"
}

# While an action is at work, so is the run: no period is without a sample or missed.
goes_on()
{
	local count

	run 0 --on-threshold 'shell,command=echo hit >>acted; sleep 0.2' --on-threshold continue \
		-o junit:result.xml
	grep -q '^"verdict":{"status":"pass","reasons":\[\]' result.json || fail "continue: no pass"
	grep -q '<testsuite[^>]* failures="0"' result.xml || fail "continue: a case fails"
	[ "$(grep -c hit acted)" -ge 3 ] || fail "continue: $(grep -c hit acted) hits"
	count=$(sed -n 's/^"total":{"count":\([0-9]*\),"missed":\([0-9]*\),.*/\1 + \2/p' result.json)
	[ "$context" = noise ] || { [ $((count)) -ge 1998 ] && [ $((count)) -le 2002 ]; } ||
		fail "continue: $count periods"
	grep -q '^"duration_ns":2000000000,$' result.json || fail "continue: not to the end"
	[ "$(number seq)" -eq 1 ] || fail "continue: the first is sample $(number seq)"
}

signals()
{
	local got=

	trap 'got=yes' USR1
	run 2 --on-threshold signal,num=10,pid=parent
	[ "$got" ] || fail "no signal for the parent"
	got=
	run 2 --on-threshold "signal,pid=$$,num=10"
	[ "$got" ] || fail "no signal by pid"
	run 1 --on-threshold signal,num=10,pid=2147483647
	grep -q 'cannot send signal 10 to process 2147483647' err || fail "a signal to nobody"
	trap - USR1
}

# At the end the files are there, whether or not a limit was reached.
at_end()
{
	run 2 --on-end 'shell,command=cp result.json acted'
	cmp result.json acted || fail "at the end there was no result"
	run 0 "$limit" 1000000000 -d 1s --on-end 'shell,command=echo end >acted' \
		--on-threshold 'shell,command=echo hit >acted'
	[ "$(cat acted)" = end ] || fail "without a limit reached: $(cat acted)"
	run 1 --on-end 'shell,command=exit 1'
}

# hangs OPTION...: the run has an action that does not end, which names one of its processes in "hanging", and
# is `pid` once that is at work
hangs()
{
	local i

	rm -f hanging
	"$RTLAT" "${measure[@]}" -q -c 0 -d 1h -o json:result.json "$@" >out 2>err &
	pid=$!
	for ((i = 0; i < 300; i++)); do
		[ ! -s hanging ] || break
		sleep 0.1
	done
}

# A signal that ends the run ends an action as well, with all its processes.
ended_by_signal()
{
	local pid i state status command='trap "" TERM; (trap "" TERM; exec sleep 1234) & echo $! >hanging; wait'

	rm -f result.json
	hangs "$limit" 1 --on-threshold "shell,command=$command" --on-threshold continue
	SECONDS=0
	kill -TERM $pid
	wait $pid
	status=$?
	[ $status -eq 1 ] || fail "a signal while an action hangs: status $status"
	[ $SECONDS -lt 30 ] || fail "a signal while an action hangs: $SECONDS s"
	grep -q "^rtlat: action: '.*' was ended by the signal to rtlat$" err || fail "it is not said"
	grep -q '^"stop":"signal SIGTERM",$' result.json || fail "a signal while an action hangs: the result"
	# Who ends it does not wait for it; nobody may have asked for its status either.
	for ((i = 0; i < 50; i++)); do
		state=$(ps -o stat= -p "$(cat hanging)")
		[[ $state && $state != Z* ]] || break
		sleep 0.1
	done
	[ $i -lt 50 ] || fail "a process of the action is left: $state"
}

# What an action does last may be such a signal.
own_signal()
{
	# shellcheck disable=SC2016 # for the shell that rtlat starts
	run 0 --on-threshold 'shell,command=kill -INT $PPID; sleep 0.3' --on-threshold continue
	grep -q '^"stop":"signal SIGINT",$' result.json || fail "an action's signal did not end the run"
}

# An action has its time. Beside all else, for it is a minute.
time_is_over()
{
	mkdir limit
	(
		cd limit || exit
		exec "$RTLAT" hist -S clock -c 0 -p 100000 -q -d 1s -o json:result.json 			--on-end 'shell,command=sleep 1234; echo too late' >out 2>err
	) &
	limit_pid=$!
	limit_begin=$(date +%s)
}

time_was_over()
{
	local status took

	wait $limit_pid
	status=$?
	took=$(($(date +%s) - limit_begin))
	cp limit/err err
	[ $status -eq 1 ] || fail "an action without end: status $status"
	[ $took -ge 60 ] || fail "an action without end: ended after $took s"
	grep -q "^rtlat: action: 'sleep 1234; echo too late' was stopped: it took more than 60 s$" err ||
		fail "an action without end: it is not said"
	grep -q '^"stop":null,$' limit/result.json || fail "an action without end: no result"
}

all()
{
	environment
	order
	goes_on
	signals
	at_end
}

time_is_over
measure=(hist -S clock) limit=-T context=thread
all
ended_by_signal
own_signal
# -T is the threshold: of two microseconds, so that each noise is more than one.
measure=(osnoise hist -S spin -T 2) limit=-s context=noise
all
time_was_over
((failures == 0))
