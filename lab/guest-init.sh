#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# The first process of a guest of scripts/lab. Sets up what programs expect of
# a Linux system, runs /lab/command, and reports over virtio ports:
#	out, err	what the command writes, nothing else
#	control		lines: 'version TEXT', 'running', 'status N'
#	dmesg		the kernel's messages at the end
# The kernel's own console is the serial port, of which nothing is used here.

/bin/busybox --install -s /usr/bin 2>/dev/null
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/root LANG=C.UTF-8

# NO_TRACEFS, TTY, TERM, ROWS, COLUMNS: what was asked for.
# shellcheck source=/dev/null
. /lab/options

mount_all()
{
	mount -t proc proc /proc
	mount -t sysfs sysfs /sys
	mount -t devtmpfs dev /dev 2>/dev/null
	mkdir -p /dev/pts /dev/shm
	mount -t devpts -o ptmxmode=0666 devpts /dev/pts
	mount -t tmpfs shm /dev/shm
	mount -t tmpfs run /run
	mount -t tmpfs -o mode=1777 tmp /tmp
	ln -sf /proc/self/fd /dev/fd
	ln -sf fd/0 /dev/stdin
	ln -sf fd/1 /dev/stdout
	ln -sf fd/2 /dev/stderr
	# Not all kernels have these.
	mount -t cgroup2 cgroup2 /sys/fs/cgroup 2>/dev/null
	[ "$NO_TRACEFS" ] || mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null
}

# Modules that the lab itself needs, in the order in which they load.
load_modules()
{
	while read -r module; do
		insmod "/lib/modules/$(uname -r)/$module.ko"
	done </lab/modules
}

# port NAME: the device of the virtio port. Ports appear a little after the
# driver; a minute is for a very busy host.
port()
{
	tries=600
	while [ $tries -gt 0 ]; do
		for name in /sys/class/virtio-ports/*/name; do
			[ "$(cat "$name" 2>/dev/null)" = "$1" ] || continue
			dir=${name%/name}
			echo "/dev/${dir##*/}"
			return
		done
		tries=$((tries - 1))
		usleep 100000
	done
	echo "lab: this kernel shows no virtio port '$1'" >/dev/console
	reboot -f
}

# pump NAME: from a pipe to the port. A port can be open only once, so that a
# command could not open its /dev/stdout if that were the port itself.
pump()
{
	mkfifo "/run/lab/$1"
	cat "/run/lab/$1" >"$(port "$1")" &
}

# Something that the command left behind may keep the pipes open for ever.
wait_for_pumps()
{
	tries=100
	while [ -n "$(jobs -p)" ] && [ $tries -gt 0 ]; do
		tries=$((tries - 1))
		usleep 20000
		jobs >/dev/null
	done
}

run_piped()
{
	mkdir -p /run/lab
	pump out
	pump err
	echo running >&3
	# In a subshell, so that the 'Killed' that this shell may say of the
	# command goes to the console, not to the command's own output.
	(exec setsid sh /lab/command 3>&-) </dev/null >/run/lab/out 2>/run/lab/err
	status=$?
	wait_for_pumps
}

run_on_tty()
{
	# The terminal forgets its size when nobody has it open.
	exec 4<>/dev/hvc0
	stty rows "$ROWS" cols "$COLUMNS" <&4
	echo running >&3
	# One descriptor for all three, open both ways: as after any login, and
	# tmux writes to its standard input.
	(exec setsid -c sh /lab/command <&4 >&4 2>&4 3>&- 4>&-)
	status=$?
}

mount_all
hostname lab
ip link set lo up 2>/dev/null
load_modules
exec 3>"$(port control)"
echo "version $(cat /proc/version)" >&3
export TERM
cd /root || exit
if [ "$TTY" ]; then
	run_on_tty
else
	run_piped
fi
dmesg >"$(port dmesg)"
echo "status $status" >&3
reboot -f
