#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# modules: latency_tracker_wakeup latency_tracker_sleep
# add: /usr/bin/setpriv
# add: /usr/bin/unshare
# add: /usr/sbin/setcap
# alone: yes
# timeout: 300
#
# Who lacks a right is told which: in a user namespace, with a tracefs that was given to a group, with
# a program that has capabilities, and on a kernel that is locked down while it runs. A source that was
# named ends with status 1; auto goes on to the next one, and says why once.

. /tests/lib/common.sh

NOBODY=65534
SHORT='-q -d 1s -p 100000'
IN_NAMESPACE='needs root or CAP_[A-Z_]*, which in a user namespace only is not enough'

# run STATUS COMMAND...: of rtlat, as $as has it
run()
{
	expected=$1
	shift
	command=$*
	status=0
	# shellcheck disable=SC2086 # words of their own
	(cd $HOME && $as rtlat "$@") >/tmp/out 2>/tmp/err || status=$?
	[ "$status" -eq "$expected" ] || complain "status $status, not $expected"
	! ls /run/rtlat/journal* >/dev/null 2>&1 || complain "a journal is left"
	[ -z "$(ls "$TRACING/instances")" ] || complain 'a tracing instance is left'
}

complain()
{
	cat /tmp/out /tmp/err
	fail "$as rtlat $command: $1"
}

# told REGEX: by the command
told()
{
	cat /tmp/out /tmp/err | grep -qE "$1" || complain "no word of '$1'"
}

# goes_on COMMAND...: to a source that needs no rights; $reason is told
goes_on()
{
	run 0 "$@"
	told "source (clock|spin): no [a-z-]*: .*$reason;( no bpf: .*;)? [a-z_ ]* works on every kernel"
	! grep -q 'error:' /tmp/err || complain 'an error, and status 0'
	[ "$(grep -oE "$reason" /tmp/err | wc -l)" -eq 1 ] || complain 'the reason more than once'
}

# all_refused: whatever takes tracefs, for $reason
all_refused()
{
	for command in "hist -S timerlat-user $SHORT" "hist -S timerlat-kernel $SHORT" \
		'osnoise hist -S osnoise -q -d 1s' 'hwnoise -q -d 1s' "hist -T 1 -t $SHORT" \
		'track wakeup -S events -q -d 1s' 'track wakeup -S hist -q -d 1s'; do
		# shellcheck disable=SC2086
		run 1 $command
		told "error: .*$reason"
	done
	# shellcheck disable=SC2086
	goes_on hist $SHORT
	goes_on osnoise hist -q -d 1s
}

# Root is root of the namespace only; outside it is nobody.
in_namespace()
{
	as="/usr/bin/setpriv --reuid=$NOBODY --regid=$NOBODY --clear-groups /usr/bin/unshare -Ur"
	reason="Permission denied; $IN_NAMESPACE"
	all_refused
	run 0 check
	told 'timerlat-user .*Permission denied'
	run 1 track wakeup -q -d 1s
	told "module latency_tracker_wakeup is not loaded: Operation not permitted; $IN_NAMESPACE"
	told "no events: .*$IN_NAMESPACE"
	run 1 sleep -d 1s
	told "module latency_tracker_sleep is not loaded: Operation not permitted; $IN_NAMESPACE"
	run 1 hist -S clock -q -d 1s --dma-latency 0
	told "cannot set /dev/cpu_dma_latency: Permission denied; $IN_NAMESPACE"
	run 1 hist -S clock -q -d 1s -T 1000000 --dump-tasks
	told "cannot trace what the CPUs run: .*Permission denied; $IN_NAMESPACE"
}

# Outside it is root, whose files tracefs has: nothing but the priority is missing.
of_root()
{
	rm -rf /run/rtlat
	as='/usr/bin/unshare -Ur'
	# shellcheck disable=SC2086
	run 1 hist -S timerlat-user $SHORT
	told 'cannot set its priority: .*; rtlat is root in a user namespace only'
	# shellcheck disable=SC2086
	run 0 hist -o json:/tmp/r.json $SHORT
	told 'source timerlat-kernel: .*no timerlat-user: the reader of CPU [01] cannot set its priority'
	! grep -qE 'error:|warning:' /tmp/err || complain 'an error, and status 0'
	says /tmp/r.json '"source_reason": *".*no timerlat-user: the reader .*the kernel has the timerlat'
	run 0 track wakeup -q -d 1s
	told 'source events: no module: '
}

# As the administrator opens it, with all there is; what a new instance has is root's again.
of_group()
{
	mount -o remount,gid=$NOBODY,mode=770 "$TRACING"
	chgrp -R $NOBODY "$TRACING" 2>/dev/null
	chmod -R g+rwX "$TRACING" 2>/dev/null
	as="/usr/bin/setpriv --reuid=$NOBODY --regid=$NOBODY --clear-groups"
	# Nothing is changed without a journal, whose directory may be root's.
	rm -rf /run/rtlat
	mkdir -m 755 /run/rtlat
	reason='/run/rtlat.*Permission denied'
	# shellcheck disable=SC2086
	goes_on hist $SHORT
	chown $NOBODY /run/rtlat
	$as cat "$TRACING/available_tracers" >/dev/null || fail 'the group may not read tracefs'
	$as sh -c ": >$TRACING/osnoise/cpus" || fail 'the group may not write to tracefs'
	reason='cannot set the trace clock: Permission denied; needs root or CAP_DAC_OVERRIDE'
	all_refused
	run 1 track wakeup -q -d 1s
	told "no module: the module latency_tracker_wakeup is not loaded: Operation not permitted; needs root or CAP_SYS_MODULE"
	told "no events: $reason"
	rm -rf /run/rtlat
}

# The program has the capabilities, its user has none.
of_file()
{
	mkdir -p /tmp/own
	mount -t tmpfs none /tmp/own
	cp /usr/bin/rtlat /tmp/own/rtlat
	chmod 755 /tmp/own
	chown $NOBODY /tmp/own
	setcap cap_dac_override,cap_sys_nice+ep /tmp/own/rtlat || fail 'no capabilities for the file'
	PATH=/tmp/own:$PATH
	rm -rf /run/rtlat
	as="/usr/bin/setpriv --reuid=$NOBODY --regid=$NOBODY --clear-groups"
	for command in "hist -S timerlat-user $SHORT" 'osnoise hist -q -d 1s -S osnoise' \
		"hist $SHORT" 'track wakeup -S events -q -d 1s' \
		'hist -q -d 1s -k -t=/tmp/own/trace.txt --on-end trace,file=/tmp/own/end.txt'; do
		# shellcheck disable=SC2086
		run 0 $command
		! grep -qE 'error:|warning:' /tmp/err || complain 'and something is wrong'
	done
	[ -s /tmp/own/end.txt ] || fail 'no trace'
	run 1 track wakeup -S module -q -d 1s
	told 'is not loaded: Operation not permitted; needs root or CAP_SYS_MODULE$'
	run 1 sleep -d 1s
	told 'is not loaded: Operation not permitted; needs root or CAP_SYS_MODULE$'
	# Who has the right to load one may lack that for the files.
	setcap cap_sys_nice+ep /tmp/own/rtlat
	reason='Permission denied; needs root or CAP_DAC_OVERRIDE'
	all_refused
	PATH=${PATH#*:}
	rm -rf /run/rtlat
	umount /tmp/own
}

# There is no way back from that.
locked_down()
{
	as=
	mount -t securityfs none /sys/kernel/security 2>/dev/null
	echo integrity >/sys/kernel/security/lockdown || fail 'cannot lock the kernel down'
	reason='Operation not permitted; the kernel is locked down (integrity)'
	run 1 track wakeup -S module -q -d 1s
	says /tmp/err "error: cannot load the module latency_tracker_wakeup: $reason\$"
	run 0 track wakeup -q -d 1s
	says /tmp/err "source events: no module: cannot load the module .*: $reason; the kernel has"
	! grep -q 'error:' /tmp/err || complain 'an error, and status 0'
	run 1 sleep -d 1s
	says /tmp/err 'is not loaded: Operation not permitted; the kernel is locked down (integrity)$'
	# shellcheck disable=SC2086
	run 0 hist -S timerlat-kernel $SHORT
	echo confidentiality >/sys/kernel/security/lockdown
	reason='Operation not permitted; the kernel is locked down \(confidentiality\)'
	all_refused
	run 1 track wakeup -q -d 1s
	told "no module: .*$reason; no events: .*$reason"
}

chmod 1777 /tmp
HOME=/tmp/home
mkdir -m 1777 $HOME
umask 022
rm -rf /run/rtlat
in_namespace
of_root
of_group
of_file
locked_down
