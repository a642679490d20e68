#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 1200
# 1,000 damaged result files: compare, report and merge each say so in one line, with status 1.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs gnuplot

"$SRC/tests/tools/rich_track.py" "$SRC/tests/golden/expected/track.json" offcpu >"$work/track-rich.json"
python3 "$SRC/tests/tools/malformed.py" "$RTLAT" "$work" 1000 \
	"$SRC"/tests/golden/expected/{two-cpus,exceeded,gates,interference,scheduling,noise,noise-counts,noise-period,noise-gates,track}.json \
	"$work/track-rich.json"
status=$?

# A text that is empty would be written as null, which is no text.
sed 's/^"source":"[^"]*"/"source":""/' "$SRC/tests/golden/expected/two-cpus.json" >"$work/empty.json"
if "$RTLAT" merge "$work/empty.json" -o json >"$work/out" 2>"$work/err" ||
	! grep -qx 'rtlat merge: .*: source: expected a string that is not empty' "$work/err"; then
	echo "an empty source: $(cat "$work/err")"
	status=1
fi

# Of two files with as much as one may have, there is no sum that one may have.
too_much()
{
	python3 -c 'import json, sys
result = json.load(open(sys.argv[1]))
'"$2"'
json.dump(result, sys.stdout)' "$SRC/tests/golden/expected/$1.json" >"$work/most.json"
	"$RTLAT" merge "$work/most.json" -o json:"$work/one.json" -q || status=1
	if "$RTLAT" merge "$work/most.json" "$work/most.json" -o json -q >"$work/out" 2>"$work/err" ||
		! grep -qx 'rtlat merge: together more than can be counted' "$work/err"; then
		echo "$1 with $2: $(cat "$work/err")"
		status=1
	fi
}

too_much two-cpus 'result["duration_ns"] = 2**63 - 1'
too_much two-cpus 'result["config"]["duration_ns"] = 2**63 - 1'
too_much noise-sources 'result["cpus"][0]["osnoise"]["sources"][0]["time_ns"] = 2**63 - 1'
too_much noise-sources 'result["cpus"][0]["osnoise"]["sources"][0]["count"] = 2**63 - 1'
exit "$status"
