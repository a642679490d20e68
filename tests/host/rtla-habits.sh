#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What people and scripts are used to from rtla is accepted and means the same, where that can be seen
# without a tracer; tests/guest/source/rtla-habits.sh has the rest.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
explaining=(out err)
cd "$work" || exit 1
cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')

# habit STATUS TEXT PROGRAM ARGUMENTS...: TEXT is a pattern for a line of standard output; - is for
# what has none. Beside the source, nothing is said on standard error.
habit()
{
	local expected=$1 text=$2 status

	shift 2
	"$@" >out 2>err </dev/null
	status=$?
	((status == expected)) || fail "status $status, expected $expected: $*"
	[[ $text == - ]] || grep -q -- "$text" out || fail "no '$text': $*"
	! grep -v '^rtlat: measuring with \|^rtlat: warning: no real-time priority' err || fail "said: $*"
}

# told TEXT PROGRAM ARGUMENTS...: accepted, and that it has no effect is said
told()
{
	local text=$1

	shift
	"$@" >out 2>err </dev/null || fail "status $?: $*"
	grep -q -- "$text" err || fail "'$text' is not said: $*"
}

for name in timerlat osnoise hwnoise rtla; do
	ln -s "$(realpath "$RTLAT")" $name
done
hist=("$RTLAT" hist -S clock -c "$cpu" -q -d 1)
noise=("$RTLAT" osnoise top -S spin -c "$cpu" -q -d 1)

#     status text                            command and options
habit 0 '^# Period: 1000 us'                 "${hist[@]}" -p 0x3e8
habit 0 '^# Period: 4096 us'                 "${hist[@]}" -p 0X1000
habit 0 '^# Duration: 0 00:00:01'            "${hist[@]}" -d 1S
habit 0 '^ *count[: ]'                           "${hist[@]}" -c "$cpu,"
habit 0 '^ *count[: ]'                           "${hist[@]}" -P O:0
habit 0 '^ *count[: ]'                           "${hist[@]}" -b 0xa -E 0x10
habit 0 '^ *count[: ]'                           "${hist[@]}" --no-aa
habit 0 '^ *count[: ]'                           "${hist[@]}" -T 0
habit 0 '^ *count[: ]'                           "${hist[@]}" -i 0 -T 0 -s 0
habit 0 '^ *count[: ]'                           "${hist[@]}" -a 0
habit 0 '^ *count[: ]'                           "${hist[@]}" -T 1 -a 0
habit 2 'timerlat hit stop tracing$'         "${hist[@]}" -T 0 -T 1
habit 2 'timerlat hit stop tracing$'         "${hist[@]}" -T 1
habit 2 'timerlat hit stop tracing$'         "${hist[@]}" -T 1 --no-aa
habit 0 '^threshold: CPU '                   "${hist[@]}" -T 1 --on-threshold continue
habit 0 '^ALL '                              "${noise[@]}" -s 0 -S 0
habit 0 '^ALL '                              "${noise[@]}" -s 1 -a 0
habit 2 'osnoise hit stop tracing$'          "${noise[@]}" -s 1 -T 1
habit 0 '^threshold: CPU '                   "${noise[@]}" -s 1 --on-threshold continue
habit 0 '^ALL '                              ./timerlat top -S clock -c "$cpu" -q -d 1
habit 0 '^ALL '                              ./timerlat -S clock -c "$cpu" -q -d 1
habit 0 '^# rtlat histogram'                 ./timerlat hist -S clock -c "$cpu" -q -d 1
habit 0 'Operating System Noise'             ./osnoise top -S spin -c "$cpu" -q -d 1
habit 0 '^# rtlat osnoise histogram'         ./osnoise hist -S spin -c "$cpu" -q -d 1
habit 0 '^Usage: rtlat hwnoise'              ./hwnoise --help
habit 0 '^# rtlat histogram'                 ./rtla timerlat hist -S clock -c "$cpu" -q -d 1
habit 0 '^# rtlat osnoise histogram'         ./rtla osnoise hist -S spin -c "$cpu" -q -d 1
habit 0 '"command":\["rtlat","hist","-S"'       ./timerlat hist -S clock -c "$cpu" -d 1 -o json
habit 0 '"command":\["rtlat","osnoise","hist"'  ./osnoise hist -S spin -c "$cpu" -d 1 -o json
told 'rtlat hist: -t has no effect without -i or -T$'             "${hist[@]}" -t
told 'rtlat hist: -t has no effect without -i or -T$'             "${hist[@]}" -T 5 -t=x -T 0
told 'rtlat hist: --dump-tasks has no effect without -i or -T$'   "${hist[@]}" --dump-tasks
told 'rtlat hist: --on-threshold has no effect without -i or -T$' "${hist[@]}" --on-threshold trace
told 'rtlat hist: -e has no effect without -t or --on-end trace$' "${hist[@]}" -T 900000 -e sched
told 'rtlat osnoise top: -t has no effect without -s or -S$'      "${noise[@]}" -t
told 'rtlat osnoise top: -e has no effect without -t '            "${noise[@]}" -e irq
[[ ! -e x && ! -e timerlat_trace.txt && ! -e osnoise_trace.txt ]] || fail 'a trace of no limit'
((failures == 0))
