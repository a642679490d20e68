#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Runs of noise beside each other: two halves of one do not differ, more noise is found, and what
# cannot be compared is not.

# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"

rtlat=$BUILD/rtlat/rtlat

# compare STATUS ARGUMENT...: into `out` and `err`
compare()
{
	local expected=$1 status

	shift
	"$rtlat" compare --all "$@" >"$work/out" 2>"$work/err"
	status=$?
	[[ $status -eq $expected ]] || fail "compare $*: status $status: $(<"$work/err")"
}

# row PATTERN: a line that compare has printed, blanks squeezed
row()
{
	tr -s ' ' <"$work/out" | grep -qx -- "$1" || fail "no row '$1' in: $(<"$work/out")"
}

# `out` is a comparison in JSON
follows_schema()
{
	"$here/check_schema.py" "$here/../../Documentation/rtlat-comparison.schema.json" "$work/out" \
		>"$work/faults" || fail "the schema: $(<"$work/faults")"
}

"$here/check_schema.py" || exit 77
for recording in two-cpus $noise_recordings $track_recordings; do
	replay "$recording" hist -q -o json >"$work/$recording.json"
done
noise=$work/noise.json
compare 0 "$noise" "$noise"
row ' all noise max 98.568 98.568 +0.0 % [0-9.e-]* same'
row ' all - count/s 18.769 18.769 +0.0 % 1.0000 same'
row ' all - hw/s 2.462 2.462 +0.0 % 1.0000 same'
row ' all noise period 155.700 155.700 +0.0 % - not judged'
row ' all - available 99.990904 99.990904 +0.0 % - not judged'
row ' 2 - lost 0 0 +0.0 % - not judged'
grep -q missed "$work/out" && fail 'noise misses nothing'

differ=0
for seed in {1..40}; do
	"$BUILD/tests/tools/split" "$work/noise-spin.json" "$seed" "$work/a.json" "$work/b.json" ||
		fail "split: $?"
	"$rtlat" compare "$work/a.json" "$work/b.json" >"$work/out"
	grep -Eq '  (better|worse|within tolerance)$' "$work/out" && differ=$((differ + 1))
done
[[ $differ -le 2 ]] || fail "$differ of 40 splits of a run differ beyond chance"

# One that is quiet is better than one that is not, and the other way round worse, though it has no
# noise to compare; a tenth of the runtime is no less noise.
python3 - "$work/noise-spin.json" "$work" <<'END'
import json, sys
def write(name, result):
    json.dump(result, open(f"{sys.argv[2]}/{name}.json", "w"))
run = json.load(open(sys.argv[1]))
for cpu in run["cpus"] + [run["total"]]:
    cpu["osnoise"]["runtime_ns"] *= 10
write("longer", run)
for cpu in run["cpus"] + [run["total"]]:
    cpu.update(count=0, worst=[])
    cpu["osnoise"].update(noise_ns=0, max_period_ns=0)
    cpu["noise"].update(count=0, histogram=[], percentiles_ns={})
    cpu["noise"].update({name: None for name in ("min_ns", "avg_ns", "max_ns", "stddev_ns")})
write("quiet", run)
END
compare 2 "$work/quiet.json" "$work/noise-spin.json"
row ' all - count/s 0.000 50.462 from 0 [0-9e+-]* worse'
compare 0 "$work/noise-spin.json" "$work/quiet.json"
row ' all - count/s 50.462 0.000 -100.0 % [0-9e+-]* better'
compare 2 "$work/longer.json" "$work/noise-spin.json"
row ' all - count/s 5.046 50.462 +900.0 % [0-9e+-]* worse'

compare 0 -o json "$noise" "$noise"
follows_schema
python3 - "$work/out" <<'END' || fail 'the numbers in JSON'
import json, sys
result = json.load(open(sys.argv[1]))
rows = {(row["cpu"], row["metric"]): row["base"] for row in result["comparisons"][0]["rows"]}
assert rows[None, "available"] == 99.990904 and rows[None, "count/s"] == 18.769231, rows
END

# refused WHY ARGUMENT...: in one line, and with status 77
refused()
{
	local why=$1

	shift
	compare 77 "$@"
	[[ ! -s $work/out && $(wc -l <"$work/err") -eq 1 && $(<"$work/err") == *": $why" ]] ||
		fail "$*: $(<"$work/err")"
}

refused 'measured: noise, latencies' "$noise" "$work/two-cpus.json"
refused 'source: osnoise, spin' "$noise" "$work/noise-spin.json"
for member in threshold_ns:1000:5000 runtime_ns:950000000:900000000 period_ns:1000000000:2000000000; do
	IFS=: read -r name from to <<<"$member"
	sed "/^\"config\"/s/\"$name\":$from/\"$name\":$to/" "$noise" >"$work/other.json"
	refused "${name%_ns}: $from ns, $to ns" "$noise" "$work/other.json"
	compare 0 --force "$noise" "$work/other.json"
done
sed 's/"hardware_only":false/"hardware_only":true/' "$noise" >"$work/other.json"
refused 'measured: noise, noise of hardware' "$noise" "$work/other.json"
# Latencies not even with force.
compare 1 --force "$noise" "$work/two-cpus.json"
[[ $(wc -l <"$work/err") -eq 1 ]] || fail "forced: $(<"$work/err")"

# Delays: those that are too long are a share of all, as how many there are is a matter of the load.
track=$work/track.json
rich=$work/rich.json
"$here/../tools/rich_track.py" "$track" offcpu >"$rich"
compare 0 "$track" "$track"
row ' all delay p90 33.279 33.279 +0.0 % [0-9.e-]* same'
row ' all - count/s 15.000 15.000 +0.0 % - not judged'
grep -Eq 'missed|alerts' "$work/out" && fail 'delays miss nothing, and without a threshold none is long'
compare 0 "$rich" "$rich"
row ' all - alerts 50.000000 50.000000 +0.0 % 1.0000 same'
row ' all - timeouts 3.333333 3.333333 +0.0 % 1.0000 same'
sed 's/"alerts": 30,/"alerts": 3,/' "$rich" >"$work/fewer.json"
compare 2 "$work/fewer.json" "$rich"
row ' all - alerts 5.000000 50.000000 +900.0 % [0-9e+-]* worse'
differ=0
for seed in {1..40}; do
	"$BUILD/tests/tools/split" "$track" "$seed" "$work/a.json" "$work/b.json" || fail "split: $?"
	"$rtlat" compare "$work/a.json" "$work/b.json" >"$work/out"
	grep -Eq '  (better|worse|within tolerance)$' "$work/out" && differ=$((differ + 1))
done
[[ $differ -le 2 ]] || fail "$differ of 40 splits of delays differ beyond chance"
compare 0 -o json "$rich" "$rich"
follows_schema
# Two in which nothing was delayed are the same.
python3 - "$rich" >"$work/idle.json" <<'END'
import json, sys
run = json.load(open(sys.argv[1]))
for cpu in run["cpus"] + [run["total"]]:
    cpu.update(count=0, worst=[], delays=dict(alerts=0, timeouts=0, dropped=0))
    cpu["delay"].update(count=0, histogram=[], percentiles_ns={}, over=0, tail=None)
    cpu["delay"].pop("linear", None)
    cpu["delay"].update({name: None for name in ("min_ns", "avg_ns", "max_ns", "stddev_ns")})
run["config"].update(entries=None, bucket_ns=None)
json.dump(run, sys.stdout)
END
compare 0 "$work/idle.json" "$work/idle.json"
row ' 0 - count/s 0.000 0.000 +0.0 % - not judged'
refused 'measured: offcpu delays, wakeup delays' "$rich" "$track"
refused 'measured: wakeup delays, latencies' "$track" "$work/two-cpus.json"
refused 'measured: noise, wakeup delays' "$noise" "$track"
"$here/../tools/rich_track.py" "$track" offcpu whole >"$work/whole.json"
refused 'source: events, module' "$rich" "$work/whole.json"
compare 0 --force "$rich" "$work/whole.json"
for other in "$rich" "$work/two-cpus.json" "$noise"; do
	compare 1 --force "$track" "$other"
	[[ $(wc -l <"$work/err") -eq 1 ]] || fail "forced: $(<"$work/err")"
done

[[ $failures -eq 0 ]] || exit 1
