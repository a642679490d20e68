#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat track: what it refuses, in one line that says what was expected; and the lines for a shell.
set -u

: "${RTLAT:?the program}"
failures=0

fail() {
	failures=$((failures + 1))
	echo "track: $*"
}

# refused PATTERN ARGUMENT...
refused() {
	local pattern=$1 said status=0

	shift
	said=$("$RTLAT" track "$@" 2>&1 >/dev/null) || status=$?
	((status == 129)) || fail "$*: exit status $status"
	[[ $(head -n 1 <<<"$said") =~ $pattern ]] || fail "$*: said '$said'"
	(($(wc -l <<<"$said") == 2)) || fail "$*: says more than a line and where to find help"
}

refused 'expected wakeup, offcpu, block, syscall, irq or net'
refused 'wakeups: expected wakeup' wakeups
refused '-T -1: expected a time from 0 to 1000000000' wakeup -T -1
refused '-T 1us: expected a time' wakeup -T 1us
refused '--timeout 0: expected a time from 1 to 1000000000' wakeup --timeout 0
refused '--timeout 10: expected no less than -T 20' wakeup -T 20 --timeout 10
refused '--pid 0: expected a thread.s number from 1 to 4194304' wakeup --pid 0
refused '--pid 1x: expected a thread' wakeup --pid 1x
refused '--comm .*: expected a name of 1 to 15' wakeup --comm 0123456789abcdef
refused '--comm .*: expected a name of 1 to 15' wakeup --comm ''
refused '--comm .*: expected a name of 1 to 15' wakeup --comm 'a"b'
refused '--prio 140: expected a priority of the kernel.s from 0 to 139' wakeup --prio 140
refused '--rt and --prio: expected only one' wakeup --rt --prio 5
refused '-S osnoise: expected auto, module, events, hist' wakeup -S osnoise
refused '-o cyclictest: expected FORMAT .*text, json, csv, hgrm' wakeup -o cyclictest
refused '-o rtla: expected FORMAT' offcpu -o rtla
refused '-p: unknown option' wakeup -p 100
refused '--show-commands: only of rtlat track wakeup' block --show-commands
refused '--show-commands: not possible with --timeout' wakeup --show-commands --timeout 5
refused '--gate noise.max<1us' wakeup --gate 'noise.max<1us' --gate 'noise.max<1us'

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
