#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Real runs of clock, spin and events: every output is complete, whether a run ends by itself or by a
# signal, and while it goes on.
# shellcheck source=tests/host/lib/outputs.sh
. "${SRC:?the source directory}/tests/host/lib/outputs.sh"

every_format()
{
	umask 027
	echo old >result.txt
	chmod 604 result.txt
	"$RTLAT" "${hist[@]}" -d 1 -o json:result.json -o csv:result.csv -o text:result.txt \
		>out 2>err
	expect_status $? 0 "every format"
	expect_json result.json "every format"
	expect_csv result.csv "every format"
	cmp out result.txt || fail "text in a file and on standard output differ"
	expect_line err "^rtlat: measuring with ${hist[-1]}: " "every format"
	[ "$(stat -c %a result.json)" = 640 ] || fail "mode of a new file"
	[ "$(stat -c %a result.txt)" = 604 ] || fail "mode of a replaced file"
	expect_files result.csv result.json result.txt
}

# html_page COMMAND...: the page of a run is that of the report of its JSON
html_page()
{
	"$RTLAT" "$@" -d 2 -q --interval 1s -o html:page.html -o 'json:this run' >out 2>err
	expect_status $? 0 "-o html of $1"
	"$RTLAT" report 'this run' >report.html
	expect_status $? 0 "report of $1"
	cmp page.html report.html || fail "another page than the report's: $1"
	grep -q '<svg' page.html || fail "no figure in the page: $1"
	expect_files page.html report.html 'this run'
}

top_tables()
{
	"$RTLAT" "${top[@]}" -d 5 -o json:result.json >out 2>err </dev/null
	expect_status $? 0 "top"
	[ "$(grep -c '^CPU [A-Z]' out)" -ge 4 ] || fail "top: fewer than four tables in 5 s"
	[ "$(grep -c '^ALL #' out)" -eq "$(grep -c '^CPU [A-Z]' out)" ] || fail "top: ALL rows"
	expect_json result.json "top"
	"$RTLAT" "${alias[@]}" -d 1 -q >out 2>err </dev/null
	expect_status $? 0 "top -q"
	[ "$(grep -c '^CPU [A-Z]' out)" -eq 1 ] || fail "top -q: not one table"
	"$RTLAT" "${top[@]}" -d 2 -o csv >out 2>err </dev/null
	expect_status $? 0 "top -o csv"
	expect_csv out "top -o csv"
	expect_files result.json
}

# by_signal SIGNAL: the result is complete and says what stopped the run; a second signal while
# it ends changes nothing. Until it is complete, the file is as it was before.
by_signal()
{
	local pid

	echo old >result.json
	"$RTLAT" "${hist[@]}" -d 1h -o json:result.json -o csv:result.csv >out 2>err &
	pid=$!
	wait_for_source
	[ "$(cat result.json)" = old ] || fail "SIG$1: file replaced before the end"
	kill -s "$1" $pid
	kill -s "$1" $pid 2>/dev/null
	wait $pid
	expect_status $? 0 "SIG$1"
	expect_json result.json "SIG$1"
	expect_csv result.csv "SIG$1"
	expect_line result.json "^\"stop\":\"signal SIG$1\",$" "SIG$1"
	expect_line out "^stopped by: signal SIG$1$" "SIG$1"
	expect_files result.csv result.json
}

# Metrics are there from the start, and whole; on standard output only at the end.
while_running()
{
	local pid

	mkdir textfile
	"$RTLAT" "${hist[@]}" -d 1h --interval 1 -o openmetrics:textfile/rtlat.prom \
		-o csv:result.csv >out 2>err &
	pid=$!
	wait_for_source
	expect_line textfile/rtlat.prom '^rtlat_running{run="rtlat".*} 1$' "while running"
	expect_line textfile/rtlat.prom '^# EOF$' "while running"
	[ "$(ls -A textfile)" = rtlat.prom ] || fail "while running: $(ls -A textfile)"
	[ -e result.csv ] || fail "while running: with --interval, another format is not there"
	# What can't be written is tried again, and said once.
	prlimit --pid $pid --fsize=1000:
	sleep 3.5
	prlimit --pid $pid --fsize=unlimited:
	sleep 1.5
	kill -s INT $pid
	wait $pid
	expect_status $? 0 "while running"
	expect_line err '^rtlat: warning: textfile/rtlat.prom: File too large$' "while running"
	expect_line textfile/rtlat.prom '^rtlat_running{run="rtlat".*} 0$' "while running"
	[ "$(ls -A textfile)" = rtlat.prom ] || fail "at the end: $(ls -A textfile)"
	rm -r textfile
	"$RTLAT" "${hist[@]}" -d 2 -o openmetrics >out 2>err
	expect_status $? 0 "metrics on standard output"
	expect_line out '^# EOF$' "metrics on standard output"
	expect_csv result.csv "while running"
	expect_files result.csv
}

hist=(hist -S clock) top=(top -S clock) alias=(timerlat -S clock) contexts=(thread return)
every_format
html_page "${hist[@]}"
top_tables
by_signal INT
by_signal TERM
by_signal HUP
while_running
hist=(osnoise hist -S spin) top=(osnoise top -S spin) alias=(osnoise -S spin) contexts=(noise)
every_format
html_page "${hist[@]}"
top_tables
by_signal INT
while_running
hist=(track wakeup -S events) contexts=(delay)
if "$RTLAT" check | grep -q '^\[yes\] *events '; then
	every_format
	html_page "${hist[@]}"
	by_signal INT
	by_signal TERM
	while_running
else
	echo "skipped the runs of events: they are not to be had here"
fi
((failures == 0))
