#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt debian-6.1-rt rtlat-6.12-rt rtlat-7.3-rt
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 1
# mode: virtual
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 300
#
# What a hist: trigger of --trigger has counted is written as the kernel puts it into words, beside the
# trace, and is in the JSON result; merge, compare and check of results still take that.

. /tests/lib/common.sh

NAME=sched_sched_switch_hist.txt
EVENT='-e sched:sched_switch --trigger hist:key=next_comm'
JSON=/tmp/result.json

# counted STATUS FILE OPTION...: a run, which leaves the machine as it was
counted()
{
	expected=$1
	file=$2
	shift 2
	rm -f "$file"
	machine_state >/tmp/before
	measure "$expected" -c 0 -o json:$JSON "$@"
	machine_state >/tmp/after
	cmp /tmp/before /tmp/after || fail "$*: the machine is not as before"
	[ -s "$file" ] || { cat /tmp/result.err; fail "$*: no histogram in $file"; }
	says /tmp/result.err "the histogram of [a-z_:]* is in $file\$"
}

# hits FILE PATTERN: of the entries with that in their key
hits()
{
	grep "^{.*$2" "$1" | sed 's/.* hitcount: *\([0-9]*\).*/\1/' |
		awk '{ sum += $1 } END { print sum + 0 }'
}

# in_json FILE: each of its lines
in_json()
{
	grep '^"histograms":' $JSON >/tmp/lines
	while IFS= read -r line; do
		[ -z "$line" ] || grep -qF "\"$line\"" /tmp/lines || fail "not in JSON: $line"
	done <"$1"
	says $JSON '^"histograms":\[{"event":"[a-z_]*:[a-z_]*".*"whole":true}'
}

mkdir /tmp/h /tmp/h/sub
cd /tmp/h || exit

# Every activation is a switch to the thread that has it, warm-up and the end of the run included.
for source in timerlat-kernel timerlat-user record; do
	[ $source != record ] || has_records || continue
	[ $source != timerlat-user ] || has_timerlat_fd || continue
	# shellcheck disable=SC2086 # words of their own
	counted 0 $NAME -S $source -d 1s $EVENT
	thread=timerlat/0
	[ $source = timerlat-kernel ] || thread=rtlat
	hits=$(hits $NAME "next_comm: $thread ")
	echo "$source: $hits switches to $thread, $(field 0 thread count) samples"
	holds "$hits >= $(field 0 thread count) && $hits < 3 * $(field 0 thread count) + 100"
	in_json $NAME
	[ "$(ls)" = "$(printf '%s\nsub' $NAME)" ] || fail "left: $(ls)"
done
cp $JSON /tmp/one.json
rtlat merge /tmp/one.json $JSON -o json:/tmp/merged.json || fail 'merge does not take it'
rtlat compare --tolerance 1000% /tmp/one.json $JSON >/tmp/out || fail 'compare does not take it'
! grep -q '^"histograms"' /tmp/merged.json || fail 'the histogram of one run in the result of several'

# Beside the trace, whose file there need not be.
# shellcheck disable=SC2086
counted 0 sub/$NAME -k -d 1s $EVENT -t=sub/trace.txt
[ ! -e sub/trace.txt ] || fail 'a trace without a limit'
(sleep 1; exec hog 0 99 5 45 10) &
# shellcheck disable=SC2086
counted 2 /tmp/h/sub/$NAME -k -d 60s -T 2000 -t=/tmp/h/sub/trace.txt $EVENT
kill $!
wait
holds "$(hits sub/$NAME 'next_comm: hog ') >= 1"
says sub/trace.txt 'sched_switch: .*next_comm=hog'

# Two triggers are two tables of one file, two events are two files. Of the first table there is no room
# for all.
counted 0 $NAME -k -d 1s -e sched:sched_switch --trigger 'hist:key=common_timestamp:size=128' \
	-e sched:sched_switch --trigger 'hist:key=next_prio' -e sched:sched_waking \
	--trigger 'hist:key=comm' --on-end trace,file=end.txt
[ "$(grep -c '^# trigger info: hist:' $NAME)" -eq 2 ] || { cat $NAME; fail 'not two tables'; }
[ -s sched_sched_waking_hist.txt ] || fail 'not two files'
[ "$(grep -o '"event":"[a-z_:]*"' $JSON | wc -l)" -eq 2 ] || fail 'an event twice in JSON'
says /tmp/result.err 'warning: the histogram of sched:sched_switch lacks [0-9]* hits'
says $JSON '^"notes":.*sched:sched_switch lacks [0-9]* hits'

# Of noise.
now_measure 'osnoise hist' noise
rm -f ./*.txt
counted 0 osnoise_irq_noise_hist.txt -d 1s -e osnoise:irq_noise \
	--trigger hist:key=desc,duration.log2
holds "$(hits osnoise_irq_noise_hist.txt 'desc: *local_timer') >= 10"
in_json osnoise_irq_noise_hist.txt
now_measure hist thread

# What cannot be written is told before anything is measured, and nothing takes the place of another.
refused()
{
	expected=$1
	pattern=$2
	shift 2
	# shellcheck disable=SC2086
	measure "$expected" -c 0 -k -d 60s $EVENT "$@"
	says /tmp/result.err "$pattern"
}
rm -f ./*.txt
mkdir $NAME
refused 1 "$NAME: Is a directory"
rmdir $NAME
refused 1 'No such file or directory' -t=/tmp/nosuch/trace.txt
refused 129 'is where a histogram goes' -o json:/tmp/h/$NAME
refused 129 'is where a histogram goes' -T 1000 -t=$NAME
refused 129 'not possible with -S clock' -S clock
refused 1 'cannot set the trigger of sched:sched_switch' --trigger hist:key=nosuch
! grep -q 'cannot read the histogram' /tmp/result.err || fail 'a histogram of a run that never began'
refused 129 'are both for ' -e sched_sched:switch --trigger hist:key=x
[ "$(ls)" = sub ] || fail "left: $(ls)"

# Another user's file, in a directory that is open to all, stays as it is, also if it comes meanwhile.
mkdir -m 1777 open
(sleep 1; echo theirs >open/$NAME; chmod 666 open/$NAME; chown 65534 open/$NAME) &
# shellcheck disable=SC2086
measure 1 -c 0 -k -d 3s $EVENT -t=open/trace.txt
wait
says /tmp/result.err "histogram: open/$NAME: belongs to another user"
refused 1 "open/$NAME: belongs to another user" -t=open/trace.txt
[ "$(cat open/$NAME)" = theirs ] || fail "another user's file was written to"
