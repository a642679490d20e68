#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# timeout: 300
# add: /usr/bin/rtla tool/rtla:/usr/bin/rtla-6.12
#
# Every activation is recorded, nothing is lost or missed, and rtla, Debian's of 6.1 and 6.12's, on
# the same tracer agrees to the microsecond that it has. (That two boots agree is for tests/lab/repeat.sh.)

. /tests/lib/common.sh

run_once()
{
	measure 0 "$@" -d 10s
	count=$(field 0 thread count)
	min=$(field 0 thread min_ns)
	avg=$(field 0 thread avg_ns)
	echo "rtlat $*: count $count min $min avg $avg irq min $(field 0 irq min_ns)" \
		"avg $(field 0 irq avg_ns)"
	holds "$count >= 9990 && $count <= 10010"
	holds "$(field 0 thread missed) == 0"
	holds "$(field 0 thread lost) == 0"
}

# rtla's row NAME of the summary: IRQ and thread, whole microseconds
rtla_value()
{
	awk -v name="$1:" -v column="$2" '$1 == name { print $column; exit }' /tmp/rtla.txt
}

# Within a microsecond, where rtla has cut off the fraction of its own.
agrees()
{
	echo "$1: rtla $2 us, rtlat $3 ns"
	near "$2 + 0.5" "$3 / 1000" 1.5
}

# compare RTLA [OPTION]: with the last run
compare()
{
	program=$1
	shift
	$program timerlat hist -d 10s "$@" >/tmp/rtla.txt || fail "$program $* failed"
	echo "$program $*"
	agrees 'irq min' "$(rtla_value min 2)" "$(field 0 irq min_ns)"
	agrees 'irq avg' "$(rtla_value avg 2)" "$(field 0 irq avg_ns)"
	agrees 'thread min' "$(rtla_value min 3)" "$min"
	agrees 'thread avg' "$(rtla_value avg 3)" "$avg"
}

has_records && run_once -u
if has_timerlat_fd; then
	run_once -S timerlat-user
	compare rtla-6.12 -u
	agrees 'return min' "$(rtla_value min 4)" "$(field 0 return min_ns)"
	agrees 'return avg' "$(rtla_value avg 4)" "$(field 0 return avg_ns)"
fi
run_once -k
compare rtla
if has_timerlat_fd; then
	compare rtla-6.12 -k
fi
