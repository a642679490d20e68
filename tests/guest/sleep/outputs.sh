#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# cpus: 1
# mode: virtual
# modules: latency_tracker_sleep
# add: build/tests/tools/sleeper:/usr/local/bin/sleeper
# timeout: 120
#
# What of rtlat sleep can't be written is said in one line and shows in the exit status; each other
# output is complete, and nothing is left behind.

. /tests/lib/common.sh
. /tests/lib/sleeping.sh

# refuses LINE OPTION...: one output fails, the other is whole
refuses()
{
	line=$1
	shift
	rtlat sleep -d 1s -o csv:/tmp/result.csv "$@" 2>/tmp/err
	status=$?
	[ $status -eq 1 ] || fail "$*: status $status"
	[ "$(cat /tmp/err)" = "rtlat sleep: $line" ] || { cat /tmp/err; fail "$*: not '$line'"; }
	# As many fields in the last line as in the first, and a newline at its end.
	awk -F, 'NR == 1 { fields = NF } END { exit NR < 2 || NF != fields }' /tmp/result.csv ||
		{ tail -n 2 /tmp/result.csv; fail "$*: the other output is not complete"; }
	[ "$(tail -c 1 /tmp/result.csv | wc -l)" -eq 1 ] || fail "$*: the other output is cut off"
	rm /tmp/result.csv
	loaded && fail "$*: the module is still loaded"
}

# More tasks than a page of JSON
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	sleeper 1000 100 &
done
refuses '/dev/full: No space left on device' -o json:/dev/full
[ -c /dev/full ] || fail '/dev/full was replaced'
refuses 'standard output: No space left on device' -o text >/dev/full
refuses 'standard output: Bad file descriptor' -o text >&-
mkdir /tmp/small
mount -t tmpfs -o size=8k,mode=700 tmpfs /tmp/small || fail 'no tmpfs'
echo old >/tmp/small/result.json
refuses '/tmp/small/result.json: No space left on device' -o json:/tmp/small/result.json
[ "$(cat /tmp/small/result.json)" = old ] || fail 'the old file is gone'
[ "$(ls -A /tmp/small)" = result.json ] || fail "left behind: $(ls -A /tmp/small)"
umount /tmp/small
# Who reads it goes away.
rtlat sleep --interval 1s -d 30s -o csv 2>/tmp/err | head -n 1 >/dev/null
[ "$(cat /tmp/err)" = 'rtlat sleep: standard output: Broken pipe' ] || { cat /tmp/err; fail 'a closed pipe'; }
loaded && fail 'a closed pipe: the module is still loaded'
killall sleeper
