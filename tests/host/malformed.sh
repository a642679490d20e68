#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 1200
# 1,000 damaged result files: compare, report and merge each say so in one line, with status 1.
set -u

: "${RTLAT:?the program}" "${SRC:?the source directory}"
command -v gnuplot >/dev/null || { echo "gnuplot is not installed"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

"$SRC/tests/tools/rich_track.py" "$SRC/tests/golden/expected/track.json" offcpu >"$work/track-rich.json"
python3 "$SRC/tests/tools/malformed.py" "$RTLAT" "$work" 1000 \
	"$SRC"/tests/golden/expected/{two-cpus,exceeded,gates,interference,scheduling,noise,noise-counts,noise-period,noise-gates,track}.json \
	"$work/track-rich.json"
