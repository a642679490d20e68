#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# prove(1) reads the TAP format, and agrees with the verdict.
# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"
needs prove

# tap pass|fail TESTS RECORDING [OPTION...]
tap()
{
	expected=$1
	tests=$2
	shift 2
	recording=$1
	shift
	replay "$recording" hist "$@" -o tap >"$work/result.tap"
	verdict=fail
	prove -e cat "$work/result.tap" >"$work/said" 2>&1 && verdict=pass
	[ "$verdict" = "$expected" ] && grep -q "Tests=$tests," "$work/said" &&
		! grep -qi 'parse error' "$work/said" && return
	fail "$recording $*: $verdict, expected $expected of $tests tests"
	cat "$work/result.tap" "$work/said"
}

for recording in $recordings; do
	verdict=pass
	[ "$recording" != empty ] || verdict=fail
	tap "$verdict" 1 "$recording"
	tap fail 3 "$recording" --gate 'thread.max<1ns' --gate 'count>=0'
done
for recording in $noise_recordings; do
	tap pass 1 "$recording"
	tap fail 3 "$recording" --gate 'cpu0.noise.avg<1ns' --gate 'count>=0'
done
tap pass 4 noise --gate 'available>99.9%' --gate 'worst.noise.max<1s' --gate 'cpu1.hardware==7'
tap fail 3 noise -s 50 -S 1000
tap pass 3 two-cpus --gate 'thread.max>1ns' --gate 'worst.irq.max<1s'
tap fail 3 two-cpus -T 5 -i 1000000
tap fail 2 two-cpus --gate 'thread.p99.9999<1s'
[ "$failures" -eq 0 ]
