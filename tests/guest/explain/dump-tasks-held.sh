#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-6.12
# check: debian-6.12-rt
# append: isolcpus=1 nohz_full=1 rcu_nocbs=1
# cpus: 3
# mode: single
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 120
#
# Who never lets go of his CPU is in no trace of switches, but --dump-tasks finds him all the same.

. /tests/lib/common.sh

echo -1 >/proc/sys/kernel/sched_rt_runtime_us
cp /usr/bin/hog /usr/bin/holder
holder 1 50 100000 0 100 &
holder=$!
# It sets its priority when it is on its CPU.
await_priority $holder 50
measure 2 -S clock -c 0 -H 2 -d 60s -T 1 --dump-tasks -o json:/tmp/result.json
kill $holder || fail 'he was gone before'
wait
says /tmp/result.txt "^    CPU 1 *holder:$holder$"
says /tmp/result.json "^\"exceeded\":.*\"tasks\":.*{\"cpu\":1,\"pid\":$holder,\"name\":\"holder\"}"
