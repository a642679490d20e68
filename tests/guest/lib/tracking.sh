# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests of rtlat track share. Sourced, with `common`.

CHOSEN=/tmp/chosen

# start TRACKER OPTION...: a run in the background, that measures when this returns
start()
{
	rtlat track "$@" -n -o json:$MEASURED -o text >/tmp/result.txt 2>/tmp/result.err &
	run=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 0.2
		ls -d $TRACING/instances/rtlat-* >/dev/null 2>&1 && break
	done
	sleep 0.5
}

finish()
{
	status=0
	wait $run || status=$?
	[ $status -eq 0 ] || { cat /tmp/result.err; fail "rtlat track ended with $status"; }
	grep -q '"complete":true' $MEASURED || { tail -n 5 /tmp/result.txt; fail 'not complete'; }
}

# measure_track TRACKER OPTION...
measure_track()
{
	start "$@"
	finish
}

# choose_delays NAME: of the longest delays of all CPUs, a line each, those of a task of that name
choose_delays()
{
	sed -n 's/^"total"://p' $MEASURED | sed 's/{"cpu":/\n&/g' |
		grep "\"task\":{[^}]*\"comm\":\"$1\"" | sort -t : -k 4 >$CHOSEN
	[ -s $CHOSEN ] || { cat /tmp/result.txt; fail "no delay of $1"; }
}

# member NAME: a number of the chosen ones
member()
{
	tr ',{' '\n\n' <$CHOSEN | sed -n "s/^\"$1\":\([0-9]*\).*/\1/p"
}

# delays_as_planted TIMES: the chosen ones, of which there are so many, are what was planted, to 2 %
delays_as_planted()
{
	member delay_ns | sort -n >/tmp/values
	awk '{ print $2 - $1 }' $PLANTED | sort -n >/tmp/wanted
	echo "delays: $(tr '\n' ' ' </tmp/values) of $(tr '\n' ' ' </tmp/wanted)"
	[ "$(wc -l </tmp/values)" = "$1" ] || { cat /tmp/result.txt; fail "not $1 of them"; }
	paste /tmp/values /tmp/wanted >/tmp/pairs
	while read -r value wanted; do
		near "$value" "$wanted" "$wanted * 0.02"
	done </tmp/pairs
}

# total_count [FILE]: delays of all CPUs, of the last result or that one. Without its beginning the
# pattern takes time with the square of a line's length.
total_count()
{
	sed -n 's/^"total":{"count":\([0-9]*\),.*/\1/p' "${1:-$MEASURED}"
}

# percentile_of total|CPU PERCENTILE: of the last result, ns
percentile_of()
{
	sed -n "s/^\"$1\":.*\"delay\":{\"count\".*\"percentiles_ns\":{\([^}]*\)}.*/,\1/p" $MEASURED |
		tr ',' '\n' | sed -n "s/^\"$2\"://p"
}

# counted_percentile FILE PERCENTILE: of the text of the kernel's histogram, ns
counted_percentile()
{
	sed -n 's/^{ common_cpu:.*lat: ~ *\([0-9]*\)-\([0-9]*\) } hitcount: *\([0-9]*\)$/\2 \3/p' "$1" |
		sort -n | awk -v part="$2" '
			{ edge[NR] = $1; count[NR] = $2; sum += $2 }
			END {
				for (i = 1; i <= NR; i++) {
					seen += count[i]
					if (seen * 100 >= sum * part)
						break
				}
				print edge[i]
			}'
}
