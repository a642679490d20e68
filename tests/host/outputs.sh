#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Real runs of clock, and some of spin and events: whatever ends them, every output that can be written is
# complete, and what can't be written is said and shows in the exit status.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
trap 'cleanup' EXIT
cd "$work" || exit 1
mounted=
schema=$SRC/Documentation/rtlat-result.schema.json

cleanup()
{
	cd /
	[ -z "$mounted" ] || umount "$work/small"
	rm -rf "$work"
}

expect_status()
{
	[ "$1" -eq "$2" ] || { fail "$3: status $1, expected $2"; sed 's/^/    /' err; }
}

# expect_line FILE PATTERN WHAT: one line of the file, exactly
expect_line()
{
	[ "$(grep -c -- "$2" "$1")" -eq 1 ] ||
		{ fail "$3: no line '$2' in $1"; sed 's/^/    /' "$1"; }
}

# Follows the schema, and its numbers agree; without the checker's module, at least it is whole.
expect_json()
{
	"$SRC/tests/golden/check_json.py" "$schema" "$1" >faults
	case $? in
	0) ;;
	77) [ "$(tail -n 1 "$1")" = "}" ] || fail "$2: $1 is cut off" ;;
	*) fail "$2: $(cat faults)" ;;
	esac
}

# A title, the contexts of each CPU and, last, of all; as many fields in every line.
expect_csv()
{
	[ "$(wc -l <"$1")" -gt $((2 * ${#contexts[@]})) ] &&
		[ $(($(wc -l <"$1") % ${#contexts[@]})) -eq $((1 % ${#contexts[@]})) ] ||
		fail "$2: lines of $1"
	[ "$(tail -n 1 "$1" | cut -d, -f1,2)" = "all,${contexts[-1]}" ] || fail "$2: $1 is cut off"
	[ "$(sed 's/[^,]//g' "$1" | sort -u | wc -l)" -eq 1 ] || fail "$2: fields of $1"
}

# Only these files are there, so nothing temporary was left behind.
expect_files()
{
	local found

	rm -f err out faults
	found=$(echo *)
	[ "$found" = "$*" ] || fail "files are '$found', expected '$*'"
	rm -f -- *
}

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
	expect_line err "^rtlat: source ${hist[-1]}: " "every format"
	[ "$(stat -c %a result.json)" = 640 ] || fail "mode of a new file"
	[ "$(stat -c %a result.txt)" = 604 ] || fail "mode of a replaced file"
	expect_files result.csv result.json result.txt
}

top_tables()
{
	"$RTLAT" "${top[@]}" -d 3 -o json:result.json >out 2>err </dev/null
	expect_status $? 0 "top"
	[ "$(grep -c '^CPU [A-Z]' out)" -ge 3 ] || fail "top: fewer than three tables"
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

# Until the run says what it measures with, and a little longer.
wait_for_source()
{
	local i

	for ((i = 0; i < 200; i++)); do
		grep -qs '^rtlat: source' err && break
		sleep 0.1
	done
	sleep 0.5
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
	[ ! -e result.csv ] || fail "while running: another format is there, too"
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

# A name that is a symbolic link stays one.
symbolic_link()
{
	mkdir real
	echo old >real/result.csv
	ln -s real/result.csv link.csv
	"$RTLAT" hist -S clock -d 1 -q -o csv:link.csv >out 2>err
	expect_status $? 0 "symbolic link"
	[ -L link.csv ] || fail "the symbolic link was replaced"
	expect_csv real/result.csv "symbolic link"
	[ "$(ls -A real)" = result.csv ] || fail "symbolic link: $(ls -A real)"
	rm -r real
	expect_files link.csv
}

# The new file has the old one's permissions, and no bit that makes others its user.
special_bits()
{
	echo old >result.json
	chmod 6755 result.json
	"$RTLAT" hist -S clock -d 1 -q -o json:result.json >out 2>err
	expect_status $? 0 "special bits"
	[ "$(stat -c %a result.json)" = 755 ] || fail "special bits: $(stat -c %a result.json)"
	expect_json result.json "special bits"
	expect_files result.json
}

# Of another user nothing is replaced where all can put files, and nothing adopted elsewhere.
other_users_file()
{
	if [ "$(id -u)" -ne 0 ]; then
		echo "skipped the files of others: not root"
		return
	fi
	(umask 022; mkdir open mine; chmod 1777 open)
	echo theirs >open/result.json
	cp open/result.json mine
	mkfifo open/pipe
	chown 65534 open/* mine/*
	chmod 6777 open/result.json mine/result.json
	for format in json openmetrics; do
		"$RTLAT" hist -S clock -d 60 -q -o $format:open/result.json >out 2>err
		expect_status $? 1 "$format to another user's file"
		expect_line err '^rtlat hist: open/result.json: belongs to another user, ' "$format"
	done
	"$RTLAT" hist -S clock -d 60 -q -o json:open/pipe >out 2>err
	expect_status $? 1 "another user's pipe"
	[ "$(cat open/result.json)" = theirs ] || fail "another user's file was written to"
	(umask 022; exec "$RTLAT" hist -S clock -d 1 -q -o json:mine/result.json >out 2>err)
	expect_status $? 0 "another user's file elsewhere"
	[ "$(stat -c '%a %u' mine/result.json)" = '644 0' ] ||
		fail "another user's permissions: $(ls -l mine)"
	"$RTLAT" merge mine/result.json -o json:open/result.json >out 2>err
	expect_status $? 1 "merge to another user's file"
	"$RTLAT" report mine/result.json -o open/result.json >out 2>err
	expect_status $? 1 "report to another user's file"
	[ "$(cat open/result.json)" = theirs ] || fail "another user's file was replaced"
	rm -r open mine
	expect_files '*'
}

# A link to nothing is refused before the run, and so is one file under two names.
dangling_link()
{
	ln -s nothing link
	SECONDS=0
	"$RTLAT" hist -S clock -d 60 -q -o json:link >out 2>err
	expect_status $? 1 "dangling link"
	expect_line err '^rtlat hist: link: is a symbolic link to a file that is not there' "dangling link"
	"$RTLAT" hist -S clock -d 60 -q -o json:nothing -o csv:link >out 2>err
	expect_status $? 1 "dangling link to the other output"
	[ "$SECONDS" -lt 30 ] || fail "dangling link: found out after measuring"
	[ -L link ] && [ ! -e nothing ] || fail "dangling link: $(ls -l)"
	rm link
	mkdir real
	ln -s real other
	echo old >real/old
	ln real/old real/linked
	for pair in 'real/new other/new' './real/new real/../real/new' 'real/old other/linked'; do
		"$RTLAT" hist -S clock -d 60 -q -o "json:${pair% *}" -o "csv:${pair#* }" >out 2>err
		expect_status $? 129 "one file: $pair"
		expect_line err '^rtlat hist: -o: two outputs to ' "one file: $pair"
	done
	"$RTLAT" hist -d 60 -q -T 100 -t=real/new -o json:other/new >out 2>err
	expect_status $? 129 "result and trace in one file"
	expect_line err '^rtlat hist: -o: other/new is where the trace goes$' "result and trace in one file"
	rm -r real other
	"$RTLAT" hist -S clock -d 60 -q -o json:new/ >out 2>err
	expect_status $? 1 "a name that ends with a slash"
	expect_files '*'
}

# A file that is a mount point, as containers have them, can't be replaced: it is written in place.
mounted_file()
{
	echo old >inside
	echo old >outside
	if ! mount --bind outside inside 2>/dev/null; then
		echo "skipped the mounted file: mounting is not allowed"
		rm inside outside
		return
	fi
	"$RTLAT" hist -S clock -d 1 -q -o json:inside >out 2>err
	expect_status $? 0 "mounted file"
	umount inside
	[ "$(cat inside)" = old ] || fail "mounted file: what is below it was written to"
	expect_json outside "mounted file"
	expect_files inside outside
}

# What can't get its name at the end is kept under another one, which is told.
unnameable()
{
	local pid kept

	"$RTLAT" hist -S clock -d 1h -q -o json:result.json >out 2>err &
	pid=$!
	wait_for_source
	mkdir result.json
	kill -s TERM $pid
	wait $pid
	expect_status $? 1 "a directory in the way"
	kept=$(sed -n 's/^rtlat hist: result.json: Is a directory; it is kept beside it as //p' err)
	[ "$kept" ] && expect_json "$kept" "a directory in the way"
	rmdir result.json
	expect_files "$kept"
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

name=hist
hist=(hist -S clock) top=(top -S clock) alias=(timerlat -S clock) contexts=(thread return)
every_format
top_tables
by_signal INT
by_signal TERM
by_signal HUP
hangup_ignored
closed_output
full_device
full_disk
unwritable /nosuch/x "No such file or directory"
unwritable / "Is a directory"
unwritable result.csv/x "Not a directory"
few_files
pipe_without_reader
symbolic_link
special_bits
other_users_file
dangling_link
mounted_file
unnameable
killed
while_running
without_gnuplot
hist=(osnoise hist -S spin) top=(osnoise top -S spin) alias=(osnoise -S spin) contexts=(noise)
every_format
top_tables
by_signal INT
while_running
name='track wakeup'
hist=(track wakeup -S events) contexts=(delay)
if "$RTLAT" check | grep -q '^\[yes\] *events '; then
	every_format
	by_signal INT
	by_signal TERM
	full_device
	full_disk
	while_running
else
	echo "skipped the runs of events: they are not to be had here"
fi
((failures == 0))
