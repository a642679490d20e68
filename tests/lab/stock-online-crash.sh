#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# timeout: 1800
#
# A CPU comes online while timerlat measures a user's thread, then the tracer stops. The stock
# kernel dies of it, or at least warns; with kernel-patch/fixes/ (tests/run's --all) it does neither,
# and starts no kernel thread, and nor does our tracer. The time is for building the kernels, where
# the cache lacks them.

set -u

: "${SRC:?the source directory}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The reader of CPU 0 reads its file until there is nothing to read from: the shell's read ends at
# each activation, since a short buffer gets 0 bytes.
cat >"$work/sequence" <<'EOS'
cd /sys/kernel/tracing || exit 3
echo 0 >/sys/devices/system/cpu/cpu1/online || exit 3
echo 0-1 >osnoise/cpus
echo NO_OSNOISE_WORKLOAD >osnoise/options || exit 3
echo timerlat >current_tracer || exit 3
taskset 1 sh -c 'exec 3<osnoise/per_cpu/cpu0/timerlat_fd || exit
	touch /tmp/open
	while :; do read -r _ <&3; done' &
while [ ! -e /tmp/open ]; do usleep 10000; done
sleep 1
echo 1 >/sys/devices/system/cpu/cpu1/online || exit 3
sleep 2
threads=$(ps -o comm | grep -c '^timerlat/')
echo "kernel threads: $threads"
echo nop >current_tracer
sleep 2
# What was freed too early is now someone else's.
for _ in 1 2 3 4 5 6 7 8 9 10; do sh -c : & done
wait
echo survived
EOS

# sequence KERNEL SECONDS: what it printed is in $work/out, what the kernel said in $work/log
sequence()
{
	"$SRC/scripts/lab" run "$1" --virtual --cpus 2 --timeout "$2" --append loglevel=5 \
		--log "$work/log" --add "$work/sequence:/root/sequence" -- sh /root/sequence \
		>"$work/out" 2>"$work/err"
	status=$?
	sed "s/^/$1: /" "$work/out"
}

# splats: the kernel's warnings and oopses
splats()
{
	grep -aE 'WARNING:|BUG:|Oops|refcount_t|general protection' "$work/log"
}

sequence stock-6.12-rt 90
splats | head -n 3
if ! grep -qx 'kernel threads: 1' "$work/out"; then
	echo "stock-6.12-rt: status $status and no kernel thread: it does not have the fault any more"
	cat "$work/err"
	exit 1
fi
# It may hang in the middle of its warning.
if grep -qx survived "$work/out" && ! splats | grep -q stop_kthread; then
	echo "stock-6.12-rt: survived without a warning: it does not have the fault any more"
	cat "$work/err"
	exit 1
fi

for kernel in ${RTLAT_ALL:+stock-6.12-rt-fixed} rtlat-6.12-rt; do
	sequence $kernel 300
	if ((status)) || ! grep -qx 'kernel threads: 0' "$work/out" ||
		! grep -qx survived "$work/out" || splats; then
		echo "$kernel: status $status"
		tail -n 30 "$work/err" "$work/log"
		exit 1
	fi
done
