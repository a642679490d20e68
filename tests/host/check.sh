#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat check: its two formats say the same, its exit status, and what it does on wrong usage.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs python3
explaining=("$work/err")
command=check

# shellcheck source=tests/host/lib/wrong.sh
. "$SRC/tests/host/lib/wrong.sh"

# run STATUS ARGUMENTS...
run()
{
	local expected=$1 status

	shift
	"$RTLAT" check "$@" >"$work/out" 2>"$work/err"
	status=$?
	((status == expected)) || fail "$*: status $status instead of $expected"
}

run 0
cp "$work/out" "$work/text"
# Of delays, which take root and the kernel's events, there may be none.
used=$(grep '^Sources\|used by -S auto' "$work/text" | sed 's/^\[yes.*/used/')
delays='Sources of delays, such as wakeups:'
! grep -q '^\[yes\] *\(module\|events\|hist\) ' "$work/text" || delays+=$'\nused'
[[ $used == $'Sources of latencies:\nused\nSources of noise:\nused\n'$delays ]] ||
	fail 'not one source for auto of each measure'
grep -q '^\[yes\] *clock ' "$work/text" || fail 'clock is not usable'
grep -q '^\[yes\] *spin ' "$work/text" || fail 'spin is not usable'
grep -q '^\[\(pass\|warn\|info\)\] *preempt_rt ' "$work/text" || fail 'no check of preempt_rt'
[[ ! $(awk 'length > 100' "$work/text") ]] || fail 'lines of more than 100 columns'
run 0 -o text
cmp -s "$work/out" "$work/text" || fail '-o text differs from the default'

run 0 -o json
python3 - "$work/out" "$work/text" <<'END' || fail 'text and JSON differ'
import json, re, sys
with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    text = file.read()
assert report["schema"] == "rtlat-check/1", report["schema"]
assert sorted(report) == ["checks", "schema", "sources", "system", "version"], sorted(report)
sources = re.findall(r"^\[(yes|no)\] +(\S+)", text, re.M)
assert sources == [("yes" if s["usable"] else "no", s["name"]) for s in report["sources"]]
assert all(s["usable"] for s in report["sources"] if s["used"])
measures = ["latency", "noise"]
if any(s["usable"] and s["measures"] == "delay" for s in report["sources"]):
    measures.append("delay")
assert [s["measures"] for s in report["sources"] if s["used"]] == measures
parts = re.findall(r"^Sources of (.*):\n((?:\[.*\n(?: .*\n)*)*)", text, re.M)
assert [(part, re.findall(r"^\[\w+\] +(\S+)", lines, re.M)) for part, lines in parts] == [
    (part, [s["name"] for s in report["sources"] if s["measures"] == measures])
    for part, measures in (
        ("latencies", "latency"), ("noise", "noise"), ("delays, such as wakeups", "delay"))]
assert all(s["reason"] for s in report["sources"])
marks = re.findall(r"^\[(pass|warn|info)\] +(\S+)", text, re.M)
assert marks == [(c["mark"], c["name"]) for c in report["checks"]]
for check in report["checks"]:
    assert check["value"], check
    assert bool(check["advice"]) == (check["mark"] != "pass"), check
END

# CPU 0 may be absent or offline, the first online one is not.
first=$(sed 's/[-,].*//' /sys/devices/system/cpu/online)
run 0 --cpus "$first" --output json
run 0 --help
grep -q -- '--cpus' "$work/out" || fail '--help does not explain --cpus'

refused "-c x: expected a list of CPUs such as 0,2-5" -c x
refused "-c '': expected a list of CPUs such as 0,2-5" -c ''
refused "-c 8191: no such CPU, expected CPUs of $(cat /sys/devices/system/cpu/online)" -c 8191
refused "-c 99999: no such CPU, expected CPUs of $(cat /sys/devices/system/cpu/online)" -c 99999
refused '-c: missing LIST' -c
refused '--output: missing FORMAT' --output
refused '-o csv: expected text or json' -o csv
refused "--output '': expected text or json" --output=
refused '-x: unknown option' -x
refused '--frob: unknown option' --frob
refused '--help=yes: expected no value' --help=yes
refused 'now: unexpected argument' now

for format in text json; do
	"$RTLAT" check -o $format >/dev/full 2>"$work/err"
	status=$?
	[[ $status == 1 && -s $work/err ]] || fail "full disk, $format: status $status"
	# Its reader has gone before it writes.
	{ sleep 0.2; "$RTLAT" check -o $format 2>"$work/err"; echo $? >"$work/status"; } |
		exec true
	while [[ ! -s $work/status ]]; do sleep 0.1; done
	[[ $(cat "$work/status") == 1 && -s $work/err ]] ||
		fail "closed pipe, $format: status $(cat "$work/status")"
	rm "$work/status"
done
((failures == 0))
