#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat sleep where there is no module for it: wrong usage is said first, then that, in one line.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
explaining=("$work/err")
command='sleep'

# shellcheck source=tests/host/lib/wrong.sh
. "$SRC/tests/host/lib/wrong.sh"

# run STATUS ARGUMENTS...
run()
{
	local expected=$1 status

	shift
	timeout 20 "$RTLAT" sleep "$@" >"$work/out" 2>"$work/err"
	status=$?
	((status == expected)) || fail "$*: status $status instead of $expected"
	[[ ! -s $work/out ]] || fail "$*: prints something"
}

refused '-d 0: expected a time from 1s to 3650d' -d 0
refused "-d '': expected a time from 1s to 3650d" -d ''
refused '--interval 5x: expected a time from 1s to 3650d' --interval 5x
refused '--sort count: expected total or max' --sort count
refused '--min 3600000001: expected a number from 0 to 3600000000' --min 3600000001
refused '--min 1x: expected a number from 0 to 3600000000' --min 1x
refused '--stacks all: expected none, kernel, user or both' --stacks all
refused '--pid 0: expected a number from 1 to 4194304' --pid 0
refused '--comm sixteen-letters-: expected a name of 1 to 15 bytes' --comm sixteen-letters-
refused '--tasks 0: expected a number from 1 to 65536' --tasks 0
refused '-o yaml: expected FORMAT or FORMAT:FILE with a format of text, json, csv' -o yaml
refused '-o json:: expected FORMAT or FORMAT:FILE with a format of text, json, csv' -o json:
refused '-o: two outputs to standard output' -o json -o csv
refused '-o: two outputs to /tmp/x' -o json:/tmp/x -o csv:/tmp/x
refused '-o: two outputs to /tmp/../tmp/x' -o json:/tmp/x -o csv:/tmp/../tmp/x
refused '--exclude-voluntary=1: expected no value' --exclude-voluntary=1
refused '-x: unknown option' -x
refused '7: unexpected argument' 7

# unwritable PATH TEXT: said before anything is counted, and nothing else is touched
unwritable()
{
	echo old >"$work/result.csv"
	run 1 -d 1h -o "csv:$work/result.csv" -o "json:$1"
	[[ $(cat "$work/err") == "rtlat sleep: $1: $2" ]] || fail "$1: another message than '$2'"
	[[ $(cat "$work/result.csv") == old ]] || fail "$1: the other file was touched"
}

unwritable /nosuch/x 'No such file or directory'
unwritable / 'Is a directory'
unwritable "$work/err/x" 'Not a directory'
[[ $(ls -A "$work") == $'err\nout\nresult.csv' ]] || fail "leaves $(ls -A "$work")"

if [[ ! -e /sys/module/latency_tracker_sleep ]] && ! modinfo latency_tracker_sleep &>/dev/null; then
	run 77 -d 1s
	[[ $(cat "$work/err") == "rtlat sleep: the module latency_tracker_sleep is not loaded: it has to be installed" &&
		$(wc -l <"$work/err") -eq 1 ]] || fail 'does not say that there is no module'
	[[ ! -e /run/rtlat/journal ]] || fail 'leaves a journal'
fi

((failures == 0)) || { echo "sleep: $failures failures"; exit 1; }
echo "sleep: ok"
