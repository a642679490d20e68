#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Results that ask for more memory than a machine has, and files without an end: one line says so.
# What is large only by its configuration takes no more than what was counted.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs gnuplot
if [[ -n ${VALGRIND:-} ]] || nm "$RTLAT" 2>/dev/null | grep -q __asan_init; then
	echo "the address space is limited, of which this build takes more"
	exit 77
fi

python3 "$SRC/tests/tools/greedy.py" "$RTLAT" "$work" "$SRC/tests/golden/expected/two-cpus.json"
