# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests of rtlat sleep share. Sourced, with `common`.

MODULE=latency_tracker_sleep
RESULT=/tmp/sleep.json

grep -q debugfs /proc/mounts || mount -t debugfs none /sys/kernel/debug

loaded()
{
	[ -e /sys/module/$MODULE ]
}

# profile OPTION...: into $RESULT
profile()
{
	rtlat sleep -o json:$RESULT "$@" || fail "rtlat sleep $*: status $?"
	loaded && [ ! "${KEEP-}" ] && fail 'the module is still loaded'
	return 0
}

# tasks: all of $RESULT, a line each
tasks()
{
	jsonget $RESULT 'tasks[]'
}

# task PID: the last one that had it
task()
{
	tasks | grep "^{\"pid\":$1," | tail -n 1
}

# of PID PATH: a number of a task, as in "blocked.total_ns"
of()
{
	task "$1" | sed -n "s/.*\"${2%.*}\":{[^}]*\"${2#*.}\":\([0-9]*\).*/\1/p" | head -n 1
}
