#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Gates on real runs of clock and of spin: the exit status, and what is said of each.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
measure=(hist -S clock)
cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')

# gate STATUS LINE OPTIONS...: of a run of $measure; LINE is a pattern for one whole line of all that is said
gate()
{
	local expected=$1 line=$2 status

	shift 2
	"$RTLAT" "${measure[@]}" -c "$cpu" -d 1 -q "$@" >"$work/out" 2>&1
	status=$?
	((status == expected)) && (($(grep -cEx -- "$line" "$work/out") == 1)) && return
	echo "gates: status $status, expected $expected and '$line': $*"
	sed 's/^/    /' "$work/out"
	failures=$((failures + 1))
}

# What gates of each measure have in common, with the name of what it measures.
both()
{
	local name=$1

	gate 0 "gate $name\\.max<1000s: held, it was [0-9]+\\.[0-9]{3} us" --gate "$name.max<1000s"
	gate 2 "gate $name\\.max<1ns: failed, it was [0-9]+\\.[0-9]{3} us" --gate "$name.max<1ns"
	gate 2 'verdict: fail' --gate "$name.max<1ns"
	# One that fails is enough.
	gate 2 'gate count>0: held, it was [0-9]+' --gate 'count>0' --gate "$name.min>=1000s"
	gate 2 "gate worst\\.$name\\.avg<1ns: failed, it was [0-9.]+ us on CPU $cpu" \
		--gate "worst.$name.avg<1ns"
	gate 0 "gate cpu$cpu\\.lost==0: held, it was 0" --gate "cpu$cpu.lost==0"
	gate 0 'gate duration>=1s: held, it was 1\.[0-9]{3} s' --gate 'duration>=1s'
	gate 0 "gate $name\\.p50<1000s: held, it was [0-9.]+ us" --gate "$name.p50<1000s"
	gate 2 "gate $name\\.p99\\.9999<1000s: not enough samples" --gate "$name.p99.9999<1000s"
	# What the source has not, and what is not measured, is found out before the run.
	SECONDS=0
	gate 77 "rtlat: error: no ${measure[-1]}: it has no irq latency for the gate irq\\.max<1s" \
		-d 100 --gate 'irq.max<1s'
	gate 1 "rtlat: error: the gate cpu8191\\.$name\\.max<1s is about a CPU that is not measured" \
		-d 100 --gate "cpu8191.$name.max<1s"
	((SECONDS < 50)) || { echo 'gates: found out after measuring'; failures=$((failures + 1)); }
}

measure=(hist -S clock)
both thread
# A second at a millisecond's period has a thousand samples: p99 has enough of them, p99.99 has not.
gate 0 'gate thread\.p99<1000s: held, it was [0-9.]+ us' --gate 'thread.p99<1000s'
gate 2 'gate thread\.p99\.99<1000s: not enough samples' --gate 'thread.p99.99<1000s'
gate 77 'rtlat: error: no clock: it has no noise for the gate available>0' --gate 'available>0'

measure=(osnoise hist -S spin)
both noise
gate 0 'gate available>0%: held, it was [0-9]+\.[0-9]{6} %' --gate 'available>0%'
gate 2 "gate worst\\.available>=100: failed, it was [0-9.]+ % on CPU $cpu" \
	--gate 'worst.available>=100'
gate 0 'gate period\.max<10s: held, it was [0-9.]+ us' --gate 'period.max<10s'
gate 77 'rtlat: error: no spin: it has no counts for the gate hardware==0' --gate hardware==0
((failures == 0))
