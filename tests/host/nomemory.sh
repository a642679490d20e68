#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Where a call of malloc() fails, each command says so and fails, or what it writes is whole: it does
# neither crash nor end with half of its output and status 0.
set -u

: "${RTLAT:?the program}" "${BUILD:?the build directory}" "${SRC:?the source directory}"
preload=$BUILD/tests/tools/nomemory.so
if [[ -n ${VALGRIND:-} ]] || grep -q __asan_init "$BUILD/rtlat/rtlat"; then
	echo "this build has a malloc() of its own"
	exit 77
fi
first=$SRC/tests/golden/expected/two-cpus.json
failures=0

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
if command -v gnuplot >/dev/null; then
	run 8 "$RTLAT" report "$first"
fi
((failures == 0))
