#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt debian-6.12
# check: debian-6.12 rtlat-6.12-rt
# cpus: 2
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 120
#
# --dump-tasks tells what each CPU was running when the late timer expired, with every source: who
# kept it late, and what there was on the other CPU.

. /tests/lib/common.sh

JSON=/tmp/result.json

# task CPU: its pid and name in the result
task()
{
	echo "$(jsonget $JSON "exceeded.tasks[cpu=$1].pid") $(jsonget $JSON "exceeded.tasks[cpu=$1].name")"
}

# One in some tens wakes just after the timer has expired, and before its thread runs: what ran then
# was not the hog, and the whole of its time is in the latency.
hog_came_late()
{
	latency=$(jsonget $JSON exceeded.latency_ns)
	[ "$(task 0)" = '0 swapper/0' ] && [ "$latency" -ge 5000000 ]
}

hog 0 99 5 45 60 &
hog=$!
for source in record bpf timerlat-user timerlat-kernel clock; do
	[ $source = clock ] || has_source $source || continue
	machine_state >/tmp/before
	for _ in 1 2 3; do
		measure 2 -S $source -c 0 -H 1 -d 60s --warm-up 1 -T 2000 --dump-tasks -o json:$JSON
		hog_came_late || break
	done
	machine_state >/tmp/after
	cmp /tmp/before /tmp/after || fail "$source: the machine is not as before"
	echo "$source: $(task 0); $(task 1)"
	[ "$(task 0)" = "$hog hog" ] || fail "$source: CPU 0 ran hog:$hog"
	says /tmp/result.txt '^Printing CPU tasks: what ran when the timer expired$'
	says /tmp/result.txt "^    CPU 0 *hog:$hog$"
	says /tmp/result.txt '^    CPU 1 *[a-z]'
	[ "$(task 1 | sed 's/ .*//')" != null ] || fail "$source: CPU 1 ran something"
done

# Not asked for, it is not traced.
measure 2 -c 0 -d 60s -T 2000 -o json:$JSON
says $JSON '^"exceeded":.*"tasks":null,'
kill $hog
wait
