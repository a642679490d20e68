#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: stock-6.12-rt rtlat-6.12-rt
# check: rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# timeout: 300
# alone: yes
# add: tool/rtla:/usr/bin/rtla-6.12
#
# The format rtla is line for line, to the blank, what rtla prints, whatever the numbers are.

. /tests/lib/common.sh
. /tests/lib/rtla.sh

# Titles with any digits; of each row its label and its columns, which are ten characters wide.
shape()
{
	awk '/^# (verdict|reason|gate)/ { next }
		/^#/ || /^Index/ || /^ *(ALL|IRQ|Thr|Usr)/ { gsub(/[0-9]/, "0"); print; next }
		{
			label = match($0, /^[0-9a-z]/) ? substr($0, 1, 6) : ""
			rest = substr($0, length(label) + 1)
			text = label
			for (; length(rest); rest = substr(rest, 11))
				text = text (substr(rest, 1, 10) ~ /^ *[0-9-]+ $/ ? "|" : "?")
			print text
		}' "$1"
}

# same_shape OPTION...: of both programs
same_shape()
{
	rtla_run rtla-6.12 timerlat hist -d 2s --with-zeros -b 1000 -E 10 "$@"
	rtlat timerlat hist -q -d 2s --with-zeros -b 1000 -E 10 "$@" -o rtla >/tmp/ours.txt 2>/tmp/ours.err ||
		{ cat /tmp/ours.err; fail "rtlat: $*"; }
	shape $OUT >/tmp/shape
	shape /tmp/ours.txt >/tmp/shape.ours
	diff /tmp/shape /tmp/shape.ours || { cat $OUT /tmp/ours.txt; fail "$*"; }
	[ "$(wc -l </tmp/shape)" -ge 11 ] || not_so 'too short'
	if grep -q '?' /tmp/shape; then
		not_so 'columns that are not ten wide'
	fi
}

same_shape -k
same_shape -u
same_shape -k --no-irq
same_shape -u --no-thread -n
same_shape -k --no-header
same_shape -k --no-summary
same_shape -k --no-header --no-index
