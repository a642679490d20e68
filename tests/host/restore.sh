#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat restore says what it undid, what it could not and what it left, and whose changes are no
# leftovers; it removes the temporary files of killed runs; a journal that somebody else could have
# written is not undone by anything. In a mount namespace of its own, where /run is empty, and a
# network namespace, whose part of sysfs is the test's own.
set -u

: "${RTLAT:?the program}"
if [ -z "${RESTORE_INSIDE:-}" ]; then
	unshare -m -n mount -t sysfs sysfs /sys 2>/dev/null ||
		{ echo "mount and network namespaces are not allowed"; exit 77; }
	RESTORE_INSIDE=yes exec unshare -m -n "$0"
fi
mount -t tmpfs -o mode=1777 tmpfs /run && mount -t sysfs sysfs /sys || exit 1
work=$(mktemp -d /run/test.XXXXXX) || exit 1
cd "$work" || exit 1
failures=0
# libtracefs 1.6 leaks a path each time that it looks for tracefs, which is not mounted here.
echo leak:libtracefs >suppressions
export LSAN_OPTIONS=suppressions=$work/suppressions:print_suppressions=0
readonly FIRST=/sys/class/net/lo/tx_queue_len SECOND=/sys/class/net/lo/mtu

fail()
{
	echo "FAIL $*"
	sed 's/^/    /' out err
	failures=$((failures + 1))
}

# run STATUS WHAT COMMAND...: none of these takes long, unless it waits for what never comes
run()
{
	local status expected=$1 what=$2

	shift 2
	timeout -k 5 60 "$RTLAT" "$@" >out 2>err
	status=$?
	[ "$status" -eq "$expected" ] || fail "$what: rtlat $1: status $status, expected $expected"
}

restore()
{
	run "$1" "$2" restore
}

# leave LINE...: the journal of a dead run
leave()
{
	mkdir -p /run/rtlat
	printf '%s\n' '{"pid": 999}' "$@" >/run/rtlat/journal
}

# values EXPECTED WHAT: of the settings
values()
{
	[ "$(cat $FIRST $SECOND | tr '\n' ' ')" = "$1 " ] || fail "$2: $(cat $FIRST $SECOND)"
}

restore 0 "no journal"
[ "$(cat out)" = "nothing to restore" ] || fail "no journal"

echo 5 >$FIRST
echo 1006 >$SECOND
leave "{\"path\": \"$FIRST\", \"old\": \"1000\"}" "{\"path\": \"$SECOND\", \"old\": \"2000\"}"
restore 0 "two changes"
printf '%s\n' "restored $SECOND to 2000" "restored $FIRST to 1000" | diff - out ||
	fail "two changes: not what was undone"
values "1000 2000" "two changes: not undone"
restore 0 "once more"
[ "$(cat out)" = "nothing to restore" ] || fail "once more"

leave "{\"path\": \"$FIRST\", \"old\": \"7\"}" "{\"path\": \"$SECOND\", \"old\": \"no number\"}"
restore 1 "a change that can't be undone"
grep -q "cannot restore $SECOND: Invalid argument" err || fail "not said what can't be undone"
[ "$(wc -l <err)" -eq 2 ] || fail "a change that can't be undone is said twice"
values "7 2000" "one failure stopped the rest"

leave "{\"path\": \"$FIRST\", \"old\": \"8\"}" "{\"path\": \"$FIRST\", \"new\": \"9\"}" \
	"{\"path\": \"$SECOND\", \"old\": \"2001\"}" "{\"path\": \"$SECOND\", \"new\": \"2000\"}"
restore 0 "a change that somebody else has changed"
grep -q "$FIRST is left at '7', which somebody else has set since: before rtlat it was '8'" err ||
	fail "not said what is left"
[ "$(cat out)" = "restored $SECOND to 2001" ] || fail "not what was undone of the two"
values "7 2001" "not the one that is still as rtlat set it"

echo plain >file
leave "{\"path\": \"$FIRST\", \"old\": \"9\"}" "{\"path\": \"$work/file\", \"old\": \"changed\"}" \
	"{\"directory\": \"$work/made\"}" "{\"path\": \"$work/file\", \"command\": \"changed\"}" \
	'{"path": "/proc/self/oom_score_adj", "old": "1"}' '{"module": "dummy"}'
mkdir made
restore 1 "paths that no change is of"
for path in "$work/file" "$work" /proc/self/oom_score_adj; do
	grep -q "$path is not changed: it is not a file of" err || fail "$path: not said"
done
grep -q "the module dummy is not unloaded" err || fail "the module: not said"
[ "$(cat file)" = plain ] && [ -d made ] || fail "a file outside sysfs was changed"
values "9 2001" "one path stopped the rest"

leave "{\"path\": \"$FIRST\", \"old\": \"8\"}"
exec 9<>/run/rtlat/journal
flock 9
restore 1 "a living run"
grep -q "running as process 999" err || fail "a living run is not named"
values "9 2001" "the changes of a living run were undone"
mkdir results
touch results/.night.json.rtlat-0123abcd results/night.json.0123abcd
run 0 "a temporary file beside a living run" restore results/night.json
[ "$(cat out)" = "removed the temporary file .night.json.rtlat-0123abcd" ] ||
	fail "not said which file is removed"
[ "$(ls -A results)" = night.json.0123abcd ] || fail "not the temporary file is removed"
run 1 "no such directory" restore results/none/night.json
grep -q "^rtlat restore: results/none/night.json: No such file or directory$" err ||
	fail "not said that the directory is missing"
exec 9>&-

# said_once LINE
said_once()
{
	[ "$(grep trusted err)" = "$1" ]
}

# distrusted WHAT PATH WHY: neither restore, check nor a run that would change something undoes any
# of it or waits for it, and each says in one line what is wrong; such a run is none.
distrusted()
{
	local line="$2 is not trusted, $3: nothing of it is undone, remove it"

	restore 1 "$1"
	said_once "rtlat restore: $line" || fail "$1: restore does not say '$line', once"
	[ ! -s out ] || fail "$1: restore"
	run 0 "$1" check
	said_once "rtlat check: $line" || fail "$1: check does not say '$line', once"
	run 1 "$1" hist -q -S clock -d 1s --deepest-idle-state 0
	said_once "rtlat: error: $line" || fail "$1: hist does not say '$line', once"
	values "9 2001" "$1: undone"
}

# goes_on WHAT: a run that changes nothing
goes_on()
{
	run 0 "$1" hist -q -S clock -d 1s
	grep -q "^rtlat: warning: .* is not trusted" err && [ "$(grep -c trusted err)" -eq 1 ] ||
		fail "$1: hist that changes nothing does not warn once"
	values "9 2001" "$1: undone"
}

readonly JOURNAL=/run/rtlat/journal
rm -r /run/rtlat
mkdir /run/elsewhere
chown 65534 /run/elsewhere
ln -s elsewhere /run/rtlat
leave "{\"path\": \"$FIRST\", \"old\": \"8\"}"
distrusted "a link to a directory" /run/rtlat "it is not a directory"
rm /run/rtlat
mv /run/elsewhere /run/rtlat
distrusted "somebody's directory" /run/rtlat "it belongs to user 65534 and not to 0"
goes_on "somebody's directory"
chown 0 /run/rtlat
chmod 0777 /run/rtlat
distrusted "everybody's directory" /run/rtlat "others may write it (mode 0777)"
chmod 0755 /run/rtlat
chown 65534 $JOURNAL
distrusted "somebody's journal" $JOURNAL "it belongs to user 65534 and not to 0"
rm $JOURNAL
mkfifo $JOURNAL
distrusted "a FIFO" $JOURNAL "it is not a regular file"
goes_on "a FIFO"
ln -sf /dev/full $JOURNAL
distrusted "a device" $JOURNAL "it is not a regular file"
rm $JOURNAL
leave "{\"path\": \"$FIRST\", \"old\": \"8\"}"
restore 0 "its own again"
values "8 2001" "its own again"
[ "$failures" -eq 0 ]
