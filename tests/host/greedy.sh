#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Results that ask for more memory than a machine has, and files without an end: one line says so.
# What is large only by its configuration takes no more than what was counted.
set -u

: "${RTLAT:?the program}" "${SRC:?the source directory}"
command -v gnuplot >/dev/null || { echo "gnuplot is not installed"; exit 77; }
if [[ -n ${VALGRIND:-} ]] || nm "$RTLAT" 2>/dev/null | grep -q __asan_init; then
	echo "the address space is limited, of which this build takes more"
	exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

python3 "$SRC/tests/tools/greedy.py" "$RTLAT" "$work" "$SRC/tests/golden/expected/two-cpus.json"
