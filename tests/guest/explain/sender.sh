#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-6.12 rtlat-6.12-rt
# check: debian-6.12
# cpus: 2
# add: /usr/bin/taskset
# modules: plant
# timeout: 120
#
# Of an interrupt that another CPU sent, the task that sent it is named, with its CPU.

. /tests/lib/common.sh

JSON=/tmp/result.json

modprobe plant
# All the time, for as long as the module remembers it.
cat >/tmp/flood <<'EOS'
while echo 10000 >/sys/kernel/plant/ipi; do
	sleep 0.05
done
EOS
taskset 2 sh /tmp/flood 2>/dev/null &
flood=$!
measure 0 -S bpf -c 0 -H 1 -d 3s --worst 100 -o json:$JSON
wait
jsonget $JSON 'cpus[cpu=0].worst[]' | grep '"irq":{[^}]*"worst":{"name":"call_function_s' >/tmp/worst
sent=$(wc -l </tmp/worst)
known=$(grep -c '"name":"call_function_s[^}]*"sender":{"cpu":1,' /tmp/worst)
named=$(grep -c "\"name\":\"call_function_s[^}]*\"sender\":{\"cpu\":1,\"pid\":$flood,\"name\":\"sh\"}" /tmp/worst)
echo "$sent of the worst met interrupts of CPU 1, $known know their sender, of $named it is the flood"
[ "$sent" -ge 10 ] || fail 'want 10'
[ "$known" -eq "$sent" ] || { grep -v '"sender"' /tmp/worst | head -n 3; fail 'want all'; }
# The kernel itself sends some.
holds "$named >= 0.5 * $sent"
rmmod plant
# What reads the result knows as much.
rtlat merge $JSON -o json:/tmp/again.json || fail 'cannot read the result'
[ "$(grep -o '"sender":' /tmp/again.json | wc -l)" -eq "$(grep -o '"sender":' $JSON | wc -l)" ] ||
	fail 'the merged result has not all senders'
