#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Outputs that cannot be written, or whose reader goes away: the error is said and shows in the exit
# status, and the other outputs are complete.
# shellcheck source=tests/host/lib/outputs.sh
. "${SRC:?the source directory}/tests/host/lib/outputs.sh"

# nohup(1) has it ignored.
hangup_ignored()
{
	local pid

	(trap '' HUP; exec "$RTLAT" hist -S clock -d 2 -q -o json:result.json >out 2>err) &
	pid=$!
	wait_for_source
	kill -s HUP $pid
	wait $pid
	expect_status $? 0 "SIGHUP ignored"
	expect_line result.json '^"stop":null,$' "SIGHUP ignored"
	expect_files result.json
}

closed_output()
{
	"$RTLAT" hist -S clock -d 1 -o json:result.json >&- 2>err
	expect_status $? 1 "standard output closed"
	expect_line err "^rtlat hist: standard output: " "standard output closed"
	expect_json result.json "standard output closed"
	rm result.json

	"$RTLAT" hist -S clock -d 1 -o json:result.json 2>err | true
	expect_status "${PIPESTATUS[0]}" 1 "hist to a closed pipe"
	expect_line err "^rtlat hist: standard output: Broken pipe$" "hist to a closed pipe"
	expect_json result.json "hist to a closed pipe"
	rm result.json

	SECONDS=0
	"$RTLAT" top -S clock -d 60 -o json:result.json 2>err </dev/null | head -n 1 >out
	expect_status "${PIPESTATUS[0]}" 1 "top to a closed pipe"
	[ "$SECONDS" -lt 30 ] || fail "top did not end with its reader"
	expect_line err "^rtlat top: standard output: Broken pipe$" "top to a closed pipe"
	expect_json result.json "top to a closed pipe"
	expect_files result.json
}

full_device()
{
	"$RTLAT" "${hist[@]}" -d 1 -o json:/dev/full -o csv:result.csv >out 2>err
	expect_status $? 1 "full device"
	expect_line err "^rtlat $name: /dev/full: No space left on device$" "full device"
	[ -c /dev/full ] || fail "/dev/full was replaced"
	expect_csv result.csv "full device"
	"$RTLAT" "${hist[@]}" -d 1 -o csv:result.csv >/dev/full 2>err
	expect_status $? 1 "standard output full"
	expect_line err "^rtlat $name: standard output: No space left on device$" "standard output full"
	expect_csv result.csv "standard output full"
	expect_files result.csv
}

# A file system too small for the JSON result: the old file stays, the temporary one goes.
full_disk()
{
	mkdir small
	if ! mount -t tmpfs -o size=8k,mode=700 tmpfs small 2>/dev/null; then
		echo "skipped the full disk: mounting is not allowed"
		rmdir small
		return
	fi
	mounted=yes
	echo old >small/result.json
	"$RTLAT" "${hist[@]}" -d 1 -E 1000 -o json:small/result.json -o csv:result.csv >out 2>err
	expect_status $? 1 "full disk"
	expect_line err "^rtlat $name: small/result.json: No space left on device$" "full disk"
	expect_csv result.csv "full disk"
	[ "$(cat small/result.json)" = old ] || fail "full disk: the old file is gone"
	[ "$(ls -A small)" = result.json ] || fail "full disk: $(ls -A small)"
	umount small && rmdir small && mounted=
	expect_files result.csv
}

# unwritable PATH TEXT: said at once, and no other output is touched
unwritable()
{
	echo old >result.csv
	SECONDS=0
	"$RTLAT" hist -S clock -d 60 -o csv:result.csv -o "json:$1" >out 2>err
	expect_status $? 1 "$1"
	[ "$SECONDS" -lt 30 ] || fail "$1: found out after measuring"
	[ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] || fail "$1: more than one line"
	expect_line err "^rtlat hist: $1: $2$" "$1"
	[ "$(cat result.csv)" = old ] || fail "$1: the other file was touched"
	expect_files result.csv
}

# The soft limit is no limit for machines with many CPUs; here the files are outputs.
few_files()
{
	# valgrind is a program that opens files, too.
	[ -z "${VALGRIND-}" ] || return 0
	(
		ulimit -Sn 6
		exec "$RTLAT" hist -S clock -d 1 -q -o csv:1 -o csv:2 -o csv:3 -o csv:4 >out 2>err
	)
	expect_status $? 0 "few files"
	expect_csv 4 "few files"
	expect_files 1 2 3 4
}

# Waiting for the reader of a named pipe ends with a signal, and leaves nothing behind.
pipe_without_reader()
{
	mkfifo pipe
	timeout -k 10 -s INT "${VALGRIND:+1}2" "$RTLAT" hist -S clock -d 1 -o csv:result.csv -o json:pipe \
		>out 2>err
	expect_status $? 124 "pipe without reader"
	expect_line err "^rtlat hist: pipe: Interrupted system call$" "pipe without reader"
	"$RTLAT" hist -S clock -d 1 -q -o json:pipe >out 2>err &
	cat pipe >result.json
	wait $!
	expect_status $? 0 "pipe with a reader"
	expect_json result.json "pipe with a reader"
	expect_files pipe result.json
}

# A killed run leaves nothing of what it was to write. Where files can't be without a name, which takes
# /proc, what is written has another one only meanwhile.
killed()
{
	local pid

	"$RTLAT" hist -S clock -d 1h -q -o json:result.json -o csv:result.csv >out 2>err &
	pid=$!
	wait_for_source
	kill -s KILL $pid
	wait $pid 2>/dev/null
	expect_files '*'
	"$RTLAT" hist -S clock -d 1 -q -o json:result.json >out 2>err
	if nm "$RTLAT" 2>/dev/null | grep -q __asan_init; then
		echo "skipped writing without /proc: a sanitizer needs it"
	elif unshare -m true 2>/dev/null; then
		RTLAT=$RTLAT unshare -m sh -c 'mount -t tmpfs none /proc &&
			exec "$RTLAT" merge result.json -o json:merged.json' >out 2>err
		expect_status $? 0 "without /proc"
		expect_json merged.json "without /proc"
		rm -f merged.json
	else
		echo "skipped writing without /proc: mounting is not allowed"
	fi
	expect_files result.json
}

# What a format takes beside rtlat is looked for before the run.
without_gnuplot()
{
	# The program is a script then, which takes others itself.
	[ -z "${VALGRIND-}" ] || return 0
	echo old >result.svg
	SECONDS=0
	"$SRC/tests/with-gnuplot" /dev/null true 2>err || { echo "skipped: $(cat err)"; return; }
	"$SRC/tests/with-gnuplot" /dev/null "$RTLAT" hist -S clock -d 60 -o csv:result.csv -o svg:result.svg >out 2>err
	expect_status $? 77 "without gnuplot"
	[ "$SECONDS" -lt 30 ] || fail "without gnuplot: found out after measuring"
	expect_line err "^rtlat hist: -o svg: the program gnuplot is not installed$" "without gnuplot"
	[ "$(cat result.svg)" = old ] || fail "without gnuplot: the old picture is gone"
	expect_files result.svg
}

name=hist
hist=(hist -S clock) contexts=(thread return)
hangup_ignored
closed_output
full_device
full_disk
unwritable /nosuch/x "No such file or directory"
unwritable / "Is a directory"
unwritable result.csv/x "Not a directory"
few_files
pipe_without_reader
killed
without_gnuplot
name='track wakeup'
hist=(track wakeup -S events) contexts=(delay)
if "$RTLAT" check | grep -q '^\[yes\] *events '; then
	full_device
	full_disk
else
	echo "skipped the runs of events: they are not to be had here"
fi
((failures == 0))
