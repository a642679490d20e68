#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-6.1-rt
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# append: lockdown=confidentiality
# modules: latency_tracker_wakeup latency_tracker_sleep
# timeout: 120
#
# A kernel that is locked down from its boot on has no files in tracefs: that is the reason which is told,
# and no feature is missing. auto measures with what there is.

. /tests/lib/common.sh

REASON='is empty: the kernel is locked down (confidentiality)'
SHORT='-q -d 1s -p 100000'

# run STATUS COMMAND...
run()
{
	expected=$1
	shift
	status=0
	rtlat "$@" >/tmp/out 2>/tmp/err || status=$?
	[ "$status" -eq "$expected" ] && return
	cat /tmp/out /tmp/err
	fail "rtlat $*: status $status, not $expected"
}

mount -t securityfs none /sys/kernel/security 2>/dev/null
says /sys/kernel/security/lockdown '\[confidentiality\]'
for command in "hist -S timerlat-user $SHORT" "hist -S timerlat-kernel $SHORT" \
	"hist -S record $SHORT" "hist -T 1 -t $SHORT" 'osnoise hist -S osnoise -q -d 1s' \
	'hwnoise -q -d 1s' 'track wakeup -S events -q -d 1s' 'track wakeup -S hist -q -d 1s' \
	'track wakeup -q -d 1s'; do
	# shellcheck disable=SC2086 # words of their own
	run 1 $command
	says /tmp/err "error: .*no [a-z-]*: /sys/kernel/tracing $REASON"
done
says /tmp/err 'no module: cannot load the module .*not permitted; the kernel is locked down'
# shellcheck disable=SC2086
run 0 hist $SHORT
says /tmp/err "source clock: no record: /sys/kernel/tracing $REASON; no bpf: .*; clock_nanosleep works"
says /tmp/err 'no bpf: the kernel is locked down (confidentiality), and lets no BPF program read its memory'
[ "$(grep -c 'locked down' /tmp/err)" -eq 1 ] || fail 'the reason more than once'
run 0 osnoise hist -q -d 1s
says /tmp/err "source spin: no osnoise: /sys/kernel/tracing $REASON; no bpf: .*; a spinning thread works"
run 1 track wakeup -S module -q -d 1s
says /tmp/err 'cannot load the module .*not permitted; the kernel is locked down (confidentiality)$'
run 1 sleep -d 1s
says /tmp/err 'is not loaded: Operation not permitted; the kernel is locked down (confidentiality)$'
run 0 check
says /tmp/out '^\[no\] *timerlat-user .*is empty: the kernel is locked down'
says /tmp/out '^\[no\] *bpf .*is locked down'
says /tmp/out '^\[warn\] tracefs *.* is empty$'
says /tmp/out '^\[warn\] lockdown *confidentiality$'
