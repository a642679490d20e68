# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Programs in terminals of a private tmux server: start them, press keys, look at the screen. What
# is not as it should be counts in `failures`. Skips the test that reads it where tmux is missing.

socket=rtlat-screen-$$-0
export LC_ALL=C.UTF-8
# How often to look, each 50 ms, before something is taken for not shown.
looks=${looks:-200}
failures=0

command -v tmux >/dev/null || { echo "tmux is not installed"; exit 77; }

tm() {
	tmux -u -L "$socket" -f /dev/null "$@"
}

capture() {
	tm capture-pane -p -t screen
}

# start WIDTH HEIGHT TERM COMMAND...: the words of COMMAND are joined for a shell
start() {
	local width=$1 height=$2 term=$3

	shift 3
	stop
	# A name of its own: the server before may still be about to end.
	socket=rtlat-screen-$$-$((${socket##*-} + 1))
	tm new-session -d -s screen -x "$width" -y "$height" \
		"export TERM=$term; $*; echo \"status \$?\"; stty -a; exec sleep 300"
}

stop() {
	tm kill-server 2>/dev/null
}

keys() {
	tm send-keys -t screen "$@"
}

resize() {
	tm resize-window -t screen -x "$1" -y "$2"
}

fail() {
	failures=$((failures + 1))
	echo "screen: line ${BASH_LINENO[1]}: $*"
	capture | sed '/^$/d; s/^/    |/'
}

# Wait for a line that matches the extended regular expression.
shows() {
	local i

	for ((i = 0; i < looks; i++)); do
		capture | grep -Eq -- "$1" && return
		sleep 0.05
	done
	fail "not shown: $1"
}

hides() {
	local i

	for ((i = 0; i < looks; i++)); do
		capture | grep -Eq -- "$1" || return
		sleep 0.05
	done
	fail "still shown: $1"
}

# keys_say KEY PATTERN
keys_say() {
	keys "$1"
	shows "$2"
}
