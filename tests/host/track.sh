#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat track wakeup --show-commands: the lines are a shell's. What is refused: usage.sh.
set -u

: "${RTLAT:?the program}"
failures=0

fail() {
	failures=$((failures + 1))
	echo "track: $*"
}

# What is set up is taken back, in reverse order, and all of it is something that a shell takes.
commands=$("$RTLAT" track wakeup --show-commands --pid 7 -d 3s 2>&1) || fail "no lines: $commands"
bash -n <<<"$commands" || fail 'the lines are none of a shell'
grep -q '^sleep 3$' <<<"$commands" || fail 'they do not wait for as long as -d says'
grep -q "pid==7" <<<"$commands" || fail 'they have no filter'
up=$(grep -c "^echo 'hist:" <<<"$commands")
down=$(grep -c "^echo '!hist:" <<<"$commands")
((up == 5 && down == 5)) || fail "$up triggers are set, $down taken back"

((failures == 0)) || exit 1
echo "track: ok"
