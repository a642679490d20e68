#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt debian-6.12-rt debian-6.1-rt debian-6.12 debian-7.3-rt debian-6.12-rt-arm64
# check: rtlat-6.12-rt debian-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin /usr/bin/chrt
# modules: rtlat preemptirq_delay_test plant
# timeout: 300
#
# Six causes of a latency, planted one after the other: the run that stops at it names the one that
# it was, and for how long, to 5 %; the parts add up to the latency, which is the maximum of all that
# was recorded.

. /tests/lib/common.sh
. /tests/lib/delay.sh
. /tests/lib/cause.sh

part=
name=
function=
text=

# exceeded MEMBER: a number of the sample that ended the run
exceeded()
{
	jsonget $JSON "exceeded.sample.$1"
}

# The maximum of the thread latency: in JSON, and in the row of CPU 0 of the text, in whole us.
json_max()
{
	jsonget $JSON 'cpus[cpu=0].thread.max_ns'
}

text_max()
{
	awk -F '|' '/^ *0 #/ { split($3, column, " "); print column[6] }' $TEXT
}

# The largest part by itself, and its time beside what was planted.
check_culprit()
{
	shares >/tmp/shares
	latency=$(exceeded thread_ns)
	planted=$(truth "$(exceeded expiry_ns)" "$latency")
	echo "$1: $latency ns, of which planted: $planted; $(tr '\n' ';' </tmp/shares)"
	[ "$(sed -n '1s/ [0-9]* / /p' /tmp/shares)" = "$part $name" ] ||
		fail "$1: it was $part $name"
	near "$(awk 'NR == 1 { print $2 }' /tmp/shares)" "$planted" "$planted * 0.05"
	holds "$planted >= 400000"
	near "$(awk '{ sum += $2 } END { print sum }' /tmp/shares)" "$latency" 1000
	holds "$(awk '/^unexplained/ { print $2; n++ } END { if (!n) print 0 }' \
		/tmp/shares) < $latency / 20"
	says $TEXT "^threshold: .* limit 500.0us, of which [0-9.]*us $text"
	says $TEXT "^    -> [^ ]*$function"
}

# Nothing that was recorded before it is larger, and nothing came after it.
check_maximum()
{
	[ "$(json_max)" = "$latency" ] || fail "$1: the maximum in JSON is $(json_max)"
	[ "$(text_max)" = $((latency / 1000)) ] || fail "$1: the maximum in the text is $(text_max)"
}

await_clock
start_probes
for cause in $CAUSES; do
	expected "$cause"
	stop_at_cause "plant $cause 20"
	check_culprit "$cause"
	check_maximum "$cause"
done
