#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# promtool, Prometheus' own checker, has nothing to say of the metrics.
# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"
needs promtool

# metrics RECORDING [OPTION...]
metrics()
{
	replay "$@" -o openmetrics >"$work/metrics.prom" || fail "$*: replay"
	cat "$work/metrics.prom" >>"$work/all.prom"
	promtool check metrics <"$work/metrics.prom" >"$work/said" 2>&1 &&
		[ ! -s "$work/said" ] && [ "$(tail -n 1 "$work/metrics.prom")" = '# EOF' ] && return
	fail "$*"
	cat "$work/said"
}

for recording in $recordings; do
	metrics "$recording" hist
	metrics "$recording" top --gate 'thread.max<1us' --gate 'worst.missed==0' \
		--gate 'thread.p99.9999<1s' --gate 'duration>=1s'
done
for recording in $noise_recordings; do
	metrics "$recording" hist
	metrics "$recording" top --gate 'noise.max<1us' --gate 'worst.available>=99%' \
		--gate hardware==0 -s 50
done
for recording in $track_recordings; do
	metrics "$recording" hist --gate 'delay.max<1us'
done
# Whatever is read together, each name has one help.
grep '^# HELP ' "$work/all.prom" | sort -u | cut -d ' ' -f 3 | uniq -d >"$work/said"
[ ! -s "$work/said" ] || fail "several texts of help: $(cat "$work/said")"
grep -q '^# HELP rtlat_delay_seconds ' "$work/all.prom" || fail 'no delays'
# And each series its run.
! grep -v '^#' "$work/all.prom" | grep -v '^rtlat_[a-z_]*{run="rtlat"' || fail 'series of no run'
# The dashboard and the alerts ask for series that exist, in the language of Prometheus.
monitoring=$(dirname "$0")/../../packaging/grafana
for name in $(grep -oh 'rtlat_[a-z_]*' "$monitoring"/* | sort -u); do
	grep -q "^$name{" "$work/all.prom" || fail "$name: no such series"
done
{
	printf 'groups:\n- name: dashboard\n  rules:\n'
	sed -n 's/,$//; s/^ *"expr": /  - record: panel\n    expr: /p' "$monitoring/dashboard.json"
} >"$work/dashboard.yml"
[ "$(grep -c expr "$work/dashboard.yml")" -ge 4 ] || fail 'no queries in the dashboard'
for rules in "$monitoring/alerts.yml" "$work/dashboard.yml"; do
	promtool check rules "$rules" >"$work/said" 2>&1 || { fail "$rules"; cat "$work/said"; }
done
# That it does find faults.
replay two-cpus hist -o openmetrics | sed 's/le="+Inf"/le="1/' | promtool check metrics \
	>"$work/said" 2>&1 && fail 'promtool takes everything'
[ "$failures" -eq 0 ]
