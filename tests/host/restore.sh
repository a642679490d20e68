#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat restore says what it undid, what it could not, and whose changes are no leftovers. In a
# mount namespace of its own, where /run is empty.
set -u

: "${RTLAT:?the program}"
if [ -z "${RESTORE_INSIDE:-}" ]; then
	unshare -m true 2>/dev/null || { echo "a mount namespace is not allowed"; exit 77; }
	RESTORE_INSIDE=yes exec unshare -m "$0"
fi
mount -t tmpfs tmpfs /run || exit 1
work=$(mktemp -d /run/test.XXXXXX) || exit 1
cd "$work" || exit 1
failures=0

fail()
{
	echo "FAIL $*"
	sed 's/^/    /' out err
	failures=$((failures + 1))
}

# restore STATUS WHAT
restore()
{
	local status

	"$RTLAT" restore >out 2>err
	status=$?
	[ "$status" -eq "$1" ] || fail "$2: status $status, expected $1"
}

# leave LINE...: the journal of a dead run
leave()
{
	mkdir -p /run/rtlat
	printf '%s\n' '{"pid": 999}' "$@" >/run/rtlat/journal
}

restore 0 "no journal"
[ "$(cat out)" = "nothing to restore" ] || fail "no journal"

echo 5 >first
echo 6 >second
mkdir made
leave "{\"directory\": \"$work/made\"}" "{\"path\": \"$work/first\", \"old\": \"1000\"}" \
	"{\"path\": \"$work/second\", \"old\": \"0-3\"}"
restore 0 "three changes"
printf '%s\n' "restored $work/second to 0-3" "restored $work/first to 1000" \
	"restored $work/made" | diff - out || fail "three changes: not what was undone"
[ "$(cat first second)" = "1000
0-3" ] && [ ! -e made ] || fail "three changes: not undone"
restore 0 "once more"
[ "$(cat out)" = "nothing to restore" ] || fail "once more"

leave "{\"path\": \"$work/first\", \"old\": \"7\"}" "{\"path\": \"$work\", \"old\": \"7\"}"
restore 1 "a change that can't be undone"
grep -q "cannot restore $work: Is a directory" err || fail "not said what can't be undone"
[ "$(cat first)" = 7 ] || fail "one failure stopped the rest"

leave "{\"path\": \"$work/first\", \"old\": \"8\"}"
exec 9<>/run/rtlat/journal
flock 9
restore 1 "a living run"
grep -q "running as process 999" err || fail "a living run is not named"
[ "$(cat first)" = 7 ] || fail "the changes of a living run were undone"
[ "$failures" -eq 0 ]
