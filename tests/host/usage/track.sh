#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Wrong usage, and values at the ends of their ranges, of what measures delays.
# shellcheck source=tests/host/lib/usage.sh
. "${SRC:?the source directory}/tests/host/lib/usage.sh"

bad_track_values()
{
	local time="expected a time from 0 to 1000000000 (us)"
	local timeout="expected a time from 1 to 1000000000 (us)"
	local pid="expected a thread's number from 1 to 4194304" name="expected a name of 1 to 15"
	local priority="expected a priority of the kernel's from 0 to 139" value shown

	for value in -1 1.5 1000000001 99999999999999999999 "''"; do
		wrong "-T $value: $time" -T "${value//\'/}"
		wrong "--timeout $value: $timeout" --timeout "${value//\'/}"
	done
	wrong "--threshold x: $time" --threshold x
	wrong "--timeout 0: $timeout" --timeout 0
	wrong "--timeout 10: expected no less than -T 20" -T 20 --timeout 10
	for value in 0 -1 1x 4194305 "''"; do
		wrong "--pid $value: $pid" --pid "${value//\'/}"
	done
	for value in 0123456789abcdef 'a"b' "a'b" 'a\b' $'a\tb' $'a\nb' $'a\x7f' $'\x1b[m' ''; do
		shown=${value//[[:cntrl:]]/?}
		wrong "--comm ${shown:-''}: $name" --comm "$value"
	done
	for value in 140 -1 x; do
		wrong "--prio $value: $priority" --prio "$value"
	done
	wrong "--rt and --prio: expected only one" --rt --prio 5
	for value in osnoise clock timerlat nosuch "''"; do
		wrong "-S $value: expected auto, module, events, hist" -S "${value//\'/}"
	done
	for value in cyclictest rt-tests-json rtla; do
		wrong "-o $value: expected FORMAT or FORMAT:FILE with a format of text, json, csv, hgrm" \
			-o $value
	done
	wrong "--gate delay.max<: expected a latency such as 50 or 50us at the end" --gate 'delay.max<'
	for value in -p -i -a -s -u -k -P -t -e; do
		wrong "$value: unknown option" $value 5
	done
	taken -T 0 --timeout 1 --pid 4194304 --comm 0123456789abcde --prio 0
	taken --comm 'kworker/0:0-ev' --comm 'a b' --comm Müller
	taken -T 1000000000 --timeout 1000000000 --pid 1 --prio 139 -S events
	taken --rt --gate 'delay.p99.9<=100us' --gate 'worst.lost<1' --gate 'cpu0.delay.max<1s'
	taken -d 1 -c 0 --warm-up 86400 --trace-buffer-size 1048576 --worst 100 -nqD
}

bad_track_commands()
{
	bad track "expected wakeup, offcpu, block, syscall, irq or net" track
	bad track "nosuch: expected wakeup, offcpu, block, syscall, irq or net" track nosuch
	bad "track block" "--show-commands: only of rtlat track wakeup" track block --show-commands
	bad "track wakeup" "--show-commands: not possible with --timeout" \
		track wakeup --show-commands --timeout 5
}

for command in 'track wakeup' 'track offcpu' 'track block' 'track syscall' 'track irq' 'track net'; do
	bad_values
	bad_track_values
	bad_words
	bad_outputs
	bad_table_values
done
bad_track_commands
((failures == 0))
