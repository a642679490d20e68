#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt
# check: debian-6.12 debian-7.3-rt
# cpus: 2
# mode: virtual
# add: /usr/sbin/bpftool
# timeout: 600
#
# However often rtlat is killed, at any time: no BPF program, map or link is left, and the machine is as it
# was.

. /tests/lib/common.sh

# state: of all that there is of BPF, and of what else rtlat may change
state()
{
	for what in prog map link; do
		echo "$what $(bpftool $what list | grep -c '^[0-9]')"
	done
	machine_state
}

# Objects go a while after the process that had them.
await_same()
{
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		state >/tmp/after
		cmp -s /tmp/before /tmp/after && return
		sleep 0.2
	done
	diff /tmp/before /tmp/after
	fail "$*: something is left"
}

state >/tmp/before
times=$(scaled 100 10)
most=0
for command in 'hist -S bpf' 'osnoise -S bpf'; do
	i=0
	while [ $i -lt "$times" ]; do
		# shellcheck disable=SC2086 # words
		rtlat $command -q >/dev/null 2>&1 &
		ms=$((i * 137 % 1500 + 200))
		sleep "$(printf '%d.%03d' $((ms / 1000)) $((ms % 1000)))"
		loaded=$(bpftool prog list | grep -c '^[0-9]')
		kill -9 $!
		wait
		[ "$loaded" -le $most ] || most=$loaded
		await_same "$command, kill $i"
		i=$((i + 1))
	done
	echo "$command: $times kills, at most $most programs"
	holds "$most > 5"
done
