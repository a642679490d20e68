#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# --iterations and --gate-quorum: each result is kept, and so many failures make one of the whole.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
explaining=(err)
cd "$work" || exit 1

# repeat STATUS LINE OPTIONS...: of runs of $measure; LINE is a pattern for the last line that is said
repeat()
{
	local expected=$1 line=$2 status

	shift 2
	"$RTLAT" "${measure[@]}" -d 1 -q "$@" >out 2>err
	status=$?
	((status == expected)) && [[ $(tail -n 1 err) =~ ^$line$ ]] && return
	fail "status $status, expected $expected and '$line': $*"
}

# kept GATE: each result, and its table
kept()
{
	mkdir no.dir
	repeat 0 'rtlat: 0 of 3 runs failed, verdict: pass' --iterations 3 --gate "$1" \
		-o json:result.json -o csv:./no.dir/.hidden -o tap:name -o openmetrics:m.prom
	[[ $(ls -A . no.dir | tr '\n' ' ') == '.: err m.prom name-1 name-2 name-3 no.dir out result-1.json result-2.json result-3.json  no.dir: .hidden-1 .hidden-2 .hidden-3 ' ]] ||
		fail "files: $(ls -A . no.dir | tr '\n' ' ')"
	(($(grep -c '^# rtlat .*histogram$' out) == 3)) || fail 'not three tables'
	cmp -s result-1.json result-3.json && fail 'the same result again'
	rm -r ./*
}

measure=(osnoise hist -S spin -c 0)
kept 'noise.max<1000s'
repeat 2 'rtlat: 2 of 2 runs failed, verdict: fail' --iterations 2 --gate 'noise.min<1ns'
measure=(hist -S clock)
kept 'thread.max<1000s'

# Runs that fail, and as many as it takes.
repeat 2 'rtlat: 2 of 2 runs failed, verdict: fail' --iterations 2 --gate 'thread.min<1ns'
repeat 2 'rtlat: 2 of 2 runs failed, verdict: fail' --iterations 2 --gate-quorum 2 \
	--gate 'thread.min<1ns'
# stopped STATUS VERDICT OPTIONS...: the first of two runs is stopped for half its time, so that it fails
stopped()
{
	local expected=$1 verdict=$2 pid status

	shift 2
	rm -f err
	"$RTLAT" hist -S clock -p 10000 -d 2 -q --iterations 2 --gate 'missed<70' "$@" >out 2>err &
	pid=$!
	for _ in {1..100}; do
		grep -qs '^rtlat: measuring with' err && break
		sleep 0.1
	done
	sleep 0.3
	kill -STOP $pid
	sleep 1
	kill -CONT $pid
	wait $pid
	status=$?
	((status == expected)) && [[ $(tail -n 1 err) == "rtlat: 1 of 2 runs failed, verdict: $verdict" ]] &&
		return
	fail "status $status, expected $expected and $verdict: $*"
}

stopped 2 fail
stopped 0 pass --gate-quorum 2
repeat 1 'rtlat hist: /nosuch/x-1: No such file or directory' --iterations 2 -o csv:/nosuch/x
repeat 77 'rtlat: error: no clock: .*' --iterations 2 --gate 'irq.max<1s'

# What a longer series has left is not removed, but named, before the runs.
rm -f ./result-* ./other*
repeat 0 'rtlat: 0 of 3 runs failed, verdict: pass' --iterations 3 -o json:result.json -o tap:other
! grep left err || fail 'what is of this series is called left'
repeat 0 'rtlat: 0 of 2 runs failed, verdict: pass' --iterations 2 -o json:result.json
[[ $(head -n 1 err) == 'rtlat hist: result-3.json: left over from another series: remove before you merge these' ]] ||
	fail 'one that is left'
touch result-4.json result-7.json
repeat 0 'rtlat: 0 of 2 runs failed, verdict: pass' --iterations 2 -o json:result.json -o tap:./other
[[ $(head -n 2 err) == 'rtlat hist: result-3.json to result-7.json: left over from another series: remove before you merge these'$'\n''rtlat hist: ./other-3: left over from another series: remove before you merge these' ]] ||
	fail 'several that are left'
[[ -e result-3.json && -e result-4.json && -e result-7.json && -e other-3 ]] || fail 'removed'
touch result-2.csv

# A signal ends all of it.
"$RTLAT" hist -S clock -d 1h -q --iterations 5 -o csv:result.csv >out 2>err &
pid=$!
for _ in {1..100}; do
	grep -qs '^rtlat: measuring with' err && break
	sleep 0.1
done
sleep 0.5
kill -INT $pid
wait $pid
(($? == 0)) || fail 'status after a signal'
[[ $(tail -n 1 err) == 'rtlat: 0 of 1 runs failed, verdict: pass' && -e result-1.csv ]] ||
	fail 'after a signal'
grep -q '^rtlat hist: result-2.csv: left over from another series' err || fail 'left after a signal'
((failures == 0))
