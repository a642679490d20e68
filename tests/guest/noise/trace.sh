#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt debian-7.3-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools:/usr/local/bin
# timeout: 300
#
# The trace that is kept has the noise that reached the limit, and its times are all of one clock: what
# an osnoise event tells of began as long before its stamp as it took.

. /tests/lib/common.sh
. /tests/lib/delay.sh

FILE=/tmp/kept.txt
TEXT=/tmp/stop.txt

# stop_at COMMAND: while there are hogs of 3 ms, ten a second. The first comes when the trace has noises
# below the limit already.
stop_at()
{
	{ sleep 1; exec hog 0 97 3 97 8 /dev/null; } &
	status=0
	rm -f $FILE
	# shellcheck disable=SC2086 # words of their own
	timeout 60 rtlat $1 -q -d 30s -t=$FILE >$TEXT 2>/tmp/stop.err || status=$?
	kill $!
	wait
	[ $status -eq 2 ] || fail "$1: status $status: $(cat $TEXT /tmp/stop.err)"
}

# The times are net: what interrupted comes on top, whose lines are those just before. The stamp, which is
# rounded to us, comes up to 1.7 us after the end, where the line begins a page of the buffer.
one_clock()
{
	sed -n 's/^.* \([0-9]*\.[0-9]*\): \([a-z]*_noise\|sample_threshold\): .*start \([0-9.]*\) duration \([0-9]*\) ns.*/\1 \3 \4 \2/p' \
		$FILE >/tmp/times
	awk '{
		stamp[NR] = $1 * 1000000; start = $2 * 1000000; us[NR] = $3 / 1000
		if (start < stamp[1])
			next
		nested = 0
		if ($4 != "sample_threshold")
			for (i = NR - 1; stamp[i] > start; i--)
				nested += us[i]
		late = stamp[NR] - us[NR] - start
		lines++
		if (late < -2 || late > nested + 3) {
			printf "%s: %.1f us late, nested %.1f\n", $0, late, nested
			bad++
		}
	} END { print lines + 0, "lines that can be placed,", bad + 0, "that are not where they say"; exit lines < 10 || bad > 0 }' \
		/tmp/times >/tmp/clocks || fail "$1: $(tail -n 20 /tmp/clocks)"
	echo "$1: $(tail -n 1 /tmp/clocks)"
}

await_clock
stop_at 'osnoise top -s 2000'
one_clock osnoise
# In pieces, where others come in between.
says $FILE 'thread_noise: .*hog:.* duration [1-9][0-9]\{6\} ns'
# Nothing is in it after the noise that reached the limit, and of the others none.
[ "$(grep -c 'sample_threshold:' $FILE)" = 1 ] || fail "not one noise: $(grep sample_threshold: $FILE)"
us=$(sed -n 's/^threshold: CPU 0 noise [0-9]*: \([0-9]*\).*us, limit 2000us.*/\1/p' $TEXT)
kept=$(sed -n 's/.*sample_threshold: .* duration \([0-9]*\)[0-9]\{3\} ns .*/\1/p' $FILE)
echo "the noise: $us us, in the trace $kept us"
[ "$us" = "$kept" ] || fail 'the noise in the trace is another'

# Those that the user asks for are all there.
stop_at 'osnoise top -s 2000 -e osnoise:sample_threshold'
lines=$(grep -c 'sample_threshold:' $FILE)
echo "noises in the trace: $lines"
holds "$lines > 10"

has_timerlat || exit 0
stop_at 'hist -k -T 2000'
one_clock timerlat
