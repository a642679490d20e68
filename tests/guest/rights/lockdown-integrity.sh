#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12 debian-6.12-rt debian-7.3-rt debian-6.1-rt
# check: debian-6.12
# cpus: 1
# mode: deterministic
# append: lockdown=integrity
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 120
#
# A kernel that is locked down as under Secure Boot still has BPF: rtlat measures with it, without a
# word of the lockdown, and names who made the samples late.

. /tests/lib/common.sh

mount -t securityfs none /sys/kernel/security 2>/dev/null
says /sys/kernel/security/lockdown '\[integrity\]'
hog 0 97 3 7 4 &
measure 0 -c 0 -d 3s --worst 10
wait
says /tmp/result.txt '# Source: bpf'
! grep -q 'locked down' /tmp/result.err || fail 'the lockdown is told'
[ "$(field 0 irq count)" -gt 500 ] || fail 'no IRQ latencies'
[ "$(jsonget $MEASURED 'cpus[cpu=0].worst[]' | grep -c '"thread":{[^}]*"name":"hog"')" -eq 10 ] ||
	fail "the hog is not named in all"
rtlat check >/tmp/out
says /tmp/out '^\[yes\] *bpf '
