#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# examples/ci, as far as it goes without the systems: what each of them would run is run here, with
# a pass, a failure, a skip and an error, and must tell them apart.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
explaining=("$work/out")
python3 -c 'import yaml' 2>/dev/null || { echo "python3-yaml is not installed"; exit 77; }
needs gnuplot
cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
mkdir "$work/bin"
ln -s "$RTLAT" "$work/bin/rtlat"
PATH=$work/bin:$PATH
# What LAVA has on a device: says what it was told.
cat >"$work/bin/lava-test-case" <<'END'
#!/bin/sh
echo "$@" >>"$LAVA_SAID"
END
chmod +x "$work/bin/lava-test-case"
export LAVA_SAID=$work/lava.said TERMINATION_LOG=$work/termination

# script FILE: what the system would run, as a shell script
script()
{
	python3 - "$SRC/examples/ci/$1" <<'END'
import sys, yaml
name = sys.argv[1].rsplit("/")[-1]
document = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
if name == "lava.yaml":
    assert document["metadata"]["format"] == "Lava-Test Test Definition 1.0"
    assert set(document["params"]) == {"DURATION", "GATES", "OPTIONS"}
    print(*document["run"]["steps"], sep="\n")
elif name == "gitlab-ci.yml":
    job = document["latency"]
    assert job["allow_failure"]["exit_codes"] == [77]
    assert job["artifacts"]["when"] == "always"
    assert job["artifacts"]["reports"]["junit"] == job["variables"]["RESULTS"] + "/junit.xml"
    print(*job["script"], sep="\n")
elif name == "github-actions.yml":
    steps = document["jobs"]["latency"]["steps"]
    assert steps[-1]["if"] == "always()" and steps[-1]["with"]["path"] == "results/"
    print(*[step["run"] for step in steps if "run" in step], sep="\n")
else:
    spec = document["spec"]["template"]["spec"]
    container = spec["containers"][0]
    assert document["kind"] == "Job" and document["spec"]["backoffLimit"] == 0
    assert container["resources"]["requests"] == container["resources"]["limits"]
    assert {m["name"] for m in container["volumeMounts"]} == {v["name"] for v in spec["volumes"]}
    assert container["command"] == ["/bin/sh", "-c"]
    print(*container["args"], sep="\n")
END
}

# job FILE STATUS TEXT GATES OPTIONS: of a run; TEXT is in its output
job()
{
	local file=$1 expected=$2 text=$3 status

	rm -rf "$work/job" "$LAVA_SAID" "$TERMINATION_LOG"
	mkdir "$work/job"
	cp "$SRC/examples/ci/run-latency" "$work/job"
	: >"$LAVA_SAID"
	script "$file" >"$work/script" || fail "$file is not what was expected"
	(cd "$work/job" && RESULTS=results DURATION=1s GATES=$4 OPTIONS="-S clock -c $cpu $5" \
		sh -c "$(<"$work/script")") >"$work/out" 2>&1
	status=$?
	((status == expected)) || fail "$file: status $status, expected $expected: $4 $5"
	grep -q "^$text" "$work/out" || fail "$file: no '$text': $4 $5"
}

# Are the results there?
results()
{
	local name

	for name in result.json junit.xml lava.txt report.html; do
		[[ -s $work/job/results/$name ]] || fail "no $name"
	done
}

pass='thread.max<100s count>0'
for file in gitlab-ci.yml github-actions.yml kubernetes-job.yaml; do
	job $file 0 'latency: PASS$' "$pass" ''
	results
	job $file 2 'latency: FAIL$' 'thread.max<1ns' ''
	results
done
job gitlab-ci.yml 77 'latency: SKIP$' 'irq.max<1s' ''
job gitlab-ci.yml 129 'latency: ERROR' '' '-p 0'
job github-actions.yml 0 '::notice title=latency::skipped' 'irq.max<1s' ''
job github-actions.yml 2 '::error title=latency::a gate does not hold' 'thread.max<1ns' ''
job kubernetes-job.yaml 0 'latency: SKIP$' 'irq.max<1s' ''
grep -qx 'latency: SKIP' "$TERMINATION_LOG" || fail "the skip is nowhere to be seen"

# said LINE: one of those that LAVA was told
said()
{
	(($(grep -cEx -- "$1" "$LAVA_SAID") == 1)) || fail "LAVA was not told '$1': $(<"$LAVA_SAID")"
}

job lava.yaml 0 'latency: PASS$' "$pass" ''
said 'rtlat --result pass'
said "t$cpu-max-latency --result pass --measurement [0-9.]+ --units us"
said 'gate-thread.max-lt-100s --result pass --measurement [0-9.]+ --units us'
said 'gate-count-gt-0 --result pass --measurement [0-9]+ --units [a-z]+'
job lava.yaml 0 'latency: FAIL$' 'thread.max<1ns' ''
said 'rtlat --result fail'
said 'gate-thread.max-lt-1ns --result fail --measurement [0-9.]+ --units us'
job lava.yaml 0 'latency: SKIP$' 'irq.max<1s' ''
said 'rtlat --result skip'
job lava.yaml 0 'latency: ERROR' '' '-p 0'
said 'rtlat --result fail'

((failures == 0)) || { echo "ci-examples: $failures failures"; exit 1; }
echo "ci-examples: ok"
