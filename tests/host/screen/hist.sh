#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat hist on a terminal: the key q, the time of day of samples, marks over time, and colours where
# people read, never where programs do.
# shellcheck source=tests/host/lib/screen.sh
. "${SRC:?the source directory}/tests/host/lib/screen.sh"

command -v python3 >/dev/null || { echo 'python3 is not installed'; exit 77; }
work=$(mktemp -d) || exit 1
trap 'stop; rm -rf "$work"' EXIT
hist="$RTLAT hist -S clock -c 0 -p 10000"

start 100 40 xterm "$hist"
shows 'elapsed.*worst thread'
sleep 2.5
keys q
shows '^stopped by: key q$'
shows '^max of each 1 s: \[[^].:@]+\] '
shows '^status 0$'
shows '[^-]icanon'

# A reset begins the series anew, too: it has what the result has, and no intervals from before.
start 100 40 xterm "$RTLAT top -S clock -c 0 -p 10000 -o json:$work/reset.json"
shows 'elapsed 00:00:0[45]'
keys_say r 'start again'
shows 'elapsed 00:00:0[23]'
keys q
shows '^status 0$'
python3 - "$work/reset.json" <<'END' || fail 'the series is not that of the result'
import json, sys
result = json.load(open(sys.argv[1]))
total = result["series"]["total"]
assert sum(total["count"]) == result["total"]["count"] > 0, (total["count"], result["total"]["count"])
assert 0 < len(total["count"]) <= result["duration_ns"] // 10**9 + 1, total["count"]
END

# The worst sample is of the last seconds, by the clock on the wall.
before=$(date +%s)
$hist -d 2 --worst 1 -q >"$work/out" 2>/dev/null || fail "status $?"
time=$(sed -n '/^worst samples:$/{n;n;p}' "$work/out" | awk '{ print $2 }')
at=$(date -d "$time" +%s) || fail "no time of day: $time"
((at >= before && at <= $(date +%s))) || fail "$time is not within the run"

# coloured EXPECTED COMMAND...: whether there are colours in the output
coloured()
{
	local expected=$1 found=no

	shift
	"$@" >"$work/out" 2>/dev/null
	grep -q $'\033' "$work/out" && found=yes
	[[ $found == "$expected" ]] || fail "colours: $found, of $*"
}

gate=(-d 1 -q --gate 'thread.max<1000s')
coloured yes $hist "${gate[@]}" --color always
coloured no $hist "${gate[@]}"
coloured yes env TERM=xterm script -qc "$hist ${gate[*]//</\\<}" /dev/null
coloured no env TERM=xterm NO_COLOR=1 script -qc "$hist ${gate[*]//</\\<}" /dev/null
coloured no env TERM=dumb script -qc "$hist ${gate[*]//</\\<}" /dev/null
for format in rtla tap cyclictest hgrm json; do
	coloured no $hist "${gate[@]}" --color always -o "$format"
done
((failures == 0))
