#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Wrong usage: one line that says what was expected, one that says where help is, status 129,
# nothing on standard output. Help: standard output, status 0, every option in it.
set -u

: "${RTLAT:?the program}" "${SRC:?the source directory}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/y"
failures=0

fail()
{
	echo "FAIL $*"
	sed 's/^/    /' "$work/out" "$work/err"
	failures=$((failures + 1))
}

run()
{
	timeout 10 "$RTLAT" "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
}

# bad NAME TEXT ARGUMENTS...: NAME is what the messages call the command ("" for rtlat itself)
bad()
{
	local name=$1 text=$2 first second third

	shift 2
	run "$@"
	{ read -r first; read -r second; read -r third; } <"$work/err"
	if [ "$status" -ne 129 ] || [ -s "$work/out" ] || [ -n "$third" ] ||
	   [ "$second" != "Try 'rtlat${name:+ $name} --help'" ] ||
	   [ "$(wc -l <"$work/err")" -ne 2 ]; then
		fail "status $status: rtlat $*"
	elif [[ $first != "rtlat${name:+ $name}: "*"$text"* ]]; then
		fail "no '$text': rtlat $*"
	fi
}

# good STATUS TEXT ARGUMENTS...: all of it on standard output
good()
{
	local expected=$1 text=$2

	shift 2
	run "$@"
	if [ "$status" -ne "$expected" ] || [ -s "$work/err" ] ||
	   ! grep -qF -- "$text" "$work/out"; then
		fail "status $status, expected $expected and '$text': rtlat $*"
	fi
}

bad_values()
{
	local command=$1
	local cpus
	local time="expected a time from 1s to 3650d" period="expected a period from 20 to 1000000"
	local list="expected a list of CPUs" sched="expected o:-20..19, f:1..99"

	cpus="expected CPUs of $(cat /sys/devices/system/cpu/possible)"
	bad "$command" "-d abc: $time" "$command" -d abc
	bad "$command" "-d -1: $time" "$command" -d -1
	bad "$command" "-d 0x10: $time" "$command" -d 0x10
	bad "$command" "-d 5y: $time" "$command" -d 5y
	bad "$command" "-d 0: $time" "$command" -d 0
	bad "$command" "-d '': $time" "$command" -d ''
	bad "$command" "-d 1 : $time" "$command" -d '1 '
	bad "$command" "--duration 1.5: $time" "$command" --duration=1.5
	bad "$command" "-d 3651d: $time" "$command" -d 3651d
	bad "$command" "-p 0: $period" "$command" -p 0
	bad "$command" "-p 1: $period" "$command" -p 1
	bad "$command" "-p 1000001: $period" "$command" -p 1000001
	bad "$command" "-p +100: $period" "$command" -p +100
	bad "$command" "-p 99999999999999999999: $period" "$command" -p 99999999999999999999
	bad "$command" "--period 100us: $period" "$command" --period 100us
	bad "$command" "-c 8191: no such CPU, $cpus" "$command" -c 8191
	bad "$command" "-c 9999: no such CPU, $cpus" "$command" -c 9999
	bad "$command" "-c 0-99999999999999999999: no such CPU, $cpus" "$command" \
		-c 0-99999999999999999999
	bad "$command" "-c 3-1: $list" "$command" -c 3-1
	bad "$command" "-c '': $list" "$command" -c ''
	bad "$command" "-c 0,,1: $list" "$command" -c 0,,1
	bad "$command" "-c 0,: $list" "$command" -c 0,
	bad "$command" "-c all: $list" "$command" -c all
	bad "$command" "-H 8191: no such CPU, $cpus" "$command" -H 8191
	bad "$command" "-H x: $list" "$command" -H x
	bad "$command" "-H 0: expected no CPU of -c 0" "$command" -c 0 -H 0
	bad "$command" "-P x:1: $sched" "$command" -P x:1
	bad "$command" "-P f:100: $sched" "$command" -P f:100
	bad "$command" "-P f:0: $sched" "$command" -P f:0
	bad "$command" "-P f: $sched" "$command" -P f
	bad "$command" "-P o:20: $sched" "$command" -P o:20
	bad "$command" "-P d:10:5: $sched" "$command" -P d:10:5
	bad "$command" "-P d:2ms:1ms: $sched" "$command" -P d:2ms:1ms
	bad "$command" "-A 1000001: expected an offset from 0 to 1000000" "$command" -A 1000001
	bad "$command" "--warm-up -1: expected a time from 0 to 86400" "$command" --warm-up -1
	bad "$command" "-i 0: expected a latency from 1 to 1000000000 (us)" "$command" -i 0
	bad "$command" "-T 10us: expected a latency from 1 to" "$command" -T 10us
	bad "$command" "--on-threshold trace,file=: expected up to 16 of trace" "$command" \
		-T 5 --on-threshold trace,file=
	bad "$command" "-a x: expected a latency from 1" "$command" -a x
	bad "$command" "--aa-only 0: expected a latency from 1" "$command" --aa-only 0
	bad "$command" "-e sched:: expected up to 32 of SYSTEM:EVENT" "$command" -e sched:
	bad "$command" "-e ../x: expected up to 32 of" "$command" -e ../x
	bad "$command" "--filter x == 1: expected an -e before it" "$command" --filter 'x == 1'
	bad "$command" "--trigger x: expected an -e SYSTEM:EVENT" "$command" -e irq --trigger x
	bad "$command" "--on-threshold shell,command=: expected" "$command" \
		--on-threshold shell,command=
	bad "$command" "--on-threshold signal,num=99,pid=1: expected" "$command" \
		--on-threshold signal,num=99,pid=1
	bad "$command" "--on-end signal,num=9: expected" "$command" --on-end signal,num=9
	bad "$command" "--on-end signal,num=9,pid=0: expected" "$command" \
		--on-end signal,num=9,pid=0
	bad "$command" "-s 0: expected a latency from 1" "$command" -s 0
	bad "$command" "--stack-format all: expected truncate, skip or full" "$command" \
		--stack-format all
	bad "$command" "--thread 1000000001: expected a latency from 1" "$command" \
		--thread 1000000001
	bad "$command" "--cgroup '': expected the name of a cgroup" "$command" --cgroup=
	bad "$command" "-C =: expected the name of a cgroup" "$command" -C=
	bad "$command" "--trace-buffer-size 0: expected a size from 1" "$command" \
		--trace-buffer-size 0
	bad "$command" "--dma-latency 10001: expected a latency from 0 to 10000" "$command" \
		--dma-latency 10001
	bad "$command" "--deepest-idle-state -2: expected an idle state from -1" "$command" \
		--deepest-idle-state -2
	bad "$command" "-o nosuch: expected FORMAT or FORMAT:FILE with a format of text, json" \
		"$command" -o nosuch
	bad "$command" "-o '': expected FORMAT" "$command" -o ''
	bad "$command" "-o jso: expected FORMAT" "$command" -o jso
	bad "$command" "-o json:: expected FORMAT" "$command" -o json:
	bad "$command" "--percentiles 0: expected up to 16 numbers" "$command" --percentiles 0
	bad "$command" "--percentiles 50,100.1: expected up to 16" "$command" --percentiles 50,100.1
	bad "$command" "--iterations 0: expected a number from 1 to 1000" "$command" --iterations 0
	bad "$command" "--gate-quorum 1001: expected a number from 1" "$command" --gate-quorum 1001
	bad "$command" "--gate-quorum 3: expected at most --iterations 2" "$command" -d 1 \
		--iterations 2 --gate-quorum 3
	bad "$command" "--iterations: expected -d as well" "$command" --iterations 2
	bad "$command" "--gate thread.max<100: expected up to 24 of" "$command" \
		--gate 'thread.max<100'
	bad "$command" "--gate max<1us: expected" "$command" --gate 'max<1us'
	bad "$command" "--gate '': expected" "$command" --gate ''
	bad "$command" "--gate lost<1: expected each gate once" "$command" --gate 'lost<1' \
		--gate missed==0 --gate 'lost<1'
	bad "$command" "--interval 0: expected a time from 1s" "$command" --interval 0
	bad "$command" "--worst 101: expected a number from 0 to 100" "$command" --worst 101
	bad "$command" "-S nosuch: expected auto, timerlat, " "$command" -S nosuch
}

bad_words()
{
	local command=$1

	bad "$command" "--nosuch: unknown option" "$command" --nosuch
	bad "$command" "-x: unknown option" "$command" -qx
	bad "$command" "word: unexpected argument" "$command" word
	bad "$command" "word: unexpected argument" "$command" -d 1 -- word
	bad "$command" "-p: missing US" "$command" -p
	bad "$command" "--cpus: missing LIST" "$command" --cpus
	bad "$command" "--quiet: expected no value" "$command" --quiet=yes
	bad "$command" "--per: ambiguous option" "$command" --per 100
	# The line stays one line, and the terminal as it is.
	bad "$command" "a??b: unexpected argument" "$command" $'a\n\033b'
}

bad_combinations()
{
	local command=$1

	bad "$command" "expected only one of them" "$command" -u -k
	bad "$command" "expected only one of them" "$command" -u -U
	bad "$command" "expected only one of them" "$command" -U -k
	bad "$command" "-u: not possible with -S clock" "$command" -u -S clock
	bad "$command" "-k: not possible with -S clock" "$command" -S clock -k
	bad "$command" "-U: not possible with -S clock" "$command" -S clock -U
	bad "$command" "-k: not possible with -S timerlat-user" "$command" -S timerlat-user -k
	bad "$command" "-u: not possible with -S timerlat-kernel" "$command" \
		-S timerlat-kernel -u
	bad "$command" "-U: not possible with -S kernel-histogram" "$command" \
		-S kernel-histogram -U
	bad "$command" "-P: not possible with -U" "$command" -U -P f:1
	bad "$command" "-C: not possible with -U" "$command" -C -U
	bad "$command" "--trace-buffer-size: not possible with -S clock" "$command" -S clock \
		--trace-buffer-size 64
	bad "$command" "--trace-buffer-size: not possible with -S record" "$command" \
		--trace-buffer-size 64 -S record
	bad "$command" "-i: not possible with -S clock" "$command" -S clock -i 5
	bad "$command" "-T: not possible with -S kernel-histogram" "$command" -T 5 \
		-S kernel-histogram
	bad "$command" "--no-aa: expected -i, -T or --worst as well" "$command" --no-aa
	bad "$command" "--dump-tasks: expected -i or -T as well" "$command" --dump-tasks
	bad "$command" "b.txt: expected before $work/a.dat, which takes the trace" "$command" -T 5 \
		"-t=$work/a.dat" --on-threshold "trace,file=$work/b.txt"
	bad "$command" "-s: expected -i or -T as well" "$command" -s 5
	bad "$command" "--on-threshold: expected -i or -T as well" "$command" \
		--on-threshold continue
	bad "$command" "--on-end continue: there is nothing" "$command" --on-end continue
	bad "$command" "-t: expected -i or -T as well" "$command" -t
	bad "$command" "-t: not possible with -S clock" "$command" -t -T 5 -S clock
	bad "$command" "-e: expected -t or --on-end trace as well" "$command" -e irq -T 5
	bad "$command" "--on-end trace: not possible with -S clock" "$command" --on-end trace \
		-S clock
	bad "$command" "--on-end trace: not possible with -S kernel-histogram" "$command" \
		--on-end trace -S kernel-histogram
	bad "$command" "--on-threshold trace: not possible with -S clock" "$command" -T 5 \
		--on-threshold trace --on-end trace -S clock
	bad "$command" "--on-end trace: two of $work/x" "$command" --on-end "trace,file=$work/y/../x" \
		--on-end trace --on-end "trace,file=$work/x"
	bad "$command" "-a: not possible with -S clock" "$command" -a 5 -S clock
	bad "$command" "--aa-only and --no-aa: expected only one" "$command" --aa-only 5 --no-aa
	bad "$command" "-s and --no-aa: expected only one" "$command" -s 5 -T 5 --no-aa
	bad "$command" "-s: not possible with -S clock" "$command" -s 5 -T 5 -S clock
	bad "$command" "--interval: expected -o openmetrics:FILE as well" "$command" --interval 5
	bad "$command" "--interval: expected -o openmetrics:FILE as well" "$command" \
		--interval 5 -o openmetrics -o "json:$work/x"
	bad "$command" "-o: two outputs to standard output" "$command" -o text -o json
	bad "$command" "-o: two outputs to standard output" "$command" -o csv -o csv:-
	bad "$command" "-o: two outputs to $work/x" "$command" -o "csv:$work/y/../x" \
		-o "json:$work/x"
}

# What stays within limits is no usage error; the unwritable file ends it before it measures.
accepted()
{
	run "$@" -o json:/nosuch/file
	if [ "$status" -ne 1 ] || [ -s "$work/out" ] || [ "$(wc -l <"$work/err")" -ne 1 ] ||
	   ! grep -q "^rtlat .*: /nosuch/file: No such file or directory$" "$work/err"; then
		fail "status $status: rtlat $*"
	fi
}

good_values()
{
	local command=$1

	accepted "$command" -d 1 -p 20 -c 0 -P f:1 -A 0 --warm-up 0 -C --dma-latency 0
	accepted "$command" -d 3650d -p 1000000 -P o:-20 -A 1000000 --warm-up 86400 -C=name
	accepted "$command" -d 2m -C name -P r:99 --deepest-idle-state -1 --dma-latency 10000
	accepted "$command" -d 2h -P d:1024ns:1s --cgroup=a/b --deepest-idle-state 9 --worst 0
	accepted "$command" --dur 1 --house 0 --trace-buffer-size 1048576 --percentiles 100 -nqD
	accepted "$command" -S timerlat -k --worst 100 --percentiles 1,2,3,4,5,6,7,8
	accepted "$command" -S timerlat-user -u --trace-buffer-size 64
	accepted "$command" -S clock -T 1
	accepted "$command" -i 1 -T 1000000000 --no-aa
	accepted "$command" --worst 5 --no-aa
	accepted "$command" -T 10 -s 5 --stack-format skip
	accepted "$command" -a 10 -e irq -e sched:sched_switch --filter 'prev_pid == 1' -t=x
	accepted "$command" --aa-only 10
	accepted "$command" -S record -a 10 --trace-buffer-size 64
	accepted "$command" --on-end "trace,file=$work/y/x" --on-end trace -e irq
	accepted "$command" -T 10 --on-threshold signal,pid=parent,num=1 --on-threshold continue \
		--on-end shell,command=a,b
	accepted "$command" -S timerlat --trace-buffer-size 64
	accepted "$command" --gate 'thread.p99.9<=100us' --gate worst.missed==0 --gate 'cpu0.lost<1' \
		--gate 'duration>=1h' --gate 'all.return.stddev!=5ns'
	accepted "$command" --interval 1s -o "openmetrics:$work/x.prom"
	accepted timerlat "$command" -U
}

bad_hist_values()
{
	bad hist "-E 1: expected a number from 10 to 9999999" hist -E 1
	bad hist "-E 99999999: expected a number from 10 to 9999999" hist -E 99999999
	bad hist "-b 0: expected a size from 1 to 999999" hist -b 0
	bad hist "-b 1000000: expected a size from 1 to 999999" hist -b 1000000
	bad hist "--no-irq and --no-thread" hist --no-irq --no-thread
	bad hist "--no-index: expected --with-zeros" hist --no-index
	bad hist "--no: ambiguous option" hist --no
	bad top "-b: unknown option" top -b 1
	bad top "--with-zeros: unknown option" top --with-zeros
	accepted hist -E 10 -b 999999 --no-index --with-zeros --no-irq --no-header --no-summary
	accepted hist -E 9999999 -b 1 --no-thread
}

bad_commands()
{
	bad "" "no command given"
	bad "" "nosuch: unknown command" nosuch
	bad "" "-d: unknown command" -d 1
	bad "" "timerlat nosuch: expected top or hist" timerlat nosuch
	bad top "-p 0: " timerlat -p 0
	bad top "-p 0: " timerlat top -p 0
	bad hist "-p 0: " timerlat hist -p 0
	bad restore "word: unexpected argument" restore word
	bad restore "--nosuch: unexpected argument" restore --nosuch
	bad check "word: unexpected argument" check word
}

# The commands that read results.
bad_readers()
{
	local tolerance="expected a change from 0% to 1000%"

	bad compare "expected 2 or more of RUN.json, there are 0" compare
	bad compare "expected 2 or more of RUN.json, there are 1" compare a.json
	for value in '' 10 -1% 1001% 1e1% ' 1%' '1% ' % x% 1..5% 0x1% nan% inf%; do
		bad compare "--tolerance ${value:-''}: $tolerance" compare --tolerance "$value" a b
	done
	bad compare "--tolerance: missing PERCENT" compare --tolerance
	bad compare "-o csv: expected text or json" compare -o csv a b
	bad compare "-o: missing FORMAT" compare a b -o
	bad compare "--force=1: expected no value" compare --force=1 a b
	bad compare "-q: unknown option" compare -q a b
	bad compare "--nosuch: unknown option" compare --nosuch a b
	bad report "expected 1 or more of RUN.json, there are 0" report
	bad report "-o '': expected the name of a file" report -o '' a
	bad report "-o: missing FILE" report -o
	bad report "-x: unknown option" report -x a
	bad merge "expected one RUN.json or more" merge
	bad merge "-o nosuch: expected FORMAT or FORMAT:FILE" merge -o nosuch a
	bad merge "--gate x: expected up to 24 of" merge --gate x a
	bad merge "--percentiles 0: expected up to 16 numbers" merge --percentiles 0 a
	bad merge "-d: unknown option" merge -d 1 a
	bad merge "-o: two outputs to standard output" merge a -o json -o csv
}

help()
{
	local command

	good 0 "Usage: rtlat COMMAND" --help
	good 0 "Usage: rtlat COMMAND" -h
	good 0 "rtlat $(sed -n 's/^#define RTLAT_VERSION "\(.*\)"/\1/p' "$SRC/lib/rtlat.h")" \
		--version
	for command in top hist compare report merge check restore; do
		good 0 "  $command " --help
		good 0 "Usage: rtlat $command" "$command" --help
		good 0 "Usage: rtlat $command" "$command" -h
	done
	good 0 "Usage: rtlat top" timerlat --help
	good 0 "Usage: rtlat hist" timerlat hist --help
	good 0 "rtlat " top --version
	good 0 "rtlat " hist --version
}

# Help that could not be printed is an error.
help_to_full_disk()
{
	"$RTLAT" hist --help >/dev/full 2>"$work/err"
	status=$?
	: >"$work/out"
	[ "$status" -eq 1 ] && grep -q "standard output: No space left" "$work/err" ||
		fail "status $status: help to a full disk"
}

both="cpus house-keeping period duration source user-threads kernel-threads user-load aligned
	warm-up priority cgroup irq thread stack auto aa-only
	stack-format dump-tasks on-threshold on-end no-aa trace event filter trigger trace-buffer-size dma-latency deepest-idle-state nano quiet output
	interval percentiles gate iterations gate-quorum worst debug help version"
hist="bucket-size entries no-header no-summary no-index no-irq no-thread with-zeros"
merge="force nano quiet no-header no-summary no-index no-irq no-thread with-zeros output percentiles
	gate help version"

# The help of a command names exactly these options.
options_in_help()
{
	local command=$1

	shift
	run "$command" --help
	grep -o -- '^  [- ][^ ]* *--[a-z-]*' "$work/out" | sed 's/.*--//' | sort >"$work/found"
	printf '%s\n' "$@" | sort | diff - "$work/found" || fail "options in the help of $command"
}

# Every option of the table is one of these, so that none is forgotten here.
options_in_table()
{
	: >"$work/out"
	: >"$work/err"
	sed -n "s/^\t{ \('.'\|0\), \"\([a-z-]*\)\".*/\2/p" "$SRC/rtlat/option_table.c" |
		sort -u >"$work/found"
	# shellcheck disable=SC2086 # a list
	printf '%s\n' $both $hist $merge | sort -u | diff - "$work/found" ||
		fail "options of the table"
}

for command in top hist; do
	bad_values $command
	bad_words $command
	bad_combinations $command
	good_values $command
done
bad_hist_values
bad_commands
bad_readers
help
help_to_full_disk
# shellcheck disable=SC2086 # lists
options_in_help top $both
# shellcheck disable=SC2086
options_in_help hist $both $hist
# shellcheck disable=SC2086
options_in_help merge $merge
options_in_table
[ "$failures" -eq 0 ]
