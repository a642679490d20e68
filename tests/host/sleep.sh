#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat sleep where there is no module for it: wrong usage is said first, then that, in one line.
set -u

: "${RTLAT:?the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

fail()
{
	echo "sleep: $*"
	sed 's/^/    /' "$work/err"
	failures=$((failures + 1))
}

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

# bad TEXT ARGUMENTS...
bad()
{
	local text=$1

	shift
	run 129 "$@"
	[[ $(cat "$work/err") == "rtlat sleep: $text
Try 'rtlat sleep --help'" ]] || fail "$*: another message than '$text'"
}

bad '-d 0: expected a time from 1s to 3650d' -d 0
bad "-d '': expected a time from 1s to 3650d" -d ''
bad '--interval 5x: expected a time from 1s to 3650d' --interval 5x
bad '--sort count: expected total or max' --sort count
bad '--min 3600000001: expected a number from 0 to 3600000000' --min 3600000001
bad '--min 1x: expected a number from 0 to 3600000000' --min 1x
bad '--stacks all: expected none, kernel, user or both' --stacks all
bad '--pid 0: expected a number from 1 to 4194304' --pid 0
bad '--comm sixteen-letters-: expected a name of 1 to 15 bytes' --comm sixteen-letters-
bad '--tasks 0: expected a number from 1 to 65536' --tasks 0
bad '-o yaml: expected FORMAT or FORMAT:FILE with a format of text, json, csv' -o yaml
bad '-o json:: expected FORMAT or FORMAT:FILE with a format of text, json, csv' -o json:
bad '-o: two outputs to standard output' -o json -o csv
bad '-o: two outputs to /tmp/x' -o json:/tmp/x -o csv:/tmp/x
bad '--exclude-voluntary=1: expected no value' --exclude-voluntary=1
bad '-x: unknown option' -x
bad '7: unexpected argument' 7

if [[ ! -e /sys/module/latency_tracker_sleep ]] && ! modinfo latency_tracker_sleep &>/dev/null; then
	run 77 -d 1s
	[[ $(cat "$work/err") == "rtlat sleep: the module latency_tracker_sleep is not loaded, and "* &&
		$(wc -l <"$work/err") -eq 1 ]] || fail 'does not say that there is no module'
	[[ ! -e /run/rtlat/journal ]] || fail 'leaves a journal'
fi

((failures == 0)) || { echo "sleep: $failures failures"; exit 1; }
echo "sleep: ok"
