#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt
# check: debian-6.12-rt
# cpus: 2
# mode: virtual
# add: /usr/bin/unshare
# timeout: 240
#
# In containers, which have a /run, pids and a clock of their own and share the kernel's tracing: runs
# in two of them keep apart, what a killed one left is removed or named, and what cannot be compared
# with the kernel's pids and times is refused.

. /tests/lib/common.sh

# The shell, of which $$ is not the pid that the container has.
inside='mount -t proc proc /proc; mount -t tmpfs tmpfs /run; exec'

# container COMMAND...
container()
{
	/usr/bin/unshare --pid --fork --mount sh -c "$inside $*"
}

instances()
{
	ls "$TRACING/instances"
}

before=$(machine_state)

# Both have pid 1.
container rtlat track wakeup -S events -d 4s -q -o json:/tmp/first.json >/tmp/first 2>&1 &
first=$!
sleep 1
container rtlat track wakeup -S events -d 5s -q -o json:/tmp/second.json >/tmp/second 2>&1 &
second=$!
sleep 2
[ "$(instances | wc -l)" -eq 2 ] || fail "not two instances: $(instances)"
wait $first || fail "first: $? $(cat /tmp/first)"
[ "$(instances | wc -l)" -eq 1 ] || fail "the first took the second's: $(instances)"
wait $second || fail "second: $? $(cat /tmp/second)"
for run in first second; do
	grep -q '"complete": *true' /tmp/$run.json || fail "$run is not complete: $(cat /tmp/$run)"
done
[ "$(machine_state)" = "$before" ] || fail "two containers: $(machine_state)"

# The journal of a container that is killed goes with its /run.
container rtlat hist -q -S timerlat-kernel -T 100000000 -p 2000 -d 60s >/tmp/out 2>&1 &
for _ in $(seq 50); do
	[ "$(cat "$TRACING/osnoise/timerlat_period_us")" = 2000 ] && pidof rtlat >/dev/null && break
	sleep 0.1
done
sleep 1
rtlat restore >/tmp/out 2>/tmp/err || fail "restore beside: status $?"
grep -q '^nothing to restore' /tmp/out || fail "a living container's: $(cat /tmp/out /tmp/err)"
[ "$(instances | wc -l)" -eq 1 ] || fail "restore took a living container's: $(instances)"
kill -9 "$(pidof rtlat)"
sleep 1
[ "$(instances | wc -l)" -eq 1 ] || fail 'the killed run left no instance: this shows nothing'
rtlat restore >/tmp/out 2>/tmp/err || fail "restore: status $?: $(cat /tmp/err)"
[ ! "$(instances)" ] || fail "left: $(instances)"
says /tmp/err 'removed the tracing instance rtlat-1n[0-9]* of a dead rtlat whose journal is gone'
says /tmp/err "timerlat_period_us is '2000', which a dead rtlat may have left: the kernel begins with '1000'"
says /tmp/err "stop_tracing_total_us is '100000000', .*: the kernel begins with '0'"
echo 1000 >"$TRACING/osnoise/timerlat_period_us"
echo 0 >"$TRACING/osnoise/stop_tracing_total_us"
[ "$(machine_state)" = "$before" ] || fail "a killed container: $(machine_state)"
rtlat restore >/tmp/out 2>&1
grep -q '^nothing to restore' /tmp/out || fail "once more: $(cat /tmp/out)"

# Pids are the kernel's: --pid would name another thread, and so would /proc.
container rtlat track wakeup -S events -d 1s -q --pid 1 >/tmp/out 2>&1
says /tmp/out "the kernel's events have other pids than this pid namespace"
rtlat track wakeup -S events -d 1s -q --allow-empty --pid $$ >/tmp/out 2>&1 || fail "--pid: $(cat /tmp/out)"
# The thread that reads the trace makes hundreds of system calls, and is left out by its pid.
container rtlat track syscall -S events -d 2s -q -o csv:/tmp/calls.csv >/tmp/out 2>&1 ||
	fail "syscall: $(cat /tmp/out)"
calls=$(sed -n 's/^all,delay,\([0-9]*\),.*/\1/p' /tmp/calls.csv)
[ "${calls:-9999}" -lt 60 ] || fail "its own reader is in: $(cat /tmp/calls.csv)"

# Times are the kernel's.
/usr/bin/unshare --time --monotonic 100000 --fork rtlat track wakeup -S events -d 1s -q \
	--gate 'delay.max<1s' >/tmp/out 2>&1
status=$?
[ $status -eq 77 ] || fail "time namespace: status $status: $(cat /tmp/out)"
says /tmp/out "the clock of this time namespace is 100000 s from the kernel's"
/usr/bin/unshare --time --monotonic 100000 --fork rtlat hist -d 1s -q -D >/tmp/out 2>&1 ||
	fail "auto in a time namespace: $(cat /tmp/out)"
says /tmp/out 'source clock: .*time namespace'
