#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A page of each recording, and of all of them: whole, needing nothing, and to be read aloud. What is
# in a result is text in it, whatever it looks like.

# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"
needs gnuplot

rtlat=$BUILD/rtlat/rtlat
check="$here/../tools/check_page.py"
cd "$work" || exit 1

for recording in $recordings; do
	replay "$recording" hist -q -o json >"$recording.json"
	"$rtlat" report "$recording.json" -o "$recording.html" || fail "$recording: status $?"
	python3 "$check" "$recording.html" || fail "$recording"
done
# shellcheck disable=SC2086 # words
"$rtlat" report ${recordings// /.json }.json >all.html || fail "all: status $?"
python3 "$check" all.html || fail "all of them"
# In the order of importance.
order=$(grep -no 'class="verdict\|<h2 id="comparison"\|<h2 id="run0"' all.html | cut -d: -f2 | uniq)
[[ $order == $'class="verdict\n<h2 id="comparison"\n<h2 id="run0"' ]] || fail "the order: $order"
# Of several runs, the set-up has only what they share; of one, a line without a value is not there.
[[ $(grep -c 'What differs between the runs' all.html) -ge 1 ]] || fail "no differences"
grep -q '<th scope="col">all runs' all.html || fail "no set-up of all runs"
! grep -q 'What differs' two-cpus.html || fail "differences of one run"
! grep -q '<th scope="row">[^<]*</th><td[^>]*></td>' two-cpus.html || fail "an empty row"
# The numbers are those of the run, and the reasons are told.
grep -q 'two-cpus.json: 800 samples in 0.4 s, 0 periods missed, 0 lost' all.html || fail "the verdict"
grep -q '<td class="n">33.9</td>' two-cpus.html || fail "the maximum"
grep -q '8.0 us irq Local timer:236' interference.html || fail "the explanation"
replay interference hist -q -T 20 --gate 'thread.max<1us' -o json >failed.json
"$rtlat" report failed.json -o failed.html || fail "a report of what failed: status $?"
grep -q '<strong>fail</strong>' failed.html || fail "it did not fail"
grep -q 'thread latency [0-9]* ns reached the limit of 20000 ns' failed.html || fail "no reason"
grep -q 'gate thread.max&lt;1us: failed' failed.html || fail "no gate"

# Of noise: how much, and who made it.
for recording in $noise_recordings; do
	replay "$recording" hist -q -o json >"$recording.json"
	"$rtlat" report "$recording.json" -o "$recording.html" || fail "$recording: status $?"
	python3 "$check" "$recording.html" || fail "$recording"
	grep -qi 'latenc.* of all CPUs\|thread latency of' "$recording.html" &&
		fail "$recording has latencies"
done
grep -q 'noise.json: 183 noises in 4.0 s, 99.990904 % available, 0 lost' noise.html ||
	fail "the verdict of noise"
grep -q '<td class="n">155.7</td><td class="n">24</td><td class="n">1</td>' noise.html ||
	fail "the most in a period, and counts"
grep -q '>thread hog:4711</th><td class="n">2</td><td class="n">186.0</td>' noise.html ||
	fail "the sources"
grep -q '95.5 us thread hog:4711' noise.html || fail "the explanation of a noise"
grep -q '>thread, others</th>' noise-sources.html || fail "the others"
grep -q 'Who interfered' noise-spin.html && fail "nobody was traced"
grep -q '<th scope="row">Runtime</th><td>950000 us</td>' noise.html || fail "the runtime"
"$rtlat" report noise.json noise-counts.json two-cpus.json >mixed.html || fail "mixed: status $?"
python3 "$check" mixed.html || fail "mixed"
grep -q 'measured: noise, latencies' mixed.html || fail "mixed, and it does not say so"

# Of delays: what was tracked, whom they hit, and their stacks.
for recording in $track_recordings; do
	replay "$recording" hist -q -o json >"$recording.json"
	for tracker in wakeup offcpu block syscall irq net; do
		"$here/../tools/rich_track.py" "$recording.json" $tracker >"$tracker.json"
	done
	"$here/../tools/rich_track.py" "$recording.json" block whole >whole.json
	for run in "$recording" wakeup offcpu block syscall irq net whole; do
		"$rtlat" report "$run.json" -o "$run.html" || fail "$run: status $?"
		python3 "$check" "$run.html" || fail "$run"
		grep -qi 'latency\|noise of\|<th scope="row">Period' "$run.html" &&
			fail "$run has latencies, or noise"
	done
done
grep -q 'track.json: 60 delays in 4.0 s, 7 lost, incomplete' track.html || fail "the verdict of delays"
grep -q '<th scope="row">Tracked</th><td>offcpu</td>' offcpu.html || fail "the tracker"
grep -q "<th scope=\"row\">Threads</th><td>42, it's, kernel priority 99 or lower</td>" offcpu.html ||
	fail "the threads"
grep -q 'Of 20.0 us or more: 30. Not over after 1000.0 us: 2. Not followed, for lack of memory: 1.' \
	offcpu.html || fail "how many were too long"
grep -q '<td>hog:900 prio 27, not over, woken by &lt;waker&gt; &amp; &quot;co&quot;:7 prio 98, 27.0us before it ran</td>' \
	offcpu.html || fail "whom it hit"
grep -q '<td class="t">schedule_13+0x1c, helper+0x2 \[some module\], 0x7f0000001234</td>' offcpu.html ||
	fail "a stack"
grep -q '<th scope="row">all</th>' whole.html || fail "all CPUs as one"
"$rtlat" report track.json offcpu.json two-cpus.json >mixed.html || fail "mixed delays: status $?"
python3 "$check" mixed.html || fail "mixed delays"
grep -q 'measured: wakeup delays, offcpu delays' mixed.html || fail "mixed trackers, and it does not say so"

sed 's/"hostname":"example"/"hostname":"<script src=x>\&\\"<b>"/' two-cpus.json >evil.json
"$rtlat" report evil.json -o evil.html || fail "evil: status $?"
python3 "$check" evil.html || fail "what looks like HTML is HTML"
grep -q '&lt;script src=x&gt;&amp;&quot;&lt;b&gt;' evil.html || fail "the host name is not as it was"

# What can't be made leaves the file as it was.
echo before >kept.html
echo '{}' >no.json
"$rtlat" report no.json -o kept.html 2>err
[[ $? -eq 1 && $(<kept.html) == before && $(wc -l <err) == 1 ]] || fail "kept: $(<err)"
if "$here/../with-gnuplot" /dev/null true; then
	"$here/../with-gnuplot" /dev/null "$rtlat" report two-cpus.json -o kept.html 2>err
	[[ $? -eq 77 && $(<kept.html) == before && $(wc -l <err) == 1 ]] || fail "no gnuplot: $(<err)"
fi
"$rtlat" report two-cpus.json -o /dev/full 2>err
[[ $? -eq 1 && $(wc -l <err) == 1 ]] || fail "a full disk: $(<err)"

[[ $failures -eq 0 ]] || exit 1
