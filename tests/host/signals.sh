#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Every signal that a program can catch ends a run in good order, SIGUSR1 has it write an interim
# result, SIGXFSZ is an error of one output; what is ignored, or kept out, when rtlat begins. Real runs
# of clock and spin, many at once.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
"$SRC/tests/golden/check_schema.py" || exit 77
cd "$work" || exit 1
schema=$SRC/Documentation/rtlat-result.schema.json

# start NAME [COMMAND...] -- ARGUMENT...: a run in the background, in a directory of that name; sets `pid`
start()
{
	local name=$1 through=()

	shift
	while [ "$1" != -- ]; do
		through+=("$1")
		shift
	done
	shift
	mkdir "$name"
	(cd "$name" && exec "${through[@]}" "$RTLAT" "$@" >out 2>err) &
	pid=$!
}

# started NAME...: until each says what it measures with, and a little longer
started()
{
	local i name

	for name; do
		for ((i = 0; i < 300; i++)); do
			grep -qs '^rtlat: measuring with' "$name/err" && break
			sleep 0.1
		done
	done
	sleep 0.5
}

# ended NAME PID STATUS
ended()
{
	wait "$2"
	set -- "$1" $? "$3"
	[ "$2" -eq "$3" ] || { fail "$1: status $2, expected $3"; sed 's/^/    /' "$1/err"; }
}

# says NAME FILE PATTERN
says()
{
	grep -q -- "$3" "$1/$2" || { fail "$1: no line '$3' in $2"; sed 's/^/    /' "$1/$2"; }
}

# Follows the schema, and its numbers agree.
whole()
{
	"$SRC/tests/golden/check_json.py" "$schema" "$1/result.json" >faults || fail "$1: $(cat faults)"
}

# Those of faults, of children, windows and the like have their own meaning.
ends_in_order()
{
	local named='HUP INT QUIT USR2 ALRM TERM STKFLT XCPU VTALRM PROF IO PWR RTMIN' number name first
	local -A pids=()

	first=$(kill -l RTMIN)
	for ((number = first + 1; number <= $(kill -l RTMAX); number++)); do
		named+=" RTMIN+$((number - first))"
	done
	for name in $named; do
		# There is a process for each, and its threads: it is not to be measured well.
		start "$name" -- hist -S clock -c 0 -P o:0 -p 100000 -d 1h -o json:result.json
		pids[$name]=$pid
	done
	# shellcheck disable=SC2086 # words of their own
	started $named
	for name in $named; do
		number=$name
		[ "${name#RTMIN+}" = "$name" ] || number=$((first + ${name#RTMIN+}))
		kill -s "$number" "${pids[$name]}"
	done
	for name in $named; do
		ended "$name" "${pids[$name]}" 0
		[ "$(tail -n 1 "$name/result.json")" = "}" ] || fail "$name: the result is cut off"
		says "$name" result.json "^\"stop\":\"signal SIG$name\",$"
		says "$name" out "^stopped by: signal SIG$name$"
		[ "$(echo "$name"/*)" = "$name/err $name/out $name/result.json" ] ||
			fail "$name: left behind: $(echo "$name"/*)"
	done
}

# The others that measure end as hist does; of those that only read results nothing is left.
every_command()
{
	local name command i
	local -A pids=() commands=(
		[top]='top -S clock -c 0 -P o:0' [top-quiet]='top -q -S clock -c 0 -P o:0'
		[noise]='osnoise hist -S spin -c 0 -P o:0' [noise-top]='osnoise top -S spin -c 0 -P o:0'
		[noise-top-quiet]='osnoise top -q -S spin -c 0 -P o:0 -r 200000'
	)

	for name in "${!commands[@]}"; do
		# shellcheck disable=SC2086 # words of their own
		start "$name" -- ${commands[$name]} -d 1h -o json:result.json
		pids[$name]=$pid
	done
	started "${!commands[@]}"
	for name in "${!commands[@]}"; do
		kill -s XCPU "${pids[$name]}"
	done
	for name in "${!commands[@]}"; do
		ended "$name" "${pids[$name]}" 0
		whole "$name"
		says "$name" result.json '^"stop":"signal SIGXCPU",$'
		[ "$(echo "$name"/*)" = "$name/err $name/out $name/result.json" ] ||
			fail "$name: left behind: $(echo "$name"/*)"
	done
	# At whatever step of reading and writing the signal comes.
	mkdir reading
	for command in merge report compare; do
		for ((i = 0; i < 20; i++)); do
			timeout -s USR2 0.00$((i / 4 + 1)) "$RTLAT" "$command" top/result.json \
				top-quiet/result.json --force -o json:reading/out.json >/dev/null 2>&1
			rm -f reading/out.json
			[ ! "$(ls -A reading)" ] || fail "$command: left behind: $(ls -A reading)"
		done
	done
}

# What does not end a program does not end a run; what suspends it does.
keeps_meaning()
{
	start others -- hist -S clock -c 0 -p 10000 -d 4s -o json:result.json
	started others
	kill -s CHLD "$pid"
	kill -s WINCH "$pid"
	kill -s URG "$pid"
	kill -s CONT "$pid"
	kill -s TSTP "$pid"
	sleep 0.5
	# In a process group without a terminal there is nobody who would resume it.
	case $(ps -o stat= -p "$pid") in
	T* | S* | R* | D*) ;;
	*) fail "others: it has ended" ;;
	esac
	kill -s CONT "$pid"
	ended others "$pid" 0
	says others result.json '^"stop":null,$'
	# A sanitizer has a handler of its own.
	ASAN_OPTIONS=handle_segv=0 start fault sh -c 'ulimit -c 0; exec "$@"' sh -- hist -S clock -c 0 -p 10000 -d 1h -o json:result.json
	started fault
	kill -s SEGV "$pid"
	{ wait "$pid"; } 2>/dev/null
	[ $? -eq 139 ] || fail "fault: it was caught"
}

# nohup(1) has SIGHUP ignored; a shell has SIGINT and SIGQUIT ignored in the background, but what is
# sent there is meant: see ends_in_order().
stays_ignored()
{
	start ignored sh -c 'trap "" HUP ALRM USR1; exec "$@"' sh -- \
		hist -S clock -c 0 -d 3 -q -o json:result.json
	started ignored
	kill -s HUP "$pid"
	kill -s ALRM "$pid"
	kill -s USR1 "$pid"
	ended ignored "$pid" 0
	says ignored result.json '^"stop":null,$'
	! grep -q interim ignored/err || fail "ignored: an interim result"
}

# Kept out by who started it, which no shell can do.
kept_out()
{
	start blocked python3 -c 'import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
os.execv(sys.argv[1], sys.argv[1:])' -- hist -S clock -c 0 -d 1h -q -o json:result.json
	started blocked
	kill -s TERM "$pid"
	ended blocked "$pid" 0
}

# interim NAME STEM OPTION...: a run of which an interim result is asked for; it goes on
interim()
{
	local name=$1 file

	shift
	start "$name" -- "$@" -d 1h -o json:result.json -o csv:result.csv -o text -o junit:junit.xml
	started "$name"
	kill -s USR1 "$pid"
	for ((i = 0; i < 100; i++)); do
		grep -q 'interim result after' "$name/err" && break
		sleep 0.1
	done
	says "$name" err '^rtlat: interim result after [0-9.]* s: 4 of 4 outputs written$'
	says "$name" err '^an interim result: the run goes on$'
	whole "$name"
	says "$name" result.json '^"stop":"an interim result: the run goes on",$'
	says "$name" result.json '"-d","1h"'
	for file in result.csv junit.xml; do
		[ -s "$name/$file" ] || fail "$name: no $file"
	done
	[ ! -s "$name/out" ] || fail "$name: standard output has something already"
	"$RTLAT" merge "$name/result.json" -q >/dev/null || fail "$name: it can't be read"
	kill -s TERM "$pid"
	ended "$name" "$pid" 0
	whole "$name"
	says "$name" result.json '^"stop":"signal SIGTERM",$'
	[ "$(find "$name" -type f | wc -l)" -eq 5 ] || fail "$name: left behind: $(echo "$name"/*)"
}

# A file that grows beyond its limit is an error of its own; the others are complete.
file_limit()
{
	mkdir limit
	# In units of 1024 bytes: the text has 8 kB, a few rows more or less, JSON over 70.
	(
		cd limit || exit
		ulimit -f 32
		exec "$RTLAT" hist -S clock -c 0 -d 2s --worst 100 -o json:result.json -o csv:result.csv \
			-o text:result.txt -q >out 2>err
	) &
	ended limit $! 1
	says limit err '^rtlat hist: result.json: File too large$'
	[ ! -e limit/result.json ] || fail "limit: a part of the result has its name"
	[ "$(wc -l <limit/result.csv)" -eq 5 ] || fail "limit: the other output is not complete"
	[ "$(find limit -type f | wc -l)" -eq 4 ] || fail "limit: left behind: $(echo limit/*)"
}

# What rtlat starts can be waited for, whoever ignores children.
children_ignored()
{
	local command=(python3 -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])')

	start children "${command[@]}" -- hist -S clock -c 0 -d 1s -q -T 1 -o json:result.json \
		--on-threshold 'shell,command=exit 0' --on-end 'shell,command=exit 0'
	ended children "$pid" 2
	[ ! -s children/out ] || sed 's/^/    /' children/err | grep action && fail "children: an action"
	command -v gnuplot >/dev/null || return
	start page "${command[@]}" -- report ../children/result.json -o page.html
	ended page "$pid" 0
}

# A signal between two runs starts no other one.
between_runs()
{
	start runs -- hist -S clock -c 0 -d 1s --iterations 20 -q -o json:result.json \
		--on-end 'shell,command=kill -TERM $PPID'
	ended runs "$pid" 0
	[ "$(find runs -name '*.json' | wc -l)" -eq 1 ] || fail "runs: $(echo runs/*)"
}

ends_in_order
every_command
keeps_meaning
stays_ignored
kept_out
interim latency hist -S clock -c 0
interim osnoise osnoise hist -S spin -c 0 -P o:0
interim tables top -q -S clock -c 0
file_limit
children_ignored
between_runs
((failures == 0))
