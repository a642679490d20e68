#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Every key and view of the live screen, and its sizes, on simulated numbers.
# shellcheck source=tests/host/lib/screen.sh
. "${SRC:?the source directory}/tests/host/lib/screen.sh"

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
	keys_say r 'statistics and duration start again'
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
if ! "$demo" -c 256 -i -b 200 || ! "$demo" -c 256 -x nc -i -b 200; then
	fail 'a draw takes too long'
fi
((failures == 0))
