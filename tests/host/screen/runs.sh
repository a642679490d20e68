#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The live screen of real runs of clock and of spin.
# shellcheck source=tests/host/lib/screen.sh
. "${SRC:?the source directory}/tests/host/lib/screen.sh"

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
	keys_say r 'start again'
	keys_say n 'times in ns'
	resize 20 5
	shows '^rtlat top'
	resize 80 24
	shows '^1 CPU  period 1 ms'
	keys q
	shows '^status 0'
	shows '(^| )icanon( |;)'
	start 80 24 screen "$RTLAT" top -S clock -c 0 -d 60
	shows '^ all +[1-9]'
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
	shows '^ALL '
	shows '^status 0'
	start 80 24 screen "$RTLAT" osnoise hist -S spin -c 0 -p 100000 -r 50000 -d 60
	shows 'elapsed, 0 00:00:[0-5][0-9] left; worst noise [0-9]+ us; [0-9.]+ % avail$'
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

test_real
test_real_noise
test_actions
((failures == 0))
