# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests of the latency trackers share. Sourced, with `common`.

DEBUGFS=/sys/kernel/debug
ALERTS=/tmp/alerts
# What was planted: when each began and ended, CLOCK_MONOTONIC, ns.
PLANTED=/tmp/planted

# load NAME PARAMETER...: the tracker; its directory and that of its parameters are known then
load()
{
	grep -q debugfs /proc/mounts || mount -t debugfs none $DEBUGFS
	name=$1
	shift
	modprobe "latency_tracker_$name" "$@" || fail "latency_tracker_$name does not load"
	TRACKER=$DEBUGFS/latency_tracker/$name
	# shellcheck disable=SC2034 # for tests
	PARAMETERS=/sys/module/latency_tracker_$name/parameters
}

unload()
{
	rmmod "latency_tracker_${TRACKER##*/}" || fail "$TRACKER does not unload"
	[ ! -e "$TRACKER" ] || fail "$TRACKER is still there"
}

# listen SECONDS: from its return on, alerts are on their way into $ALERTS
listen()
{
	alerts "$TRACKER/alerts" "$1" >$ALERTS 2>&1 &
	listener=$!
	until grep -q ready $ALERTS; do
		sleep 0.1
	done
}

# To the end, which is what keeps the tracker's module loaded.
heard()
{
	wait $listener || fail "$(tail -n 1 $ALERTS)"
}

# choose PATTERN...: those of the alerts that have all of these
choose()
{
	cp $ALERTS /tmp/chosen
	for pattern; do
		grep -E "$pattern" /tmp/chosen >/tmp/left
		mv /tmp/left /tmp/chosen
	done
	[ -s /tmp/chosen ] || { cut -c 1-600 $ALERTS; fail "no alert has all of: $*"; }
}

# values FIELD: of the chosen ones
values()
{
	tr '\t' '\n' </tmp/chosen | sed -n "s/^$1=//p"
}

# as_planted FIELD TIMES: the field of the chosen alerts, of which there are so many, is what was
# planted, to 2 %
as_planted()
{
	values "$1" >/tmp/values
	echo "$1: $(tr '\n' ' ' </tmp/values) of $(awk '{ printf "%d ", $2 - $1 }' $PLANTED)"
	awk -v times="$2" '
		NR == FNR { planted[NR] = $2 - $1; next }
		{
			n++
			off = $1 - planted[FNR]
			if (off < 0)
				off = -off
			if (off > planted[FNR] * 0.02)
				wrong = 1
		}
		END { exit wrong || n != times }' $PLANTED /tmp/values ||
		{ cut -c 1-800 $ALERTS; fail "$1 is not what was planted $2 times"; }
}

# all_have PATTERN...: each of the chosen alerts
all_have()
{
	for pattern; do
		! grep -vE "$pattern" /tmp/chosen || fail "the alert above has no $pattern"
	done
}

# count_of NAME: from the tracker's counts
count_of()
{
	sed -n "s/^$1 //p" "$TRACKER/counts"
}
