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
# A program that ends after one line loses nothing, and looking for that takes half of its time, some
# 1,500 times.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0

# shellcheck source=tests/host/wrong
. "${BASH_SOURCE[0]%/*}/wrong"

fail()
{
	echo "FAIL $*"
	sed 's/^/    /' "$work/out" "$work/err"
	failures=$((failures + 1))
}

run()
{
	"$RTLAT" "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
}

# good STATUS TEXT ARGUMENTS...: all of it on standard output
good()
{
	local expected=$1 text=$2

	shift 2
	run "$@"
	if [ "$status" -ne "$expected" ] || [ -s "$work/err" ] ||
	   [[ $(<"$work/out") != *"$text"* ]]; then
		fail "status $status, expected $expected and '$text': rtlat $*"
	fi
}

# What differs between what measures latencies and what measures noise: the limits, a source that
# traces nothing, and the ends of ranges.
of_latency()
{
	limit=(-T 5)
	untraced=clock
	least=(-p 20 -A 0)
	most=(-p 1000000 -A 1000000)
}

of_noise()
{
	limit=(-s 5)
	untraced=spin
	least=(-p 100 -r 100 -T 0)
	most=(-p 10000000 -r 10000000 -T 1000000)
}

# Of all that measure.
bad_values()
{
	local cpus
	local time="expected a time from 1s to 3650d"
	local list="expected a list of CPUs"

	cpus="expected CPUs of $(cat /sys/devices/system/cpu/possible)"
	wrong "-d abc: $time" -d abc
	wrong "-d -1: $time" -d -1
	wrong "-d 0x10: $time" -d 0x10
	wrong "-d 5y: $time" -d 5y
	wrong "-d 0: $time" -d 0
	wrong "-d '': $time" -d ''
	wrong "-d 1 : $time" -d '1 '
	wrong "--duration 1.5: $time" --duration=1.5
	wrong "-d 3651d: $time" -d 3651d
	wrong "-c 8191: no such CPU, $cpus" -c 8191
	wrong "-c 9999: no such CPU, $cpus" -c 9999
	wrong "-c 0-99999999999999999999: no such CPU, $cpus" -c 0-99999999999999999999
	wrong "-c 3-1: $list" -c 3-1
	wrong "-c '': $list" -c ''
	wrong "-c 0,,1: $list" -c 0,,1
	wrong "-c 0,0,,: $list" -c 0,0,,
	wrong "-c all: $list" -c all
	wrong "-H 8191: no such CPU, $cpus" -H 8191
	wrong "-H x: $list" -H x
	wrong "-H 0: expected no CPU of -c 0" -c 0 -H 0
	wrong "--warm-up -1: expected a time from 0 to 86400" --warm-up -1
	wrong "--trace-buffer-size 0: expected a size from 1" --trace-buffer-size 0
	wrong "-o nosuch: expected FORMAT or FORMAT:FILE with a format of text, json" -o nosuch
	wrong "-o '': expected FORMAT" -o ''
	wrong "-o jso: expected FORMAT" -o jso
	wrong "-o json:: expected FORMAT" -o json:
	wrong "--percentiles 0: expected up to 16 numbers" --percentiles 0
	wrong "--percentiles 50,100.1: expected up to 16" --percentiles 50,100.1
	wrong "--iterations 0: expected a number from 1 to 1000" --iterations 0
	wrong "--gate-quorum 1001: expected a number from 1" --gate-quorum 1001
	wrong "--gate-quorum 3: expected at most --iterations 2" -d 1 --iterations 2 --gate-quorum 3
	wrong "--iterations: expected -d as well" --iterations 2
	wrong "--gate max<1us: expected up to 24 of" --gate 'max<1us'
	wrong "--gate '': expected" --gate ''
	wrong "--gate lost<1: expected each gate once" --gate 'lost<1' --gate count==0 \
		--gate 'lost<1'
	wrong "--interval 0: expected a time from 1s" --interval 0
	wrong "--worst 101: expected a number from 0 to 100" --worst 101
}

# Of what has threads that measure, and limits.
bad_thread_values()
{
	local sched="expected o:-20..19, f:1..99"

	wrong "-P x:1: $sched" -P x:1
	wrong "-P f:100: $sched" -P f:100
	wrong "-P f:0: $sched" -P f:0
	wrong "-P f: $sched" -P f
	wrong "-P o:20: $sched" -P o:20
	wrong "-P d:10:5: $sched" -P d:10:5
	wrong "-P d:2ms:1ms: $sched" -P d:2ms:1ms
	wrong "-t =: expected the name of a file" "${limit[@]}" -t=
	wrong "--on-threshold trace,file=: expected up to 16 of trace" "${limit[@]}" \
		--on-threshold trace,file=
	wrong "-e sched:: expected up to 32 of SYSTEM:EVENT" -e sched:
	wrong "-e ../x: expected up to 32 of" -e ../x
	wrong "--filter x == 1: expected an -e before it" --filter 'x == 1'
	wrong "--trigger x: expected an -e SYSTEM:EVENT" -e irq --trigger x
	wrong "--on-threshold shell,command=: expected" --on-threshold shell,command=
	wrong "--on-threshold signal,num=99,pid=1: expected" --on-threshold signal,num=99,pid=1
	wrong "--on-end signal,num=9: expected" --on-end signal,num=9
	wrong "--on-end signal,num=9,pid=0: expected" --on-end signal,num=9,pid=0
	wrong "--cgroup '': expected the name of a cgroup" --cgroup=
	wrong "-C =: expected the name of a cgroup" -C=
	wrong "--dma-latency 10001: expected a latency from 0 to 10000" --dma-latency 10001
	wrong "--deepest-idle-state -2: expected an idle state from -1" --deepest-idle-state -2
}

bad_latency_values()
{
	local period="expected a period from 20 to 1000000"

	wrong "-p 0: $period" -p 0
	wrong "-p 1: $period" -p 1
	wrong "-p 1000001: $period" -p 1000001
	wrong "-p +100: $period" -p +100
	wrong "-p 99999999999999999999: $period" -p 99999999999999999999
	wrong "--period 100us: $period" --period 100us
	wrong "-A 1000001: expected an offset from 0 to 1000000" -A 1000001
	wrong "-i -1: expected a latency from 1 to 1000000000 (us), 0 for none" -i -1
	wrong "-T 10us: expected a latency from 1 to" -T 10us
	wrong "-a x: expected a latency from 1" -a x
	wrong "--aa-only 0: expected a latency from 1" --aa-only 0
	wrong "-s 0x: expected a latency from 1" -s 0x
	wrong "--stack-format all: expected truncate, skip or full" --stack-format all
	wrong "--thread 1000000001: expected a latency from 1" --thread 1000000001
	wrong "--gate thread.max<100: expected up to 24 of" --gate 'thread.max<100'
	wrong "-S nosuch: expected auto, timerlat, " -S nosuch
	wrong "-S spin: expected auto, timerlat, " -S spin
	wrong "-r: unknown option" -r 100
	wrong "--stop-total: unknown option" --stop-total 5
	wrong "--no-sources: unknown option" --no-sources
}

bad_noise_values()
{
	local option period="expected a period from 1 to 10000000"
	local runtime="expected a time from 100 to 10000000" time="expected a time from 1 to 1000000000 (us), 0 for none"
	local threshold="expected a time from 0 to 1000000"

	wrong "-p 0: $period" -p 0
	wrong "-p 10000001: $period" -p 10000001
	wrong "--period 1ms: $period" --period 1ms
	wrong "-p 99: expected a period with a runtime of 100 (us) or more" -p 99
	wrong "-r 99: $runtime" -r 99
	wrong "--runtime 10000001: $runtime" --runtime 10000001
	wrong "-r 1.5: $runtime" -r 1.5
	wrong "-r 501: expected at most the period, 500 (us)" -r 501 -p 500
	wrong "-r 1000001: expected at most the period, 1000000 (us)" -r 1000001
	wrong "-T -1: $threshold" -T -1
	wrong "-T 10us: $threshold" -T 10us
	wrong "--threshold 1000001: $threshold" --threshold 1000001
	wrong "-s -1: $time" -s -1
	wrong "--stop 1000000001: $time" --stop 1000000001
	wrong "-a x: $time" -a x
	wrong "-a 0x1g: $time" -a 0x1g
	wrong "--stop-total 0x10000000000000000: $time" --stop-total 0x10000000000000000
	wrong "--stop-total auto: $time" --stop-total auto
	# A number is a limit, a name is a source.
	wrong "-S 0x: expected a source, or a time from 1 to 1000000000 (us), 0 for none" -S 0x
	wrong "-S 5us: expected a source, or a time" -S 5us
	wrong "-S '': expected auto, osnoise, spin" -S ''
	wrong "-S nosuch: expected auto, osnoise, spin" -S nosuch
	wrong "-S clock: expected auto, osnoise, spin" -S clock
	wrong "--source timerlat: expected auto, osnoise, spin" --source timerlat
	wrong "--gate noise.max<100: expected up to 24 of" --gate 'noise.max<100'
	for option in cyclictest rt-tests-json hgrm; do
		wrong "-o $option: expected FORMAT or FORMAT:FILE with a format of text, json, csv" \
			-o $option
	done
	for option in -i -u -k -U -A; do
		wrong "$option: unknown option" $option 5
	done
	for option in --thread --stack-format --dump-tasks --aa-only --no-aa --no-irq; do
		wrong "$option: unknown option" $option
	done
}

bad_words()
{
	wrong "--nosuch: unknown option" --nosuch
	wrong "-x: unknown option" -qx
	wrong "word: unexpected argument" word
	wrong "word: unexpected argument" -d 1 -- word
	wrong "--cpus: missing LIST" --cpus
	wrong "--quiet=yes: expected no value" --quiet=yes
	# The line stays one line, and the terminal as it is.
	wrong "a??b: unexpected argument" $'a\n\033b'
}

bad_outputs()
{
	wrong "--interval: expected -o openmetrics:FILE as well" --interval 5
	wrong "--interval: expected -o openmetrics:FILE as well" \
		--interval 5 -o openmetrics -o "json:$work/x"
	wrong "-o: two outputs to standard output" -o text -o json
	wrong "-o: two outputs to standard output" -o csv -o csv:-
	wrong "-o: two outputs to $work/x" -o "csv:$work/y/../x" -o "json:$work/x"
}

bad_combinations()
{
	wrong "b.txt: expected before $work/a.dat, which takes the trace" "${limit[@]}" \
		"-t=$work/a.dat" --on-threshold "trace,file=$work/b.txt"
	wrong "--on-end continue: there is nothing" --on-end continue
	wrong "--on-end trace: two of $work/x" --on-end "trace,file=$work/y/../x" \
		--on-end trace --on-end "trace,file=$work/x"
	bad_outputs
}

# With a source that traces nothing.
bad_untraced()
{
	wrong "--trace-buffer-size: not possible with -S $untraced" -S "$untraced" \
		--trace-buffer-size 64
	wrong "-t: not possible with -S $untraced" -t "${limit[@]}" -S "$untraced"
	wrong "-a: not possible with -S $untraced" -a 5 -S "$untraced"
	wrong "--on-end trace: not possible with -S $untraced" --on-end trace -S "$untraced"
	wrong "--on-threshold trace: not possible with -S $untraced" "${limit[@]}" \
		--on-threshold trace --on-end trace -S "$untraced"
}

bad_latency_combinations()
{
	wrong "expected only one of them" -u -k
	wrong "expected only one of them" -U -k
	wrong "-u: not possible with -S clock" -u -S clock
	wrong "-k: not possible with -S clock" -S clock -k
	wrong "-U: not possible with -S clock" -S clock -U
	wrong "-k: not possible with -S timerlat-user" -S timerlat-user -k
	wrong "-u: not possible with -S timerlat-kernel" -S timerlat-kernel -u
	wrong "-U: not possible with -S kernel-histogram" -S kernel-histogram -U
	wrong "-P: not possible with -U" -U -P f:1
	wrong "-C: not possible with -U" -C -U
	wrong "--trace-buffer-size: not possible with -S record" --trace-buffer-size 64 -S record
	wrong "-i: not possible with -S clock" -S clock -i 5
	wrong "-T: not possible with -S kernel-histogram" -T 5 -S kernel-histogram
	wrong "--on-end trace: not possible with -S kernel-histogram" --on-end trace \
		-S kernel-histogram
	wrong "--aa-only and --no-aa: expected only one" --aa-only 5 --no-aa
	wrong "-s: not possible with -S clock" -s 5 -T 5 -S clock
}

# What stays within limits is no usage error; the unwritable file ends it before it measures.
accepted()
{
	local said

	run "$@" -o json:/nosuch/file
	mapfile said <"$work/err"
	if [[ $status -ne 1 || -s $work/out || ${#said[@]} -ne 1 ||
		${said[0]} != 'rtlat '*': /nosuch/file: No such file or directory'$'\n' ]]; then
		fail "status $status: rtlat $*"
	fi
}

# taken ARGUMENTS...: the same of $command
taken()
{
	# shellcheck disable=SC2086 # words
	accepted $command "$@"
}

good_values()
{
	taken -d 1 "${least[@]}" -c 0 -P f:1 --warm-up 0 -C --dma-latency 0
	taken -d 3650d "${most[@]}" -P o:-20 --warm-up 86400 -C=name
	taken -d 2m -C name -P r:99 --deepest-idle-state -1 --dma-latency 10000
	taken -d 2h -P d:1024ns:1s --cgroup=a/b --deepest-idle-state 9 --worst 0
	taken --dur 1 --house 0 --trace-buffer-size 1048576 --percentiles 100 -nqD
	taken --worst 100 --percentiles 1,2,3,4,5,6,7,8
	taken -a 10 -e irq -e sched:sched_switch --filter 'prev_pid == 1' -t=x
	taken --on-end "trace,file=$work/y/x" --on-end trace -e irq
	taken "${limit[@]}" --on-threshold signal,pid=parent,num=1 --on-threshold continue \
		--on-end shell,command=a,b
	taken --gate worst.missed==0 --gate 'cpu0.lost<1' --gate 'duration>=1h'
	taken --interval 1s -o "openmetrics:$work/x.prom"
}

good_latency_values()
{
	taken -S timerlat -k --worst 100
	taken -S timerlat-user -u --trace-buffer-size 64
	taken -S clock -T 1
	taken -i 1 -T 1000000000 --no-aa
	taken --worst 5 --no-aa
	taken -T 10 -s 5 --stack-format skip
	taken --aa-only 10
	taken -S record -a 10 --trace-buffer-size 64
	taken -S timerlat --trace-buffer-size 64
	taken --gate 'thread.p99.9<=100us' --gate 'all.return.stddev!=5ns'
	accepted timerlat "$command" -U
}

good_noise_values()
{
	taken -s 1 -S 1000000000 -S osnoise --no-sources
	taken --stop 1000000000 --stop-total 1 --source auto
	taken -S auto -p 134 --trace-buffer-size 64
	taken -S osnoise -T 0 -P d:1024ns:1s
	taken --gate 'noise.p99.9<=100us' --gate 'noise.stddev!=5ns' --gate 'worst.available>=99.9%' \
		--gate 'period.max<1ms' --gate hardware==0
}

bad_track_values()
{
	local time="expected a time from 0 to 1000000000 (us)"
	local timeout="expected a time from 1 to 1000000000 (us)"
	local pid="expected a thread's number from 1 to 4194304" name="expected a name of 1 to 15"
	local priority="expected a priority of the kernel's from 0 to 139" value shown

	for value in -1 1us 1.5 1000000001 99999999999999999999 "''"; do
		wrong "-T $value: $time" -T "${value//\'/}"
		wrong "--timeout $value: $timeout" --timeout "${value//\'/}"
	done
	wrong "--threshold x: $time" --threshold x
	wrong "--timeout 0: $timeout" --timeout 0
	wrong "--timeout 10: expected no less than -T 20" -T 20 --timeout 10
	for value in 0 -1 1x 4194305 "''"; do
		wrong "--pid $value: $pid" --pid "${value//\'/}"
	done
	for value in 0123456789abcdef 'a"b' "a'b" 'a\b' $'a\tb' $'a\nb' $'a\x7f' $'\x1b[m' ''; do
		shown=${value//[[:cntrl:]]/?}
		wrong "--comm ${shown:-''}: $name" --comm "$value"
	done
	for value in 140 -1 x; do
		wrong "--prio $value: $priority" --prio "$value"
	done
	wrong "--rt and --prio: expected only one" --rt --prio 5
	for value in osnoise clock timerlat nosuch "''"; do
		wrong "-S $value: expected auto, module, events, hist" -S "${value//\'/}"
	done
	for value in cyclictest rt-tests-json rtla; do
		wrong "-o $value: expected FORMAT or FORMAT:FILE with a format of text, json, csv, hgrm" \
			-o $value
	done
	wrong "--gate delay.max<1: expected up to 24 of" --gate 'delay.max<1'
	for value in -p -i -a -s -u -k -P -t -e; do
		wrong "$value: unknown option" $value 5
	done
	taken -T 0 --timeout 1 --pid 4194304 --comm 0123456789abcde --prio 0
	taken --comm 'kworker/0:0-ev' --comm 'a b' --comm Müller
	taken -T 1000000000 --timeout 1000000000 --pid 1 --prio 139 -S events
	taken --rt --gate 'delay.p99.9<=100us' --gate 'worst.lost<1' --gate 'cpu0.delay.max<1s'
	taken -d 1 -c 0 --warm-up 86400 --trace-buffer-size 1048576 --worst 100 -nqD
}

bad_track_commands()
{
	bad track "expected wakeup, offcpu, block, syscall, irq or net" track
	bad track "nosuch: expected wakeup, offcpu, block, syscall, irq or net" track nosuch
	bad "track block" "--show-commands: only of rtlat track wakeup" track block --show-commands
	bad "track wakeup" "--show-commands: not possible with --timeout" \
		track wakeup --show-commands --timeout 5
}

bad_table_values()
{
	wrong "-E 1: expected a number from 10 to 9999999" -E 1
	wrong "-E 99999999: expected a number from 10 to 9999999" -E 99999999
	wrong "-b 0: expected a size from 1 to 999999" -b 0
	wrong "-b 1000000: expected a size from 1 to 999999" -b 1000000
	wrong "--no-index: expected --with-zeros" --no-index
	wrong "--no: ambiguous option" --no
	taken -E 10 -b 999999 --no-index --with-zeros --no-header --no-summary
}

# Of what each command has alone.
bad_own_values()
{
	bad hist "--no-irq and --no-thread" hist --no-irq --no-thread
	accepted hist --no-irq
	accepted hist -E 9999999 -b 1 --no-thread
	for command in top 'osnoise top' hwnoise; do
		wrong "-b: unknown option" -b 1
		wrong "--with-zeros: unknown option" --with-zeros
	done
	for command in 'osnoise top' 'osnoise hist'; do
		of_noise
		bad_untraced
		wrong "-T 0: not possible with -S spin" -T 0 -S spin
		taken -S spin -s 5 -T 1
	done
	bad hwnoise "-o rtla: expected FORMAT" hwnoise -o rtla
	bad hwnoise "-S spin: cannot turn interrupts off" hwnoise -S spin
	bad hwnoise "-p 133: expected a period with a runtime of 100" hwnoise -p 133
	accepted osnoise -p 100
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
	bad "" "osnoise nosuch: expected top or hist" osnoise nosuch
	bad "osnoise top" "-p 0: " osnoise -p 0
	bad hwnoise "top: unexpected argument" hwnoise top
	bad restore "word: unexpected argument" restore word
	bad restore "--nosuch: unknown option" restore --nosuch
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
	bad merge "expected 1 or more of RUN.json, there are 0" merge
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
	good 0 "rtlat $(sed -n 's/^#define RTLAT_VERSION "\(.*\)"/\1/p' "$SRC/include/rtlat.h")" \
		--version
	for command in top hist osnoise hwnoise track sleep compare report merge check restore; do
		good 0 "  $command " --help
		good 0 "Usage: rtlat $command" "$command" --help
		good 0 "Usage: rtlat $command" "$command" -h
	done
	good 0 "Usage: rtlat top" timerlat --help
	good 0 "Usage: rtlat hist" timerlat hist --help
	good 0 "Usage: rtlat osnoise top" osnoise --help
	good 0 "Usage: rtlat osnoise top" osnoise top -h
	good 0 "Usage: rtlat osnoise hist" osnoise hist --help
	good 0 "rtlat " top --version
	good 0 "rtlat " hist --version
	good 0 "rtlat " osnoise --version
	good 0 "rtlat " hwnoise --version
	good 0 "rtlat " track net --version
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

both="cpus house-keeping period duration source warm-up priority cgroup auto on-threshold on-end trace
	event filter trigger trace-buffer-size dma-latency deepest-idle-state nano quiet output
	interval percentiles gate allow-empty iterations gate-quorum worst debug help version"
latency="user-threads kernel-threads user-load aligned irq thread stack aa-only stack-format
	dump-tasks no-aa"
noise="runtime threshold stop stop-total no-sources"
buckets="bucket-size entries"
table="no-header no-summary no-index with-zeros"
hist="no-irq no-thread"
track="cpus house-keeping duration source warm-up trace-buffer-size nano quiet output interval
	percentiles gate allow-empty iterations gate-quorum worst debug help version
	threshold timeout pid comm prio rt show-commands"
merge="force nano quiet output percentiles gate help version"

# The help of a command names exactly these options.
options_in_help()
{
	local command=$1

	shift
	# shellcheck disable=SC2086 # words
	run $command --help
	grep -o -- '^  [- ][^ ]* *--[a-z-]*' "$work/out" | sed 's/.*--//' | sort >"$work/found"
	printf '%s\n' "$@" | sort | diff - "$work/found" || fail "options in the help of $command"
}

# Every option of the table is one of these, so that none is forgotten here.
options_in_table()
{
	: >"$work/out"
	: >"$work/err"
	sed -n "s/^\t{ \('.'\|0\), \"\([a-z-]*\)\".*/\2/p" "$SRC"/rtlat/option/{table,help}.c |
		sort -u >"$work/found"
	# shellcheck disable=SC2086 # a list
	printf '%s\n' $both $latency $noise $buckets $table $hist $track $merge |
		sort -u | diff - "$work/found" ||
		fail "options of the table"
}

for command in top hist 'osnoise top' 'osnoise hist' hwnoise; do
	measure=noise
	[[ $command == *noise* ]] || measure=latency
	of_$measure
	bad_values
	bad_thread_values
	bad_${measure}_values
	bad_words
	wrong "-p: missing US" -p
	wrong "--per: ambiguous option" --per 100
	bad_combinations
	good_values
	good_${measure}_values
	if [[ $measure == latency ]]; then
		bad_untraced
		bad_latency_combinations
	fi
	[[ $command != *hist ]] || bad_table_values
done
for command in 'track wakeup' 'track offcpu' 'track block' 'track syscall' 'track irq' 'track net'; do
	bad_values
	bad_track_values
	bad_words
	bad_outputs
	bad_table_values
done
bad_own_values
bad_commands
bad_track_commands
bad_readers
help
help_to_full_disk
# shellcheck disable=SC2086 # lists
{
	options_in_help top $both $latency
	options_in_help hist $both $latency $buckets $table $hist
	options_in_help 'osnoise top' $both $noise
	options_in_help 'osnoise hist' $both $noise $buckets $table
	options_in_help hwnoise $both $noise
	options_in_help 'track wakeup' $track $buckets $table
	options_in_help 'track net' $track $buckets $table
	options_in_help merge $merge $table $hist
}
options_in_table
[ "$failures" -eq 0 ]
