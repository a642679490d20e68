#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Where a call of malloc() fails, each command says so and fails, or what it writes is whole: it does
# neither crash nor end with half of its output and status 0.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs python3 gnuplot
preload=$BUILD/tests/tools/nomemory.so
if [[ -n ${VALGRIND:-} ]] || grep -q __asan_init "$BUILD/rtlat/rtlat"; then
	echo "this build has a malloc() of its own"
	exit 77
fi
first=$SRC/tests/golden/expected/two-cpus.json

# run RUNS PROGRAM ARGUMENT...
run()
{
	"$SRC/tests/tools/nomemory.py" "$preload" "$@" || failures=$((failures + 1))
}

run 120 "$RTLAT" merge -o json "$first" "$first"
run 20 "$RTLAT" merge -o junit "$first"
run 20 "$RTLAT" merge -o rt-tests-json "$first"
run 80 "$RTLAT" compare -o json "$first" "$first"
run 12 "$RTLAT" compare "$first" "$first"
run 60 "$RTLAT" check -o json
run 8 "$RTLAT" hist -q -S clock -p 1000 -d 1 -o json
run 80 "$BUILD/tests/tools/sleepdoc" json
run 20 "$BUILD/tests/tools/sleepdoc" csv
run 8 "$RTLAT" report "$first"
((failures == 0))
