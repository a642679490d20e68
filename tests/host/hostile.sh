#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Results with texts that are meant for terminals, spreadsheets, shells and parsers, in files of such
# names: nothing of that gets through to what merge, compare and report write, nor to what they say.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs gnuplot
expected=$SRC/tests/golden/expected

"$SRC/tests/tools/rich_track.py" "$expected/track.json" offcpu >"$work/track-rich.json"
python3 "$SRC/tests/tools/hostile.py" "$RTLAT" "$work" \
	"$expected"/{two-cpus,exceeded,noise}.json "$work/track-rich.json"
