#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The live screen on terminals of several types, and without one.
# shellcheck source=tests/host/lib/screen.sh
. "${SRC:?the source directory}/tests/host/lib/screen.sh"

test_terminal() {
	start 80 24 "$1" "$demo" -c 40 -l
	shows '^ CPU     count missed   lost│    avg    max│'
	shows '^  15 '
	keys_say Down 'rows 1-16'
	keys_say End 'rows 25-40'
	keys_say h '^CPU 39, thread latency'
	keys_say h 'rows 25-40'
	keys_say '?' 'any key closes'
	keys x
	hides 'any key closes'
	aligned
	keys q
	shows '^status 0'
}

test_no_terminal() {
	start 80 24 dumb "$demo"
	shows '^screendemo: Operation not supported'
	shows '^status 1'
	# ncurses leaves memory of its own behind where it does not know the terminal.
	start 80 24 no-such-terminal ASAN_OPTIONS=detect_leaks=0 "$demo"
	shows '^screendemo: Operation not supported'
}

test_ascii() {
	start 80 24 vt100 LC_ALL=C "$demo" -c 4
	shows '^ CPU     count'
	keys_say h '^ +[0-9.]+ +[0-9]+ +100.000  #'
	keys q q
	shows '^status 0'
}

for term in vt100 linux xterm-256color screen tmux; do
	infocmp "$term" >/dev/null 2>&1 && test_terminal "$term"
done
test_no_terminal
test_ascii
((failures == 0))
