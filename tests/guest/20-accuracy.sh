#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt rtlat-6.12-rt rtlat-6.1
# cpus: 1
# mode: deterministic
# timeout: 300
# add: /usr/bin/rtla
#
# Every activation is recorded, nothing is lost or missed, and rtla on the same tracer agrees to
# the microsecond that it has. (That two boots agree is for tests/lab/repeat.sh.)

. /tests/common

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

has_timerlat_fd && run_once -u
run_once -k
rtla timerlat hist -d 10s >/tmp/rtla.txt || fail 'rtla failed'
agrees 'irq min' "$(rtla_value min 2)" "$(field 0 irq min_ns)"
agrees 'irq avg' "$(rtla_value avg 2)" "$(field 0 irq avg_ns)"
agrees 'thread min' "$(rtla_value min 3)" "$min"
agrees 'thread avg' "$(rtla_value avg 3)" "$avg"
