#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Two halves of a real run, split by chance, do not differ beyond chance; where the tail of the one
# is later by a fifth, that is found in a run that was kept of an idle machine: in what a busy one
# makes of a run, nobody could. And what compare says of runs that are not comparable.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
"$SRC/tests/golden/check_schema.py" || exit 77
cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')

# status EXPECTED ARGUMENT...: of compare
status()
{
	local expected=$1 status

	shift
	"$RTLAT" compare --all "$@" >"$work/out" 2>"$work/err"
	status=$?
	((status == expected)) || fail "status $status, expected $expected: $* $(<"$work/err")"
}

"$RTLAT" hist -q -S clock -c "$cpu" -p 100 -d 30 -o json:"$work/run.json" >/dev/null ||
	fail "no run: $?"

# halves RUN [PERCENTILE PERCENT]: sets `differ` and `worse`, of 100 splits
halves()
{
	local run=$1 seed

	shift
	differ=0
	worse=0
	for seed in {1..100}; do
		"$BUILD/tests/tools/split" "$run" "$seed" "$work/a.json" "$work/b.json" \
			"$@" || fail "split $*: $?"
		"$RTLAT" compare "$work/a.json" "$work/b.json" >"$work/out"
		worse=$((worse + ($? == 2)))
		grep -Eq '  (better|worse|within tolerance)$' "$work/out" && differ=$((differ + 1))
	done
}

halves "$work/run.json"
echo "of 100 splits $differ differ"
((differ <= 5)) || fail "$differ of 100 splits of a run differ beyond chance"
idle=$SRC/tests/host/idle-run.json
halves "$idle" 99 20
echo "of 100 tails that are later by a fifth $worse are found"
((worse >= 95)) || fail "only $worse of 100 tails that are later by a fifth are found"

# A run beside itself has no change at all, and the tolerance is what is said.
status 0 "$work/run.json" "$work/run.json"
grep -q '^verdict: no regression$' "$work/out" || fail "no verdict"
# What is expected of one split is expected of a run that is always the same.
"$BUILD/tests/tools/split" "$idle" 1 "$work/a.json" "$work/b.json" 1 50
status 2 "$work/a.json" "$work/b.json"
grep -q '^verdict: regression, [0-9]* of [0-9]* worse by more than 10 %$' "$work/out" ||
	fail "no verdict of a regression"
status 0 --tolerance 200% "$work/a.json" "$work/b.json"
status 0 --tolerance 200 "$work/a.json" "$work/b.json"
# What got better is none.
status 0 "$work/b.json" "$work/a.json"
grep -q '  better$' "$work/out" || fail "nothing got better"
# Any of several is enough.
status 2 "$work/a.json" "$work/a.json" "$work/b.json"
status 2 -o json "$work/a.json" "$work/a.json" "$work/b.json"
"$SRC/tests/golden/check_schema.py" "$SRC/Documentation/rtlat-comparison.schema.json" "$work/out" ||
	fail "the schema"
for regression in 0:false 1:true; do
	[[ $("$BUILD/tests/tools/jsonget" "$work/out" "comparisons[${regression%:*}].regression") == \
		"${regression#*:}" ]] || fail "not the second alone is worse"
done

# differing NAME EXPRESSION: not comparable, with one line that says why
differing()
{
	sed "$2" "$work/a.json" >"$work/other.json"
	cmp -s "$work/a.json" "$work/other.json" && fail "$1: nothing was changed"
	status 77 "$work/a.json" "$work/other.json"
	[[ ! -s $work/out && $(wc -l <"$work/err") == 1 && $(<"$work/err") == *"$1"* ]] ||
		fail "$1: $(<"$work/err")"
	status 0 --force "$work/a.json" "$work/other.json"
	grep -q "^not comparable  $1" "$work/out" || fail "--force does not say $1"
}

differing host 's/"hostname":"[^"]*"/"hostname":"elsewhere"/'
differing CPU 's/"cpu_model":"[^"]*"/"cpu_model":"another one"/'
differing period 's/"period_ns":100000/"period_ns":200000/'
differing source 's/^"source":"clock"/"source":"record"/'
# Another kernel is what one may want to compare.
sed 's/"kernel":"[^"]*"/"kernel":"6.99"/' "$work/a.json" >"$work/other.json"
status 0 "$work/a.json" "$work/other.json"
grep -q '^differs  kernel: ' "$work/out" || fail "the kernel"
# No CPU that both have.
sed 's/{"cpu":0,"state"/{"cpu":99,"state"/' "$work/a.json" >"$work/other.json"
status 1 "$work/a.json" "$work/other.json"
status 1 "$work/a.json" "$work/nothing.json"
[[ $(<"$work/err") == *nothing.json* && $(wc -l <"$work/err") == 1 ]] || fail "$(<"$work/err")"

((failures == 0)) || { echo "compare: $failures failures"; exit 1; }
echo "compare: ok"
