# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Wrong usage: one line that says what was expected, one that says where help is, status 129, nothing
# on standard output. The values that commands refuse alike; $command is the one that is tried.

# shellcheck source=tests/host/lib/common.sh
. "$SRC/tests/host/lib/common.sh"
explaining=("$work/out" "$work/err")
mkdir "$work/y"
# A program that ends after one line loses nothing, and looking for that takes half of its time, some
# 1,500 times.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0

# shellcheck source=tests/host/lib/wrong.sh
. "$SRC/tests/host/lib/wrong.sh"

run()
{
	"$RTLAT" "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
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
	wrong "-d 30m1h: $time" -d 30m1h
	wrong "-d 900ms: $time" -d 900ms
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
	wrong "--gate max<1us: expected a metric at max<1us: " --gate 'max<1us'
	wrong "--gate '': expected" --gate ''
	wrong "--gate lost<1: expected each gate once" --gate 'lost<1' --gate count==0 \
		--gate 'lost<1'
	wrong "--interval 0: expected a time from 1s" --interval 0
	wrong "--worst 101: expected a number from 0 to 100" --worst 101
}

bad_words()
{
	wrong "--nosuch: unknown option" --nosuch
	wrong "--duratoin: unknown option; did you mean --duration?" --duratoin 5
	wrong "--quite=1: unknown option; did you mean --quiet?" --quite=1
	wrong "-z: unknown option" -qz
	wrong "word: unexpected argument" word
	wrong "word: unexpected argument" -d 1 -- word
	wrong "--cpus: missing LIST" --cpus
	wrong "--quiet=yes: expected no value" --quiet=yes
	# The line stays one line, and the terminal as it is.
	wrong "a??b: unexpected argument" $'a\n\033b'
}

bad_outputs()
{
	wrong "--interval: expected an -o FORMAT:FILE as well" --interval 5
	wrong "--interval: expected an -o FORMAT:FILE as well" --interval 5 -o json
	wrong "-o: two outputs to standard output" -o text -o json
	wrong "-o: two outputs to standard output" -o csv -o csv:-
	wrong "-o: two outputs to $work/x" -o "csv:$work/y/../x" -o "json:$work/x"
}

bad_table_values()
{
	wrong "-E 1: expected a number from 10 to 9999999" -E 1
	wrong "-E 99999999: expected a number from 10 to 9999999" -E 99999999
	wrong "-b 0: expected auto, or a size from 1 to 999999" -b 0
	wrong "-b 1000000: expected auto, or a size from 1 to 999999" -b 1000000
	wrong "--no-index: expected --with-zeros" --no-index
	wrong "--no: ambiguous option" --no
	taken -E 10 -b 999999 --no-index --with-zeros --no-header --no-summary
}
