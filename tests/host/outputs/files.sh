#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Files that an output replaces or writes to: links, mounts, special bits, other users' files.
# shellcheck source=tests/host/lib/outputs.sh
. "${SRC:?the source directory}/tests/host/lib/outputs.sh"

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
	expect_line err '^rtlat hist: link: is a symbolic link to a file that does not exist' "dangling link"
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

contexts=(thread return)
symbolic_link
special_bits
other_users_file
dangling_link
mounted_file
unnameable
((failures == 0))
