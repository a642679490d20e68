#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt debian-7.3-rt
# check: debian-6.12 rtlat-6.12-rt
# cpus: 2
# mode: virtual
# add: /usr/bin/taskset
# modules: rtlat plant
# timeout: 120
#
# Of an interrupt that another CPU sent, the task that sent it is named, with its CPU.

. /tests/lib/common.sh

JSON=/tmp/result.json

senders()
{
	grep -o '"sender":' "$1" | wc -l
}

# meet OPTION...: a run while another CPU interrupts ours; sets `sent`, how many of the worst samples
# met such an interrupt
meet()
{
	modprobe plant
	# All the time, for as long as the module remembers it.
	taskset 2 sh /tmp/flood 2>/dev/null &
	flood=$!
	measure 0 -S "$source" -c 0 -H 1 -d 3s --worst "$@" -o json:$JSON
	wait
	rmmod plant
	jsonget $JSON 'cpus[cpu=0].worst[]' |
		grep '"irq":{[^}]*"worst":{"name":"call_function_s' >/tmp/worst
	sent=$(wc -l </tmp/worst)
}

# senders_known: they are, of the last run: of at least 5 samples, of which one in 5 is the flood's
senders_known()
{
	known=$(grep -c '"name":"call_function_s[^}]*"sender":{"cpu":1,' /tmp/worst)
	named=$(grep -c "\"sender\":{\"cpu\":1,\"pid\":$flood,\"name\":\"sh\"}" /tmp/worst)
	echo "$source: $sent of the worst met interrupts of CPU 1," \
		"$known know their sender, of $named it is the flood"
	# Threads of the kernel send some, too.
	grep -o '"sender":{[^}]*' /tmp/worst | sort | uniq -c
	# Where the next one is being sent while one arrives, nobody is named.
	[ "$sent" -ge 5 ] && [ $((known * 10)) -ge $((sent * 9)) ] && [ $((named * 5)) -ge "$sent" ]
}

# sender_of SOURCE WORST
sender_of()
{
	source=$1
	# What the emulation makes late may be all of the worst.
	for try in 1 2 3 4 5; do
		meet "$2"
		! senders_known || break
		[ $try -lt 5 ] || fail "$source: too few know their sender"
	done
	# What reads the result knows as much.
	rtlat merge $JSON -o json:/tmp/again.json || fail 'cannot read the result'
	[ "$(senders /tmp/again.json)" -eq "$(senders $JSON)" ] ||
		fail 'the merged result has not all senders'
}

cat >/tmp/flood <<'EOS'
while echo 10000 >/sys/kernel/plant/ipi; do
	sleep 0.05
done
EOS
sender_of bpf 100
if has_our_tracer; then
	sender_of record 100
fi
if has_records; then
	# The kernel keeps no more of its threads' samples.
	sender_of kernel-histogram 16
fi
