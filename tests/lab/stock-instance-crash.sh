#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# timeout: 1800
#
# An instance is removed before a new largest latency of it was told, since whoever does that gets no
# time: the thread that queues the work, or the worker. The stock kernel dies of it; with
# kernel-patch/fixes/ (tests/run's --all) it does not, and nor does it with our tracer. The time is
# for building the kernels, where the cache lacks them.

set -u

: "${SRC:?the source directory}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# Of timerlat's thread on the CPU of the hog it is the first that gets no time, else the second.
cat >"$work/sequence" <<'EOS'
cd /sys/kernel/tracing || exit 3
x=instances/x
echo -1 >/proc/sys/kernel/sched_rt_runtime_us
taskset -p 1 $$ >/dev/null
if [ $1 = worker ]; then
	echo 2 >/sys/devices/virtual/workqueue/cpumask || exit 3
	# It would be given a little time all the same.
	mount -t debugfs none /sys/kernel/debug
	echo 0 >/sys/kernel/debug/sched/fair_server/cpu1/runtime || exit 3
	echo 0 >osnoise/cpus
else
	echo 1 >osnoise/cpus
fi
mkdir $x || exit 3
echo timerlat >$x/current_tracer || exit 3
chrt -f 50 taskset 2 sh -c 'while :; do :; done' &
hog=$!
sleep 1
kill -0 $hog || exit 3
# The next latency is a new maximum.
echo 0 >$x/tracing_max_latency || exit 3
sleep 0.5
rmdir $x &
rmdir=$!
tries=0
while [ -e $x ] && [ $tries -lt 300 ] && ! grep -qs irq_work_sync /proc/$rmdir/stack; do
	sleep 0.1
	tries=$((tries + 1))
done
[ $tries -lt 300 ] || exit 3
kill $hog
wait
sleep 1
[ ! -e $x ] || exit 3
echo survived
EOS

# sequence KERNEL WHO: what it printed is in $work/out, what the kernel said in $work/log. Now and then
# the instance is not removed while the hog runs: then there was nothing to see, and the status is 3.
sequence()
{
	for _ in 1 2 3; do
		try_sequence "$@"
		((status == 3)) || break
	done
}

try_sequence()
{
	"$SRC/scripts/lab" run "$1" --virtual --cpus 2 --timeout 300 \
		--append 'loglevel=5 rcutree.kthread_prio=99' --log "$work/log" \
		--add "$work/sequence:/root/sequence" --add "$(command -v chrt)" -- sh /root/sequence "$2" \
		>"$work/out" 2>"$work/err"
	status=$?
	sed "s/^/$1: $2: /" "$work/out"
}

# The worker uses freed memory, which now and then still holds what it wants.
for who in thread worker; do
	for _ in 1 2 3; do
		sequence debian-6.12-rt $who
		grep -am 1 'RIP:.*latency_fsnotify_workfn' "$work/log" && continue 2
	done
	echo "debian-6.12-rt: $who: status $status and no crash: it does not have the fault any more"
	tail -n 30 "$work/err" "$work/log"
	exit 1
done

for kernel in ${RTLAT_ALL:+stock-6.12-rt-fixed} rtlat-6.12-rt; do
	for who in thread worker; do
		sequence $kernel $who
		((status == 0)) && grep -qx survived "$work/out" &&
			! grep -aE 'WARNING:|BUG:|Oops|refcount_t|general protection' "$work/log" &&
			continue
		echo "$kernel: $who: status $status"
		tail -n 30 "$work/err" "$work/log"
		exit 1
	done
done
