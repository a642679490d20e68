#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# modules: latency_tracker_wakeup latency_tracker_sleep
# alone: yes
# timeout: 120
#
# In a kernel that is locked down once the modules are loaded, all that they tell can be read.

. /tests/lib/common.sh

FILES=/sys/kernel/debug/latency_tracker/wakeup

modprobe -a latency_tracker_wakeup latency_tracker_sleep
mount -t debugfs none /sys/kernel/debug 2>/dev/null
mount -t securityfs none /sys/kernel/security 2>/dev/null
echo integrity >/sys/kernel/security/lockdown
says /sys/kernel/security/lockdown '\[integrity\]'
for file in "$FILES/histogram" "$FILES/counts" /sys/kernel/debug/latency_tracker_sleep/tasks; do
	[ "$(head -c 16 "$file" | wc -c)" -eq 16 ] || fail "$file cannot be read"
done
! echo >"$FILES/clear" || fail 'a file of debugfs is written'
for command in 'track wakeup -S module -q' sleep; do
	# shellcheck disable=SC2086 # words of their own
	rtlat $command -d 2s >/tmp/out || fail "rtlat $command: status $?"
done
