#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A run that writes metrics while it goes on, node_exporter that reads them, and a Prometheus that
# answers questions about them: the real ones, on loopback.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs prometheus prometheus-node-exporter python3
trap 'finish' EXIT
pids=()

finish()
{
	((${#pids[@]} == 0)) || kill "${pids[@]}" 2>/dev/null
	wait
	rm -rf "$work"
}

free_port()
{
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

get()
{
	python3 - "$@" <<'PYTHON'
import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1], timeout=5).read().decode())
PYTHON
}

# query EXPRESSION: its values, one per line
query()
{
	python3 - "$prometheus" "$1" <<'PYTHON'
import json, sys, urllib.parse, urllib.request
url = f"http://127.0.0.1:{sys.argv[1]}/api/v1/query?" + urllib.parse.urlencode({"query": sys.argv[2]})
for series in json.load(urllib.request.urlopen(url, timeout=5))["data"]["result"]:
    print(series["value"][1])
PYTHON
}

# await SECONDS COMMAND...: until it succeeds
await()
{
	local end=$((SECONDS + $1))

	shift
	until "$@" >/dev/null 2>&1; do
		((SECONDS < end)) || return 1
		sleep 0.5
	done
}

# is EXPRESSION VALUE: one series, of that value
is()
{
	[[ $(query "$1") == "$2" ]]
}

# between LOW EXPRESSION HIGH: one series or more, all of them in there
between()
{
	query "$2" | awk -v low="$1" -v high="$3" '{ n++ } !($1 >= low && $1 <= high) { bad = 1 }
		END { exit !n || bad }'
}

mkdir "$work/textfile" "$work/data"
exporter=$(free_port)
prometheus=$(free_port)
cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
prometheus-node-exporter --collector.disable-defaults --collector.textfile \
	--collector.textfile.directory="$work/textfile" \
	--web.listen-address="127.0.0.1:$exporter" >"$work/exporter" 2>&1 &
pids+=($!)
printf '%s\n' 'global: { scrape_interval: 1s }' 'scrape_configs:' '  - job_name: node' \
	"    static_configs: [ { targets: [ '127.0.0.1:$exporter' ] } ]" >"$work/prometheus.yml"
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" \
	--web.listen-address="127.0.0.1:$prometheus" >"$work/prometheus" 2>&1 &
pids+=($!)
# The old one is replaced by the run at once, and what readers see is never half a file.
echo '# old' >"$work/textfile/rtlat.prom"
"$RTLAT" hist -S clock -c "$cpu" -d 25 -q --gate 'thread.max<1000s' --gate 'thread.min<1ns' \
	--interval 1 -o "openmetrics:$work/textfile/rtlat.prom" >"$work/out" 2>"$work/err" &
run=$!
pids+=("$run")

await 60 is rtlat_running 1 || fail 'a run that goes on is not seen'
kill -0 "$run" 2>/dev/null || fail 'it was not seen before its end'
await 20 between 1000 "rtlat_samples{cpu=\"$cpu\"}" 30000 || fail 'no samples of a run that goes on'
for ((i = 0; i < 20; i++)); do
	[[ $(tail -n 1 "$work/textfile/rtlat.prom") == '# EOF' ]] || fail 'half a file'
	sleep 0.1
done
[[ $(get "http://127.0.0.1:$exporter/metrics" | grep '^node_textfile_scrape_error') == *' 0' ]] ||
	fail 'node_exporter does not like it'
wait "$run"
(($? == 2)) || fail "the run's status is not 2"
await 20 is rtlat_running 0 || fail 'its end is not seen'
is "count(rtlat_latency_seconds_count{context=\"thread\",cpu=\"$cpu\"} > 1000)" 1 ||
	fail 'the histogram has no samples'
quantile='histogram_quantile(0.5, rtlat_latency_seconds_bucket{context="thread"})'
between 0 "$quantile" 1 || fail "no median: $(query "$quantile")"
# The median is between the exact extremes, and within a bucket of the finer percentile.
ratio="$quantile / ignoring(percentile) rtlat_latency_percentile_seconds{context=\"thread\",percentile=\"50\"}"
between 0.5 "$ratio" 2 || fail "another median: $(query "$ratio")"
is 'rtlat_gate_held{gate="thread.max<1000s"}' 1 || fail 'a gate that holds'
is 'rtlat_gate_held{gate="thread.min<1ns"}' 0 || fail 'a gate that fails'
is 'rtlat_verdict{status="fail"}' 1 || fail 'the verdict'
between 0 rtlat_gate_measured_seconds 1000 || fail 'what gates measured'
[[ $(echo "$work"/textfile/*) == "$work/textfile/rtlat.prom" ]] || fail 'more files'

# Several runs beside it, of other commands, of which some pass: none hides another.
"$RTLAT" hist -S clock -c "$cpu" -d 1 -q -o "openmetrics:$work/textfile/good.prom" \
	>"$work/out" 2>>"$work/err" || fail 'a run that passes'
"$RTLAT" osnoise hist -S spin -c "$cpu" -d 1 -q -o "openmetrics:$work/textfile/noise.prom" \
	--gate 'noise.max<1ns' >"$work/out" 2>>"$work/err"
(($? == 2)) || fail 'a gate of noise'
"$BUILD/tests/tools/replay" "$SRC/tests/golden/recordings/track.samples" track wakeup \
	--gate 'delay.max<1us' -q -o "openmetrics:$work/textfile/track.prom" >"$work/out" ||
	fail 'a run of delays'
await 20 is 'count(rtlat_verdict{status="pass"})' 4 || fail "runs: $(query 'rtlat_verdict')"
is 'rtlat_verdict{run="good",status="pass"}' 1 || fail 'the verdict of the run that passed'
for run in rtlat noise track; do
	is "rtlat_verdict{run=\"$run\",status=\"fail\"}" 1 || fail "the verdict of $run"
done
is 'count(rtlat_delay_seconds_count{run="track",tracker="wakeup"})' 2 || fail 'no delays'
[[ $(get "http://127.0.0.1:$exporter/metrics" | grep '^node_textfile_scrape_error') == *' 0' ]] ||
	fail 'node_exporter does not like several files'
((failures == 0)) || sed 's/^/    /' "$work/err" "$work/prometheus"
((failures == 0))
