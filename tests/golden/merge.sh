#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What was written as JSON is read back as it was; of several results the merged one has it all.

# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"

rtlat=$BUILD/rtlat/rtlat
"$here/check_schema.py" || exit 77
mkdir "$work/direct" "$work/merged" || exit 1

# member FILE PATH: a number or word of it; without one a text that no other member has
member()
{
	"$BUILD/tests/tools/jsonget" "$1" "$2" || echo "no $2 in $1"
}

# same_formats RECORDING FORMAT...: what merge makes of its JSON, in each and as text, is what replay
# made of it itself. With -E, text would be a linear table, which merge does not make. A start takes
# longer than an output: a program writes all that it can.
same_formats()
{
	local recording=$1 format direct=() merged=()

	shift
	for format; do
		direct+=(-o "$format:$work/direct/result.$format")
		merged+=(-o "$format:$work/merged/result.$format")
	done
	replay "$recording" hist -o text >"$work/direct/result.text" 2>/dev/null
	replay "$recording" hist -q -E 20 -o "json:$work/$recording.json" "${direct[@]}" >/dev/null 2>&1
	"$rtlat" merge "$work/$recording.json" -o text "${merged[@]}" >"$work/merged/result.text" 2>/dev/null
	for format in text "$@"; do
		[[ -s $work/direct/result.$format ]] || fail "$recording as $format: replay writes none"
		# The command line aside, and bytes that are no characters, which JSON does not have: what
		# is said instead of one may be more of the same.
		diff -I '"cmdline:":' -I 'not UTF-8' -I '<b>"&' \
			<(tr -s '?' <"$work/direct/result.$format") \
			<(tr -s '?' <"$work/merged/result.$format") >"$work/diff" ||
			fail "$recording as $format: $(head -n 3 "$work/diff")"
	done
	rm "$work"/{direct,merged}/*
}

for expected in "$here"/expected/*.json; do
	"$rtlat" merge "$expected" -o json >"$work/again" 2>"$work/err"
	cmp -s "$expected" "$work/again" ||
		fail "$(basename "$expected") is not the same again: $(<"$work/err")"
done

# What is read can be written.
sed 's/"percentiles":\[[^]]*\]/"percentiles":[0.0000001,90.0]/' "$here/expected/clock.json" >"$work/tiny"
! "$rtlat" merge "$work/tiny" >/dev/null 2>"$work/err" && grep -q 'from 0.000001 to 100' "$work/err" ||
	fail "a percentile that is too small: $(<"$work/err")"

# A deviation of 19 digits is rounded up when it is written, beyond the range, and is read all the same.
python3 - "$here/expected/huge.json" >"$work/range" <<'END' || fail "no result with a large range"
import json, sys
result = json.load(open(sys.argv[1]))
for cpu in result["cpus"]:
    context = cpu.get("thread")
    if context and context["count"]:
        spread = context["max_ns"] - context["min_ns"]
        context["stddev_ns"] = spread
        if float("%.15g" % spread) > spread + 1:
            print(json.dumps(result))
            break
else:
    sys.exit(1)
END
"$rtlat" merge "$work/range" -o json >"$work/again" 2>"$work/err" &&
	"$rtlat" merge "$work/again" >/dev/null 2>>"$work/err" || fail "a large range: $(<"$work/err")"

# A line without words says nothing, and is no line of the next result.
sed 's/"notes":\[[^]]*\]/"notes":[""]/' "$here/expected/clock.json" >"$work/empty"
"$rtlat" merge "$work/empty" -o json >"$work/again" && "$rtlat" merge "$work/again" >/dev/null ||
	fail "an empty note"
grep -q '"notes":\[\]' "$work/again" || fail "an empty note is kept"

# JUnit has a table with the latest samples, which JSON has not; and the means of a huge one are not
# exact to the nanosecond there.
for recording in ${recordings/huge/}; do
	same_formats "$recording" csv cyclictest rt-tests-json rtla hgrm tap lava openmetrics
done

# other_formats RECORDING FORMAT...: of those that have no words for it there is a line, and no more
other_formats()
{
	local recording=$1 format

	shift
	for format; do
		"$rtlat" merge "$work/$recording.json" -o "$format" >"$work/out" 2>"$work/err"
		[[ $? -eq 1 && ! -s $work/out && $(wc -l <"$work/err") == 1 ]] ||
			fail "$recording as $format: $(<"$work/err")"
	done
}

for recording in $noise_recordings; do
	same_formats "$recording" csv rtla tap lava openmetrics
	other_formats "$recording" cyclictest rt-tests-json hgrm
done

for recording in $track_recordings; do
	same_formats "$recording" csv hgrm tap lava openmetrics
	other_formats "$recording" cyclictest rt-tests-json rtla
done

# Of results of before it was told whom the interrupt met, and which timers, that is not known.
sed -E 's/"met":(null|\{[^}]*\}),//g; s/"hrtimer":\{[^{}]*(\{[^{}]*\})?\},//g
	s/,"max_from_idle":(null|\{[^}]*\})//' "$here/expected/exceeded.json" >"$work/older.json"
grep -q '"met"\|"hrtimer":\|from_idle' "$work/older.json" && fail "older.json is not older"
"$rtlat" merge "$work/older.json" -o json >"$work/again" 2>"$work/err"
[[ $(member "$work/again" total.worst[0].thread_ns) == 1235167 &&
	$(member "$work/again" total.worst[0].interference.met) == null &&
	$(member "$work/again" exceeded.max_from_idle) == null ]] || fail "an older one: $(<"$work/err")"

# A run beside itself: twice of all, the same ends and means.
one=$work/two-cpus.json
"$rtlat" merge "$one" "$one" -o json >"$work/twice" || fail "two-cpus twice: status $?"
for path in total.count total.thread.count cpus[1].count cpus[1].irq.count duration_ns; do
	[[ $(member "$work/twice" $path) == $((2 * $(member "$one" $path))) ]] ||
		fail "$path: $(member "$work/twice" $path)"
done
for path in total.thread.min_ns total.thread.max_ns total.thread.avg_ns cpus[0].irq.stddev_ns \
	total.thread.percentiles_ns.50 source system.hostname start end complete; do
	[[ $(member "$work/twice" $path) == "$(member "$one" $path)" ]] ||
		fail "$path: $(member "$work/twice" $path), not $(member "$one" $path)"
done
[[ $(member "$work/twice" total.worst[0].thread_ns) == $(member "$work/twice" total.thread.max_ns) ]] ||
	fail "the worst sample is not the maximum"
schema=$here/../../Documentation/rtlat-result.schema.json
python3 "$here/check_json.py" "$schema" "$work/twice" || fail "the schema"

# Another host has other CPUs, and what is not the same of both is not known of the whole.
sed 's/"hostname":"example"/"hostname":"other"/; s/"kernel":"6.12.0-rt"/"kernel":"6.1.0-rt"/
	s/{"cpu":1,"state"/{"cpu":7,"state"/; s/"verdict":{"status":"pass"/"verdict":{"status":"error"/' \
	"$one" >"$work/other.json"
"$rtlat" merge "$one" "$work/other.json" -o json >"$work/both"
[[ $? -eq 1 ]] || fail "one that could not measure is forgotten"
[[ $(member "$work/both" system.hostname) == 'example, other' ]] || fail "the hosts"
[[ $(member "$work/both" system.kernel) == null ]] || fail "the kernel"
[[ $(member "$work/both" cpus[2].cpu) == 7 ]] || fail "CPU 7"
[[ $(member "$work/both" cpus[0].count) == $((2 * $(member "$one" cpus[0].count))) ]] || fail "CPU 0"
[[ $(member "$work/both" cpus[2].count) == $(member "$one" cpus[1].count) ]] || fail "CPU 7's count"
python3 "$here/check_json.py" "$schema" "$work/both" || fail "the schema, of two hosts"

# Gates are judged for all of it.
"$rtlat" merge "$one" "$one" --gate 'count==1600' --gate 'thread.p99.9<1s' >"$work/out"
[[ $? -eq 2 ]] || fail "a percentile without samples enough held"
grep -q '^gate count==1600: held, it was 1600$' "$work/out" || fail "the gate: $(<"$work/out")"
"$rtlat" merge "$one" "$one" "$one" "$one" --gate 'thread.p99.9<1s' >"$work/out" ||
	fail "four times 800 samples are enough for p99.9: status $?"

# Ten times the same samples are ten times as many, and so is the bound.
many=$here/expected/many-cpus.json
"$rtlat" merge "$many"{,,,,,,,,,} >"$work/out"
grep -q '^above the max: at most 1 in 1707 (95 % confidence' \
	"$work/out" || fail "no bound: $(<"$work/out")"

# A run that failed does not pass by being judged by another gate: it is told why.
replay two-cpus hist -q --gate 'thread.max<1us' -o json >"$work/failed.json"
"$rtlat" merge "$work/failed.json" --gate 'count>0' >"$work/out"
[[ $? -eq 2 ]] || fail "a failure is forgotten"
grep -q 'failed.json: gate thread.max<1us: failed' "$work/out" || fail "no reason: $(<"$work/out")"
grep -q '^gate count>0: held' "$work/out" || fail "no gate: $(<"$work/out")"

# What a terminal would take for an order is none.
sed 's/"hostname":"example"/"hostname":"a\\u001b[31mb"/' "$one" >"$work/order.json"
"$rtlat" merge "$work/order.json" -o json | grep -q '"hostname":"a?\[31mb"' || fail "an order"

# Noise: who made it is added, and as many are kept of all as of a run.
schema=$here/../../Documentation/rtlat-result.schema.json
noise=$work/noise.json
"$rtlat" merge "$noise" "$noise" -o json >"$work/twice" || fail "noise twice: status $?"
for path in total.noise.count cpus[1].osnoise.periods total.osnoise.{runtime_ns,noise_ns,hardware,irq} \
	total.osnoise.sources{[0],[2]}.{count,time_ns}; do
	[[ $(member "$work/twice" $path) == $((2 * $(member "$noise" $path))) ]] ||
		fail "$path: $(member "$work/twice" $path)"
done
for path in total.osnoise.{available_percent,max_period_ns} total.osnoise.sources[1].{name,max_ns}; do
	[[ $(member "$work/twice" $path) == "$(member "$noise" $path)" ]] ||
		fail "$path: $(member "$work/twice" $path)"
done
[[ $(member "$work/twice" total.worst[0].noise_ns) == $(member "$work/twice" total.noise.max_ns) ]] ||
	fail "the worst noise is not the maximum"
sed 's/"name":"task-/"name":"other-/g' "$work/noise-sources.json" >"$work/others.json"
"$rtlat" merge "$work/noise-sources.json" "$work/others.json" -o json >"$work/many" ||
	fail "many sources: status $?"
python3 - "$work/noise-sources.json" "$work/many" <<'END' || fail "the sources that are kept"
import json, sys
one, many = [json.load(open(name))["total"]["osnoise"]["sources"] for name in sys.argv[1:]]
named = [source for source in many if source["name"]]
others = [source for source in many if not source["name"] and source["kind"] == "thread"]
assert len(named) == 124 and len(others) == 1
assert sum(one["count"] for one in many) == 2 * sum(one["count"] for one in one)
assert sum(one["time_ns"] for one in many) == 2 * sum(one["time_ns"] for one in one)
# The least of those with a name has more than any that lost it.
assert min(source["time_ns"] for source in named) >= others[0]["max_ns"]
END
python3 "$here/check_json.py" "$schema" "$work/twice" "$work/many" || fail "the schema, of noise"
# What one of them did not trace is not known of both.
"$rtlat" merge "$noise" "$work/noise-counts.json" -o json >"$work/both" || fail "untraced: status $?"
[[ $(member "$work/both" total.osnoise.sources) == null ]] || fail "sources of a half"
python3 "$here/check_json.py" "$schema" "$work/both" || fail "the schema, untraced"
"$rtlat" merge "$noise" "$work/noise-spin.json" >"$work/out" 2>"$work/err"
[[ $? -eq 77 && ! -s $work/out ]] || fail "another source: $(<"$work/err")"
sed 's/"threshold_ns":1000/"threshold_ns":5000/' "$noise" >"$work/threshold.json"
"$rtlat" merge "$noise" "$work/threshold.json" >"$work/out" 2>"$work/err"
[[ $? -eq 77 && $(<"$work/err") == *'threshold: 1000 ns, 5000 ns' ]] ||
	fail "another threshold: $(<"$work/err")"
# Never with latencies.
"$rtlat" merge --force "$noise" "$one" >"$work/out" 2>"$work/err"
[[ $? -eq 1 && ! -s $work/out && $(wc -l <"$work/err") == 1 ]] || fail "with latencies: $(<"$work/err")"
"$rtlat" merge "$noise" --gate 'available>99%' --gate hardware==24 >"$work/out" ||
	fail "gates of noise: $(<"$work/out")"

# Delays: how many were too long is added, the longest have the stacks that they had, and each stack is
# there once.
track=$work/track.json
for form in '' whole; do
	# shellcheck disable=SC2086 # a word or none
	"$here/../tools/rich_track.py" "$track" offcpu $form >"$work/rich$form.json"
	"$rtlat" merge "$work/rich$form.json" -o json >"$work/again" 2>"$work/err" ||
		fail "rich $form: $(<"$work/err")"
	python3 -c 'import json, sys; one, two = (json.load(open(name)) for name in sys.argv[1:])
assert one == two' "$work/rich$form.json" "$work/again" || fail "rich $form is not the same again"
done
rich=$work/rich.json
sed 's/schedule_/other_/g' "$rich" >"$work/elsewhere.json"
"$rtlat" merge "$rich" "$work/elsewhere.json" "$rich" -o json >"$work/thrice" ||
	fail "delays three times: status $?"
for path in total.delay.count cpus[1].delay.count total.delays.{alerts,timeouts,dropped} lost; do
	path=${path/#lost/total.lost}
	[[ $(member "$work/thrice" $path) == $((3 * $(member "$rich" $path))) ]] ||
		fail "$path: $(member "$work/thrice" $path)"
done
python3 - "$rich" "$work/thrice" <<'END' || fail "the longest delays, or their stacks"
import json, sys
one, many = [json.load(open(name)) for name in sys.argv[1:]]
def kind(delay):
    return json.dumps(delay).replace("other_", "schedule_")
for left, right in zip(one["cpus"] + [one["total"]], many["cpus"] + [many["total"]]):
    assert len(left["worst"]) == len(right["worst"]) == 10
    # In groups of three, of which one is from elsewhere.
    for i in range(3):
        group = right["worst"][3 * i:3 * i + 3]
        assert {sample["delay_ns"] for sample in group} == {left["worst"][i]["delay_ns"]}
        assert {kind(sample["delay"]) for sample in group} == {kind(left["worst"][i]["delay"])}
        stacks = [str(sample["delay"]["stack"]) + str(sample["delay"]["other_stack"])
                  for sample in group]
        assert sum("'other_" in stack for stack in stacks) == (stacks[0] != "NoneNone"), stacks
END
python3 "$here/check_json.py" "$schema" "$work/thrice" "$work/richwhole.json" ||
	fail "the schema, of delays"
# Where a source did not tell CPUs apart, there is only the whole of all.
"$rtlat" merge "$rich" "$work/richwhole.json" >"$work/out" 2>"$work/err"
[[ $? -eq 77 && ! -s $work/out && $(<"$work/err") == *': source: events, module' ]] ||
	fail "another source of delays: $(<"$work/err")"
"$rtlat" merge --force "$rich" "$work/richwhole.json" -o json >"$work/both"
[[ $(member "$work/both" total.delay.count) == 120 ]] || fail "delays of two sources"
[[ $(member "$work/both" cpus[0].delay) == null ]] || fail "delays of a CPU of which only some are known"
for change in threshold_ns:20000:30000:threshold timeout_ns:1000000:2000000:timeout pid:42:43:thread \
	kernel_priority:99:98:kernel\ priority; do
	IFS=: read -r name from to what <<<"$change"
	sed "s/\"$name\": $from\([,}]\)/\"$name\": $to\1/" "$rich" >"$work/changed.json"
	"$rtlat" merge "$rich" "$work/changed.json" >"$work/out" 2>"$work/err"
	[[ $? -eq 77 && $(<"$work/err") == *": $what: $from"*", $to"* ]] ||
		fail "another $what: $(<"$work/err")"
done
# What no delay has is none.
# damaged WHY CHANGE: `run` is the result, `worst` its first delay's sample
damaged()
{
	python3 - "$rich" "$2" >"$work/damaged.json" <<'END'
import json, sys
run = json.load(open(sys.argv[1]))
worst = run["cpus"][0]["worst"][0]
exec(sys.argv[2])
json.dump(run, sys.stdout)
END
	"$rtlat" merge "$work/damaged.json" >"$work/out" 2>"$work/err"
	[[ $? -eq 1 && ! -s $work/out && $(<"$work/err") == "rtlat merge: $work/damaged.json: "*"$1" ]] ||
		fail "damaged by $2: $(<"$work/err")"
}
damaged 'cpus[0].worst[0].delay.flags: element 0 is unknown' \
	'worst["delay"]["flags"] = ["slow"]'
damaged 'cpus[0].worst[0].delay.key: expected 4 numbers' 'worst["delay"]["key"].pop()'
damaged 'cpus[0].worst[0].delay.key: expected 4 numbers' 'worst["delay"]["key"][1] = "x"'
damaged 'cpus[0].worst[0].interference: expected null beside a delay' 'worst["interference"] = {}'
damaged 'cpus[0].worst[0]: expected delay alone' 'worst["thread_ns"] = 5'
damaged 'config.track: expected none beside noise' 'run["config"].update(measure="noise",
	runtime_ns=1000, threshold_ns=1, hardware_only=False, stop_noise_ns=None, stop_period_ns=None)'
damaged 'cpus: expected delay in all of them, or in none' 'run["cpus"][1]["delay"] = None'
damaged 'total.delay: expected an object' 'run["total"]["delay"] = None'

# Of another tracker, or of anything else, never.
for other in "$track" "$one" "$noise"; do
	"$rtlat" merge --force "$rich" "$other" >"$work/out" 2>"$work/err"
	[[ $? -eq 1 && ! -s $work/out && $(wc -l <"$work/err") == 1 ]] ||
		fail "delays with $other: $(<"$work/err")"
done

# Of another period: not without being told to.
"$rtlat" merge "$one" "$work/clock.json" >"$work/out" 2>"$work/err"
[[ $? -eq 77 && ! -s $work/out && $(wc -l <"$work/err") == 1 ]] || fail "another period: $(<"$work/err")"
"$rtlat" merge --force "$one" "$work/clock.json" -o json >"$work/forced" || fail "--force: $?"

[[ $failures -eq 0 ]] || exit 1
