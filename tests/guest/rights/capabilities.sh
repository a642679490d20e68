#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt rtlat-6.12-rt
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 2
# mode: virtual
# modules: latency_tracker latency_tracker_wakeup latency_tracker_sleep
# add: /usr/bin/setpriv
# timeout: 600
#
# The capabilities in Documentation/security.rst suffice for a user that is not root, and without one
# of them a run fails, or lacks something, and says so. root's own files take none.

. /tests/lib/common.sh

OWN=/tmp/own
NOBODY=65534
SHORT='-q -d 1s -p 100000'

# setpriv's word for just these
only()
{
	list=-all
	for capability; do
		list=$list,+$capability
	done
	echo "$list"
}

# run CAPABILITIES: the command in $command; sets $status
run()
{
	# shellcheck disable=SC2086 # words of their own
	list=$(only $1)
	status=0
	# shellcheck disable=SC2086
	(cd $OWN && /usr/bin/setpriv --reuid=$NOBODY --regid=$NOBODY --clear-groups \
		--no-new-privs --inh-caps="$list" --ambient-caps="$list" --bounding-set="$list" \
		rtlat $command) >/tmp/out 2>/tmp/err || status=$?
}

complain()
{
	cat /tmp/out /tmp/err
	fail "rtlat $command, with '$1': status $status, $2"
}

# enough CAPABILITIES COMMAND...: nothing is wrong, and nothing is missing
enough()
{
	capabilities=$1
	shift
	command=$*
	run "$capabilities"
	[ "$status" -eq 0 ] || complain "$capabilities" 'not 0'
	! grep -qE 'warning:|error:' /tmp/err || complain "$capabilities" 'and a warning'
	[ ! -e /run/rtlat/journal ] || complain "$capabilities" 'and left a journal'
}

# without CAPABILITY STATUS REGEX: of those of the command before
without()
{
	less=$(for one in $capabilities; do [ "$one" = "$1" ] || echo "$one"; done)
	run "$less"
	[ "$status" -eq "$2" ] || complain "$less" "not $2"
	cat /tmp/out /tmp/err | grep -qE "$3" || complain "$less" "without '$3'"
}

TRACEFS='available_tracers: Permission denied; needs root or CAP_DAC_OVERRIDE$'
NORMAL='warning: measuring at normal priority'

without_rights()
{
	enough '' check
	enough '' restore
	enough sys_nice "hist $SHORT -S clock -o json:a.json -o text"
	without sys_nice 0 "$NORMAL"
	enough sys_nice "hist $SHORT -S clock -P f:80 -o json:b.json -o text"
	without sys_nice 1 'cannot set the priority asked for: Operation not permitted'
	enough '' merge --force a.json b.json -o openmetrics:c.prom -o text
	enough '' compare --force --tolerance 1000% a.json a.json
	# Without gnuplot, which this guest does not have, it is the same to all.
	command='report a.json'
	run ''
	[ "$status" -eq 77 ] || complain '' 'not 77'
	enough 'dac_override sys_nice' "hist $SHORT -S clock --dma-latency 5"
	without dac_override 1 'cannot set /dev/cpu_dma_latency: Permission denied; needs root or CAP_DAC_OVERRIDE'
}

with_bpf()
{
	enough 'bpf perfmon sys_nice' "hist $SHORT -S bpf"
	without bpf 1 'load no BPF program; needs root or CAP_BPF and CAP_PERFMON$'
	without perfmon 1 'load no BPF program; needs root or CAP_BPF and CAP_PERFMON$'
	without sys_nice 0 "$NORMAL"
	enough 'bpf perfmon' osnoise hist -q -d 1s -S bpf
	without bpf 1 'needs root or CAP_BPF and CAP_PERFMON$'
}

small_limit()
{
	enough 'sys_nice ipc_lock' "hist $SHORT -S clock"
	without ipc_lock 0 'warning: memory is not locked'
}

with_tracer()
{
	enough 'dac_override sys_nice' "hist $SHORT -S timerlat-user"
	without dac_override 1 "$TRACEFS"
	without sys_nice 1 'cannot set its priority: Operation not permitted'
	enough dac_override "hist $SHORT -S timerlat-kernel"
	without dac_override 1 "$TRACEFS"
	enough 'dac_override sys_nice' "top $SHORT"
	without sys_nice 0 'source timerlat-kernel: .*no timerlat-user: .* cannot set its priority'
	without dac_override 0 'source clock: .*needs root or CAP_DAC_OVERRIDE'
	enough dac_override osnoise hist -q -d 1s
	without dac_override 0 'source spin: .*needs root or CAP_DAC_OVERRIDE'
	enough dac_override osnoise top -q -d 1s -S osnoise
	enough dac_override hwnoise -q -d 1s
	without dac_override 1 "$TRACEFS"
}

# Names of the kernel's functions.
with_stack()
{
	capabilities='dac_override sys_nice syslog'
	command="hist $SHORT -S timerlat-user -T 1 -s 1"
	run "$capabilities"
	[ "$status" -eq 2 ] || complain "$capabilities" 'not 2'
	grep -q -e '-> [a-z_]*timer' /tmp/out || complain "$capabilities" 'and no names in the stack'
	run 'dac_override sys_nice'
	grep -q 'no names: .*CAP_SYSLOG' /tmp/out || complain 'no syslog' 'and no word of it'
	! grep -q -e '-> [a-z_]*timer' /tmp/out || complain 'no syslog' 'and names in the stack'
}

with_records()
{
	enough 'dac_override sys_nice' "hist $SHORT -S record"
	without dac_override 1 "$TRACEFS"
	without sys_nice 1 'cannot set its priority: Operation not permitted'
	enough dac_override "hist $SHORT -S kernel-histogram -k"
	without dac_override 1 "$TRACEFS"
}

with_trackers()
{
	enough dac_override track wakeup -q -d 1s -S events
	without dac_override 1 "$TRACEFS"
	enough dac_override track wakeup -q -d 1s -S hist
	without dac_override 1 "$TRACEFS"
	enough 'dac_override sys_module sys_admin' track wakeup -q -d 1s -S module -T 1000000
	without dac_override 1 'Permission denied'
	without sys_module 1 'is not loaded: Operation not permitted; needs root or CAP_SYS_MODULE'
	umount /sys/kernel/debug
	without sys_admin 1 'cannot open the alerts .*No such file or directory'
	mount -t debugfs none /sys/kernel/debug
	# Where debugfs is mounted, that is all.
	enough 'dac_override sys_module' track wakeup -q -d 1s -S module -T 1000000
	enough 'dac_override sys_module' sleep -d 1s
	without dac_override 1 'sleep'
	without sys_module 1 'is not loaded: Operation not permitted; needs root or CAP_SYS_MODULE'
}

# of_root CAPABILITIES COMMAND...: tracefs's files are root's
of_root()
{
	# shellcheck disable=SC2086
	list=$(only $1)
	capabilities=$1
	shift
	command=$*
	status=0
	# shellcheck disable=SC2086
	/usr/bin/setpriv --no-new-privs --inh-caps=-all --bounding-set="$list" rtlat $command \
		>/tmp/out 2>/tmp/err || status=$?
	[ "$status" -eq 0 ] || complain "$capabilities" 'not 0'
	! grep -qE 'warning:|error:' /tmp/err || complain "$capabilities" 'and a warning'
}

with_root()
{
	# It belongs to who made it.
	rm -rf /run/rtlat
	of_root 'sys_nice ipc_lock' "hist $SHORT -S timerlat-user -o openmetrics:/tmp/rtlat.prom"
	of_root '' "hist $SHORT -S timerlat-kernel"
	of_root '' osnoise hist -q -d 1s
	of_root '' track wakeup -q -d 1s -S hist
	of_root sys_module track wakeup -q -d 1s -S module -T 1000000
	of_root sys_module sleep -d 1s
}

# A tracefs that is not mounted is mounted by who may.
with_nothing_mounted()
{
	rm -rf /run/rtlat
	# debugfs has tracefs in it.
	umount -l /sys/kernel/debug 2>/dev/null
	umount "$TRACING"
	command="hist $SHORT -S timerlat-kernel"
	run dac_override
	[ "$status" -eq 1 ] || complain dac_override 'not 1'
	says /tmp/err 'tracefs is not mounted: .*not permitted; needs root or CAP_SYS_ADMIN$'
	command="hist $SHORT -S clock -T 1000000 --dump-tasks"
	run dac_override
	[ "$status" -eq 1 ] || complain dac_override 'not 1'
	says /tmp/err 'cannot trace what the CPUs run: tracefs is not mounted: .*CAP_SYS_ADMIN$'
	command="hist $SHORT -S timerlat-kernel"
	# Root, too, has not got every right, which is no feature that is missing.
	rm -rf /run/rtlat
	status=0
	/usr/bin/setpriv --no-new-privs --inh-caps=-all --bounding-set=-all \
		rtlat hist -q -d 1s -S timerlat-kernel >/tmp/out 2>/tmp/err || status=$?
	[ "$status" -eq 1 ] || complain 'none, as root' 'not 1'
	says /tmp/err 'tracefs is not mounted: .*not permitted; needs root or CAP_SYS_ADMIN$'
	rm -rf /run/rtlat
	enough 'dac_override sys_admin' "$command"
}

# The directory of the journal belongs to the user who made it, and is trusted by nobody else: the
# one of an earlier test goes before this test, and the one of this test after it.
rm -rf /run/rtlat
trap 'rm -rf /run/rtlat' EXIT
mkdir $OWN
chown $NOBODY:$NOBODY $OWN
without_rights
# shellcheck disable=SC3045 # of busybox
(ulimit -l 0; small_limit) || exit
! has_bpf || with_bpf
if [ -e "$TRACING/osnoise/per_cpu/cpu0/timerlat_hist" ]; then
	with_records
else
	with_tracer
	with_stack
	with_trackers
	with_root
fi
with_nothing_mounted
