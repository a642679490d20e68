#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The formats of other tools are read by the rules of the programs that parse these.
# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"

names=

# results NAME RECORDING [OPTION...]: in every format that check_formats.py knows
results()
{
	name=$1
	recording=$2
	shift 2
	names="$names $name"
	for format in json csv cyclictest rt-tests-json rtla hgrm lava; do
		replay "$recording" hist "$@" -o "$format" >"$work/$name.$format" ||
			fail "$name.$format"
	done
	replay "$recording" top "$@" -o cyclictest >"$work/$name.threads" || fail "$name.threads"
}

for recording in $recordings; do
	results "$recording" "$recording"
	results "$recording-gates" "$recording" --gate 'thread.max<1us' --gate 'thread.max>1us' \
		--gate 'worst.thread.p99.9<=1ms' --gate 'missed==0' --gate 'worst.lost!=0' \
		--gate 'duration>=1s' --gate 'irq.stddev<1s'
done
# noise NAME RECORDING [OPTION...]: the same, in those that have words for it
noise()
{
	name=$1
	recording=$2
	shift 2
	names="$names $name"
	for format in json csv lava; do
		replay "$recording" hist "$@" -o "$format" >"$work/$name.$format" ||
			fail "$name.$format"
	done
}

for recording in $noise_recordings; do
	noise "$recording" "$recording"
	noise "$recording-gates" "$recording" --gate 'noise.max<1us' --gate 'available>=99.9%' \
		--gate 'worst.available<1' --gate 'period.max<1s' --gate hardware!=0 -s 50 -S 1000
done
results limit two-cpus -T 20 -i 1000
results quotes two-cpus -C="$(printf 'a "quoted" <&> \\ name \377')"
# shellcheck disable=SC2086 # the names have no blanks
"$here/check_formats.py" "$work" $names || failures=$((failures + 1))
[ "$failures" -eq 0 ]
