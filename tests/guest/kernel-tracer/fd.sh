#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# cpus: 2
# mode: virtual
# add: build/tests/tools/fdcheck:/usr/bin/fdcheck
# timeout: 180
#
# timerlat_fd: who may open it, what a read() gives, and that whoever breaks its conditions is
# killed.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

CPU1=/sys/devices/system/cpu/cpu1/online

# opening MASK CPU ERROR: a thread on the CPUs of MASK opens the file of CPU
opening()
{
	got=$(timeout -s KILL 10 fdcheck open "$2" "$1")
	[ "$got" = "$3" ] || fail "$4: open gave '$got', not $3"
}

# reads CASE...: that fdcheck finds nothing wrong
reads()
{
	timeout -s KILL 60 fdcheck "$@" >/tmp/fdcheck.txt && return
	status=$?
	cat /tmp/fdcheck.txt
	fail "fdcheck $*: exit status $status"
}

# hold CPU read|spin: a reader, in the background
hold()
{
	fdcheck hold "$1" "$2" >/tmp/hold.txt &
	holder=$!
	tries=50
	until grep -q ready /tmp/hold.txt; do
		kill -0 $holder && [ $tries -gt 0 ] || fail "no reader: $(cat /tmp/hold.txt)"
		tries=$((tries - 1))
		sleep 0.1
	done
}

still_held()
{
	sleep 0.2
	kill -0 $holder 2>/dev/null || fail "$1: the reader is gone: $(cat /tmp/hold.txt)"
}

check_open()
{
	fresh
	before=$(machine_state)
	setting options NO_OSNOISE_WORKLOAD
	opening 1 0 EINVAL 'no tracer'
	tracer osnoise
	opening 1 0 EINVAL 'another tracer'
	fresh
	tracer timerlat
	opening 1 0 EINVAL 'OSNOISE_WORKLOAD'
	running timerlat/0 || fail 'a failed open took the kernel thread away'
	fresh
	[ "$(machine_state)" = "$before" ] || fail "changed: $(machine_state)"
	user_timerlat
	before=$(machine_state)
	opening 3 0 EPERM 'two CPUs'
	opening 2 0 EPERM 'the file of another CPU'
	opening 1 0 0 'all as it should be'
	opening 1 0 0 'once more'
	hold 0 read
	opening 1 0 EBUSY 'a second reader'
	still_held 'a second reader'
	kill -TERM $holder
	wait $holder
	opening 1 0 0 'when the first has gone'
	echo 0 >$CPU1
	opening 1 1 EPERM 'a CPU that is offline'
	echo 1 >$CPU1
	opening 2 1 0 'a CPU that is online again'
	[ "$(machine_state)" = "$before" ] || fail "changed: $(machine_state)"
}

check_reads()
{
	fresh
	user_timerlat
	reads records 0 2000 1000
	reads sizes 1
	reads others 0
	setting timerlat_period_us 20000
	reads signals 1 20000
	setting timerlat_period_us 20
	reads records 1 5000 20
}

# What ends a reader, whether it waits for its timer or does something else.
ends()
{
	case $1 in
	nop) tracer nop ;;
	instance) echo nop >"$TRACING/instances/last/current_tracer" ;;
	cpus) setting cpus 0 ;;
	options) setting options NO_PANIC_ON_STOP ;;
	offline) echo 0 >$CPU1 ;;
	affinity) taskset -p 1 $holder >/dev/null ;;
	esac
}

check_kills()
{
	for how in nop cpus options offline affinity; do
		for doing in read spin; do
			fresh
			setting timerlat_period_us 1000000
			user_timerlat
			hold 1 $doing
			still_held "$doing, before $how"
			ends $how
			killed $holder "$doing, $how"
			echo 1 >$CPU1
		done
	done
	fresh
	user_timerlat
	reads_killed leave 1 0
}

# reads_killed CASE...: fdcheck does something that it does not survive
reads_killed()
{
	timeout 10 fdcheck "$@" >/tmp/fdcheck.txt
	status=$?
	[ $status -eq 137 ] || fail "fdcheck $*: exit status $status: $(cat /tmp/fdcheck.txt)"
}

# The tracer is off when the last instance has left it, not before.
check_last_instance()
{
	fresh
	mkdir "$TRACING/instances/last"
	user_timerlat
	echo timerlat >"$TRACING/instances/last/current_tracer"
	hold 0 read
	tracer nop
	still_held 'one of two instances is left'
	ends instance
	killed $holder 'the last instance'
	rmdir "$TRACING/instances/last"
}

check_open
check_reads
check_kills
check_last_instance
fresh
