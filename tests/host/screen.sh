#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The live screen in terminals of tmux: every key, sizes, terminal types; first on simulated
# numbers, then on a run of the clock source. Exit status: 0, 77 (no tmux) or 1.
set -u

: "${BUILD:?the build directory}" "${RTLAT:?the program}"
demo=$BUILD/tests/tools/screendemo
# shellcheck source=tests/host/lib/terminal.sh
. "$SRC/tests/host/lib/terminal.sh"

# The lines between the contexts are in the same columns from top to bottom.
aligned() {
	local line cuts first=

	while IFS= read -r line; do
		cuts=${line//┼/│}
		[[ $cuts == *│* ]] || continue
		cuts=${cuts//[^│]/.}
		cuts=${cuts%"${cuts##*│}"}
		first=${first:-$cuts}
		[[ $cuts == "$first" ]] || { fail "not aligned: $line"; return; }
	done < <(capture)
	[[ -n $first ]] || fail "no table"
}

# The number of samples in the total line.
total() {
	capture | sed -n 's/^ all  *\([0-9]*\).*/\1/p'
}

test_table() {
	start 80 24 screen "$demo" -c 40 -l -d 3600
	shows '^rtlat top  simulated .* elapsed 00:00:[0-9]+  left (00:59:|01:00:00)'
	shows '^40 CPUs  period 1 ms  times in us  sorted by CPU  load [0-9]'
	shows 'IRQ latency .* Thread .* Return'
	shows '^ CPU     count missed   lost│    avg    max│    avg    max│    avg    max'
	shows '^ all  +[0-9]+   1234     56│ +[0-9]+    412│'
	shows '^   3  +[0-9]+      0      0│ +2    412│'
	shows '^   5x +21 '
	shows '^   6! +31 '
	shows 'samples were lost: incomplete +rows 1-16 of 40$'
	shows '^q quit  p pause  r reset  s sort  n ns/us  h histogram  <-> columns  \? help'
	aligned
}

test_columns() {
	keys_say Right 'columns 2/4.*│ .*IRQ latency'
	shows '│    cur    min    avg    p99    max$'
	aligned
	keys_say Right 'columns 3/4.*│ .*Thread latency'
	keys_say Right 'columns 4/4.*│ .*Return latency'
	keys_say Right 'columns 1/4'
	keys_say Left 'columns 4/4'
	keys_say Right 'columns 1/4'
	keys_say n 'times in ns'
	shows '^ all  +[0-9]+   1234     56│   412345│   417345│   422345$'
	aligned
	keys_say n 'times in us'
}

# The first CPU row of the table.
first_row() {
	capture | sed -n '/┼/{n;p;}'
}

sorted_first() {
	keys_say s "sorted by $1"
	[[ $(first_row) =~ $2 ]] || fail "sorted by $1, first row is $(first_row)"
}

test_sort() {
	sorted_first count '^ +[0-9]+ '
	sorted_first 'irq max' '^   3 '
	sorted_first 'thread max' '^   3 '
	sorted_first 'return max' '^   3 '
	sorted_first missed '^   7 '
	sorted_first lost '^   7 '
	sorted_first CPU '^   0 '
}

test_pause_and_reset() {
	local before

	keys_say p '^ PAUSED at 00:0[0-9]:[0-9]{2} measuring goes on'
	before=$(total)
	keys_say End '^  39 '
	keys_say Home '^   0 '
	sleep 1.3
	[[ $(total) == "$before" ]] || fail "numbers move during a pause"
	keys_say p 'rows 1-16'
	hides PAUSED
	(($(total) > before)) || fail "measuring stopped during a pause"
	before=$(total)
	keys_say r 'statistics and duration begin anew'
	(($(total) < before)) || fail "no reset: $before, then $(total)"
}

test_scrolling() {
	keys_say End 'rows 25-40 of 40'
	shows '^  39 '
	hides '^   0 '
	keys_say PPage 'rows 9-24 of 40'
	keys_say PPage 'rows 1-16 of 40'
	keys PPage
	keys_say NPage 'rows 17-32 of 40'
	keys_say Home 'rows 1-16 of 40'
	keys Down Down Down Down Down Down
	shows '^CPU 5 went offline; what came before is kept'
	keys_say Down '^CPU 6 is no longer measured'
	keys Home
}

test_histogram() {
	keys Down Down
	keys_say h '^CPU 1, thread latency: 20000 samples'
	shows '^min [0-9.]+   avg [0-9.]+   stddev [0-9.]+   max [0-9.]+'
	shows '^p50 [0-9.]+   p90 [0-9.]+   p99 [0-9.]+   p99.9 [0-9.]+ *$'
	shows '^ +from us +samples +sum %'
	shows '^ +[0-9.]+ +[0-9]+ +100.000  ▌'
	shows '^ +1 +10 +100 +1000'
	keys_say Right '^CPU 1, return latency'
	keys_say Right '^CPU 1, irq latency'
	keys_say Left '^CPU 1, return latency'
	keys_say Down '^CPU 2, return latency'
	keys_say n '^ +from ns +samples'
	keys_say n '^ +from us +samples'
	keys_say p ' PAUSED$'
	keys p
	hides PAUSED
	keys_say Escape '^ CPU     count'
	keys_say h '^CPU 2, return latency'
	keys_say q '^ CPU     count'
	keys Home
	keys_say h '^all CPUs, return latency'
	keys_say h '^ CPU     count'
}

test_help() {
	keys_say '?' 'help: any key closes'
	shows 'Each latency runs from the timer'
	keys q
	hides 'any key closes'
	shows '^ CPU     count'
	aligned
}

test_resize() {
	local size

	resize 200 50
	shows 'IRQ latency .* Thread latency .* Return latency'
	shows '^ CPU .*│    cur    min    avg    p99    max│    cur .*│    cur .*    max$'
	shows '^  39 '
	hides 'columns 1/'
	aligned
	for size in '20 5' '5 2' '1 1' '40 8' '20 5'; do
		# shellcheck disable=SC2086 # two numbers
		resize $size
		sleep 0.3
		keys h
		keys '?'
		keys x
		keys h
		sleep 0.2
	done
	shows '^ CPU │ +max$'
	resize 80 24
	shows '^ CPU     count missed   lost│    avg    max│    avg    max│    avg    max'
	aligned
}

test_quit() {
	keys q
	shows '^screendemo: 1 resets, signals left alone'
	shows '^status 0'
	shows '(^| )icanon( |;)'
	shows '(^| )echo( |;)'
}

test_many_cpus() {
	start 200 50 xterm-256color "$demo" -c 256 -g
	shows '^256 CPUs'
	shows 'rows 1-42 of 256'
	shows '^ CPU     count│    cur    min    avg    p99    max│'
	shows '^   2  .*│.* 4200s│.* 4200s│.* 4200s$'
	aligned
	keys_say n '4200.12s'
	aligned
	keys_say End '^ 255 '
	shows 'rows 215-256 of 256'
	aligned
	keys_say NPage 'rows 215-256 of 256'
	keys s
	keys_say s 'sorted by irq max'
	keys Home
	shows 'rows 1-42 of 256'
	[[ $(first_row) =~ ^\ \ \ 2\  ]] || fail "the worst is $(first_row)"
	keys q
	shows '^status 0'
}

test_contexts() {
	start 80 24 screen "$demo" -c 2 -x it
	shows '^ CPU     count│    cur    min    avg|^ CPU     count│    min    avg    p99    max│'
	shows 'IRQ latency +│ +Thread latency'
	hides Return
	keys q
	start 80 24 screen "$demo" -c 1 -x tr
	shows '^1 CPU  period'
	hides IRQ
	keys_say h 'thread latency'
	keys_say Right 'return latency'
	keys_say Right 'thread latency'
	keys q
	keys q
	shows '^status 0'
}

# Who made the worst sample late: at the right end, whatever the width and the page; in full below.
test_culprits() {
	start 80 24 screen "$demo" -c 9 -i
	shows '│ Worst sample$'
	shows '│    max│ culprit$'
	shows '^ all .*│ nmi \+1 410.0us$'
	shows '^   0 .*│ late 26.1us$'
	shows '^   1 .*│ irq qxl:21 \+2 38.5us$'
	shows '^   2 .*│ thread kworker/u16:3-e:87882 41.5us$'
	shows '^   4 .*│ dispatch 28.4us$'
	shows '^   5x .*│ handler 35.9us$'
	shows '^   6! .*│ softirq 43.1us$'
	aligned
	keys_say Right '│    cur    min    avg    p99    max│ culprit$'
	shows '^   2 .*│ thread kworker/u16:3- 41.5us$'
	aligned
	keys_say n '│ thread kworker/u16: 41507ns$'
	keys n
	keys Down Down
	keys_say h '^worst sample: thread latency 40.838 us, CPU 1, activation 77'
	shows '^part +us +% +longest'
	shows '^late +0.250 +0.6$'
	shows '^hrtimer +0.200 +0.5 +tick_nohz_handler$'
	shows '^handler +0.700 +1.7$'
	shows '^irq +38.588 +94.5 +qxl:21 \+2$'
	shows '^softirq +0.000 +0.0$'
	shows '^nmi +0.000 +0.0$'
	shows '^thread +0.000 +0.0$'
	shows '^dispatch +1.100 +2.7$'
	shows '^sum +40.838 +100.0$'
	shows '^ +from us +samples +sum %'
	shows '^ +1 +10 +100 +1000'
	keys_say n '^sum +40838 +100.0$'
	keys_say Down '^thread +41507 +85.1 +kworker/u16:3-e:87882$'
	resize 80 20
	shows '^worst sample: thread kworker/u16:3-e:87882 41507ns$'
	shows '^ +from ns'
	resize 58 20
	keys_say h '^columns 2/4 +│ +IRQ latency$'
	hides culprit
	aligned
	keys_say '?' 'culprit: the largest part'
	keys x
	keys q
	shows '^status 0'
}

test_noise() {
	start 80 24 screen "$demo" -c 40 -x nc -i -l -d 3600
	shows '^rtlat osnoise top  simulated .* elapsed 00:00:[0-9]+  left (00:59:|01:00:00)'
	shows '^40 CPUs  runs 1 s of 1 s  times in us  sorted by CPU  load [0-9]'
	shows '^columns 1/3 +│ +Noise +│ Count│ Largest source$'
	shows '^ CPU  periods   lost│   avail%  noise period    max│    hw│ source$'
	shows '^   3 +[0-9]+      0│ 99.94765 .*│ thread kworke 0.035%$'
	shows '^   4 +[0-9]+      0│ 99.99618 .*│ irq local_ti 0.0019%$'
	shows '^   5x'
	shows 'samples were lost: incomplete +rows 1-16 of 40$'
	aligned
	keys_say Right '^columns 2/3 .*│ +Noise +│ Largest source$'
	shows '│   avail%  noise period    p99    max│ source$'
	aligned
	keys_say Right '^columns 3/3 .*│ +Count +│ Largest source$'
	shows '│    hw   nmi   irq softirq thread│ source$'
	shows '^   3 .* 123[45]k│'
	aligned
	keys_say Right '^columns 1/3'
	# There is no 99th percentile of fewer than 300.
	shows ' elapsed 00:00:0[1-9]'
	sorted_first periods '^ +[0-9]+ '
	sorted_first avail% '^   3 '
	sorted_first noise '^   3 '
	sorted_first period '^   3 '
	sorted_first p99 '^ +39 '
	sorted_first max '^   3 '
	sorted_first hw '^   1 '
	sorted_first nmi '^   2 '
	sorted_first irq '^  39 '
	sorted_first softirq '^   0 '
	sorted_first thread '^   3 '
	sorted_first lost '^   7 '
	sorted_first CPU '^   0 '
	keys Down
	keys_say h '^CPU 0, noise: 20000 samples'
	shows '^worst sample: noise 42.919 us, CPU 0, number 77'
	shows '^hardware +0.000 +0.0$'
	shows '^irq +20.602 +48.0 +local_timer:236 \+2$'
	shows '^thread +21.459 +50.0 +kworker/u16:3-e:87882$'
	shows '^unexplained +0.858 +2.0$'
	shows '^sum +42.919 +100.0$'
	shows '^ +from us +samples +sum %'
	keys_say Right '^CPU 0, noise'
	shows '^h table  up/down CPU '
	keys_say n '^sum +42919 +100.0$'
	keys_say h 'times in ns'
	aligned
	keys_say '?' 'period: the most in one period'
	shows 'a count in k, M, G'
	keys x
	resize 200 50
	shows '│   avail%    noise   period      p99      max│    hw   nmi   irq softirq thread│ source$'
	shows '^   3 .*│ thread kworker/u16:3-e:87882 0.035%$'
	aligned
	resize 20 5
	shows '^ CPU │   avail%$'
	resize 80 24
	shows '^columns 1/3'
	keys q
	shows '^status 0'
	start 80 24 screen "$demo" -c 4 -x n
	shows '^ CPU  periods│   avail%  noise period    p99    max$'
	hides 'columns'
	start 80 24 screen "$demo" -c 4 -x nc -w
	shows '^rtlat hwnoise  simulated'
	shows '^ CPU  periods│   avail%  noise period    p99    max│    hw   nmi$'
}

test_terminal() {
	start 80 24 "$1" "$demo" -c 40 -l
	shows '^ CPU     count missed   lost│    avg    max│'
	shows '^  15 '
	keys_say Down 'rows 1-16'
	keys_say End 'rows 25-40'
	keys_say h '^CPU 39, thread latency'
	keys_say h 'rows 25-40'
	keys_say '?' 'any key closes'
	keys x
	hides 'any key closes'
	aligned
	keys q
	shows '^status 0'
}

test_no_terminal() {
	start 80 24 dumb "$demo"
	shows '^screendemo: Operation not supported'
	shows '^status 1'
	# ncurses leaves memory of its own behind where it does not know the terminal.
	start 80 24 no-such-terminal ASAN_OPTIONS=detect_leaks=0 "$demo"
	shows '^screendemo: Operation not supported'
}

test_ascii() {
	start 80 24 vt100 LC_ALL=C "$demo" -c 4
	shows '^ CPU     count'
	keys_say h '^ +[0-9.]+ +[0-9]+ +100.000  #'
	keys q q
	shows '^status 0'
}

test_real() {
	start 80 24 screen "$RTLAT" top -S clock -c 0 -d 60
	shows '^rtlat top  clock .*elapsed 00:00:(0[1-9]|[1-5][0-9])  left 00:00:[0-5]'
	shows '^1 CPU  period 1 ms  times in us'
	shows '^ all +[0-9]{3,5}[ │]'
	hides 'IRQ'
	keys_say Down '^   0 '
	keys_say h '^CPU 0, thread latency: [0-9]+ samples'
	shows '^min [0-9.]+'
	keys_say h '^ CPU     count'
	keys_say p PAUSED
	keys_say p '^ CPU     count'
	keys_say r 'begin anew'
	keys_say n 'times in ns'
	resize 20 5
	shows '^rtlat top'
	resize 80 24
	shows '^1 CPU  period 1 ms'
	keys q
	shows '^status 0'
	shows '(^| )icanon( |;)'
	start 80 24 screen "$RTLAT" top -S clock -c 0 -d 60
	shows '^ all '
	keys C-c
	shows '^status 0'
	shows '(^| )icanon( |;)'
}

test_real_noise() {
	start 80 24 screen "$RTLAT" osnoise top -S spin -c 0 -p 100000 -r 50000 -d 60
	shows '^rtlat osnoise top  spin .*elapsed 00:00:(0[1-9]|[1-5][0-9])  left 00:00:[0-5]'
	shows '^1 CPU  runs 50 ms of 100 ms  times in us'
	shows '^ all +[1-9][0-9]*│ +[0-9]{1,3}\.[0-9]{4,5} '
	keys_say Down '^   0 '
	keys_say h '^CPU 0, noise: [0-9]+ samples'
	keys q q
	shows '^ALL #'
	shows '^status 0'
	start 80 24 screen "$RTLAT" osnoise hist -S spin -c 0 -p 100000 -r 50000 -d 60
	shows 'elapsed, 0 00:00:[0-5][0-9] left; worst noise [0-9]+ us; [0-9.]+ % available$'
	keys C-c
	shows '^status 0'
}

# What actions print, and what there is to say of them, is not on the screen, and not lost.
test_actions() {
	local mark i

	mark=$(mktemp -u)
	start 100 70 screen "$RTLAT" top -S clock -c 0 -d 60 -T 1 \
		"--on-threshold 'shell,command=test -e $mark || { echo acted; echo twice >&2; : >$mark; }'" \
		--on-threshold continue
	shows '^ all '
	for ((i = 0; i < looks; i++)); do
		[[ ! -e $mark ]] || break
		sleep 0.05
	done
	sleep 1.2
	if capture | grep -E 'acted|twice'; then
		fail 'an action prints on the screen'
	fi
	keys q
	shows '^status 0'
	shows '^acted'
	shows '^twice'
	rm -f "$mark"
	start 100 70 screen "$RTLAT" top -S clock -c 0 -d 60 -T 1 \
		"--on-threshold 'shell,command=echo before; printf end; exit 3'"
	shows '^status 1'
	shows '^before'
	shows '^end$'
	shows "ended with status 3$"
}

trap stop EXIT
[[ -x $demo ]] || { echo "screen: $demo is missing"; exit 1; }
test_table
test_columns
test_sort
test_pause_and_reset
test_scrolling
test_histogram
test_help
test_resize
test_quit
test_many_cpus
test_contexts
test_culprits
test_noise
for term in vt100 linux xterm-256color screen tmux; do
	infocmp "$term" >/dev/null 2>&1 && test_terminal "$term"
done
test_no_terminal
test_ascii
if ! "$demo" -c 256 -i -b 200 || ! "$demo" -c 256 -x nc -i -b 200; then
	failures=$((failures + 1))
	echo "screen: a draw takes too long"
fi
test_real
test_real_noise
test_actions
((failures == 0)) || { echo "screen: $failures failures"; exit 1; }
echo "screen: ok"
