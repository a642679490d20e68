#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A run that is killed leaves what it had measured, where --interval has written it: whole, and said
# to be incomplete.
# shellcheck source=tests/host/lib/outputs.sh
. "${SRC:?the source directory}/tests/host/lib/outputs.sh"

# number duration_ns|count: of the whole run
number()
{
	sed -n "s/^\"duration_ns\":\([0-9]*\).*/duration_ns \1/p
		s/^\"total\":[^}]*\"count\":\([0-9]*\).*/count \1/p" killed.json |
		sed -n "s/^$1 //p"
}

"$RTLAT" hist -S clock -c 0 -p 10000 -d 60 -q --interval 1s -o json:killed.json -o csv:killed.csv \
	>out 2>err &
pid=$!
wait_for_source
sleep 6
kill -KILL "$pid"
wait "$pid" 2>/dev/null
expect_json killed.json 'a killed run'
grep -q '^"complete":false' killed.json || fail 'a killed run is complete'
[[ $(number duration_ns) -ge 4000000000 ]] || fail "of 6 s, $(number duration_ns) ns are there"
[[ $(number count) -ge 300 ]] || fail "of 600 samples, $(number count) are there"
[[ $(wc -l <killed.csv) -ge 2 ]] || fail 'no samples in csv'
"$RTLAT" merge killed.json >out 2>&1 || fail "cannot be read: $(cat out)"
grep -q '^INCOMPLETE' out || fail 'what is merged is complete'
expect_files killed.csv killed.json

# Enough is measured when each CPU has so many samples, or each gate the samples it needs.
"$RTLAT" hist -S clock -c 0 -p 1000 -l 300 -q -o json:killed.json -o text >out 2>err
expect_status $? 0 '-l'
[[ $(number count) -ge 300 && $(number count) -lt 3000 ]] || fail "-l 300: $(number count) samples"
"$RTLAT" hist -S clock -c 0 -p 1000 -d 60 --until-gates --gate 'thread.p99<10s' \
	--gate 'duration>=2s' -q -o json:killed.json -o text >out 2>err
expect_status $? 0 '--until-gates'
[[ $(number duration_ns) -ge 2000000000 && $(number duration_ns) -lt 20000000000 ]] ||
	fail "--until-gates: $(number duration_ns) ns"
((failures == 0))
