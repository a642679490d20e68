#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
#
# The live screen of guests' timerlat, in terminals of two sizes, driven by its keys.

set -u

: "${SRC:?the source directory}"
# A guest is slow, and boots first.
looks=1200
# shellcheck source=tests/host/lib/terminal.sh
. "$SRC/tests/host/lib/terminal.sh"
trap stop EXIT

# start_top WIDTH HEIGHT KERNEL SOURCE
start_top() {
	start "$1" "$2" screen "$SRC/scripts/lab" run "$3" --single --cpus 2 --tty -- rtlat top -d 600 -S "$4"
	shows "^rtlat top  $4 .*elapsed 00:00:[0-9]+  left 00:0"
	shows '^2 CPUs  period 1 ms  times in us'
	shows '^ all +[0-9]{3,}'
	shows '^   1 +[0-9]{3,}'
}

test_keys() {
	keys_say Down '^   0 '
	keys_say h '^CPU 0, thread latency: [0-9]+ samples'
	keys_say Right '^CPU 0, return latency'
	keys_say Right '^CPU 0, irq latency'
	keys_say h '^ CPU     count'
	keys_say p PAUSED
	keys p
	hides PAUSED
	keys_say s 'sorted by count'
	keys_say n 'times in ns'
	keys_say '?' 'any key closes'
	keys x
	keys_say r 'start again'
	keys q
	shows '^ALL '
	shows '^status 0'
}

# Of real records: a name and a time for each CPU, and parts that add up to the latency.
test_culprits() {
	local latency sum

	shows '│ Worst sample$'
	shows '^   0 .*│ [a-z]+.* [0-9.]+[um]s [0-9]+%$'
	shows '^   1 .*│ [a-z]+.* [0-9.]+[um]s [0-9]+%$'
	keys_say Down '^   0 '
	keys p
	keys_say h '^worst sample: thread latency [0-9.]+ us, CPU 0, activation [0-9]+'
	shows '^dispatch '
	latency=$(capture | sed -n 's/^worst sample: thread latency \([0-9]*\).*/\1/p')
	sum=$(capture | sed -n 's/^sum *\([0-9]*\).*/\1/p')
	((sum >= latency - 1 && sum <= latency + 1)) || fail "$sum of $latency us explained"
	keys q q
	shows '\| [a-z]+.* [0-9.]+[um]s [0-9]+%$'
	shows '^status 0'
}

start_top 80 24 debian-6.12-rt timerlat-user
shows 'IRQ latency .* Thread .* Return'
keys_say Right 'columns 2/4'
keys_say Left 'columns 1/4'
test_keys
start_top 200 50 debian-6.12-rt timerlat-user
shows 'IRQ latency .* Thread latency .* Return latency'
hides 'columns 1/'
test_keys
hides culprit
start_top 80 24 rtlat-6.12-rt record
test_culprits
start_top 80 24 debian-6.12-rt bpf
test_culprits
((failures == 0)) || { echo "screen: $failures failures"; exit 1; }
