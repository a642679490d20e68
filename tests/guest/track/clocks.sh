#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12
# cpus: 4
# mode: virtual
# timeout: 120
#
# Histogram triggers that are set one after the other take no difference of two clocks, however many
# tasks are woken meanwhile: no delay is one that cannot be, and other commands read the result.

. /tests/lib/common.sh
. /tests/lib/alerting.sh
. /tests/lib/tracking.sh

wakers=
for _ in 1 2 3 4; do
	(while :; do usleep 300; done) &
	wakers="$wakers $!"
done
# shellcheck disable=SC2064,SC2086 # the numbers are known now
trap "kill $wakers" EXIT
for _ in 1 2 3; do
	measure_track wakeup -S hist -d 1s
	holds "$(total_count) > 100"
	clamped=$(sed -n 's/^"total":.*"clamped":\([0-9]*\),.*/\1/p' $MEASURED)
	holds "$clamped == 0"
	rtlat merge -q $MEASURED -o csv >/tmp/merged.csv || fail 'merge does not read it'
done
