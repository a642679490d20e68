#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A run that is stopped by a signal and continued: the latency of the stop is neither counted nor
# taken for a limit, the note and `complete` tell of it, and measuring goes on.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs python3

# pauses COMMAND ARGUMENT...: a run of 4 s, of which 1 s is spent stopped
pauses()
{
	local pid i

	"$RTLAT" "$@" -c 0 -d 4 -q -o "json:$work/r" >"$work/out" 2>"$work/err" &
	pid=$!
	for ((i = 0; i < 300; i++)); do
		grep -qs '^rtlat: measuring with' "$work/err" && break
		sleep 0.1
	done
	sleep 1
	kill -STOP "$pid"
	sleep 1
	kill -CONT "$pid"
	wait "$pid" || fail "status $?: $*"
	python3 - "$work/r" <<'P' >"$work/out" || fail "$*"
import json, sys
r = json.load(open(sys.argv[1]))
notes = [n for n in r["notes"] if "was stopped by a signal" in n]
cpu = r["cpus"][0]
latency = cpu["thread"] is not None
worst = cpu["thread" if latency else "noise"]["max_ns"] / 1e9
print("max", worst, "s, complete", r["complete"], notes)
if latency:
    periods = cpu["thread"]["count"] + cpu["missed"]
    good = 500 <= periods <= 3100
    print(periods, "periods")
else:
    runtime = cpu["osnoise"]["runtime_ns"] / 1e9
    good = 0.5 < runtime < 3.1
    print("runtime", runtime, "s")
sys.exit(not (good and worst < 0.7 and not r["complete"] and len(notes) == 1))
P
	cat "$work/out"
}

explaining=("$work/out" "$work/err")
pauses hist -S clock
pauses hist -S clock -T 700ms
pauses osnoise hist -S spin
pauses osnoise hist -S spin -s 700ms
((failures == 0))
