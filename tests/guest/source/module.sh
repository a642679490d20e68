#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-6.12-rt-arm64
# check: debian-6.12
# cpus: 2
# mode: virtual
# modules: rtlat
# alone: yes
# timeout: 300
#
# Where our module is installed, the default measures with it, loads it and unloads it. Two runs share
# the machine, each on its own CPU; on the same one, the second is told. A kernel that takes signed
# modules only has the next source.

. /tests/lib/common.sh

is_unloaded()
{
	! grep '^rtlat ' /proc/modules || fail 'the module is still loaded'
}

rtlat check >/tmp/check.txt || fail 'rtlat check failed'
says /tmp/check.txt '^\[yes\] *record .*used by -S auto: the module rtlat gives records'
before=$(machine_state)
measure 0 -D -d 2s
says /tmp/result.txt '# Source: record$'
holds "$(field all thread count) > 1000"
is_unloaded
measure 0 -d 2s -k
says /tmp/result.txt '# Source: kernel-histogram$'
holds "$(field all thread count) > 1000"
is_unloaded
measure 0 -d 1s -p 50 -c 0
holds "$(field 0 thread count) + $(field 0 thread missed) > 15000"

# In a trace there is more than the module gives.
measure 77 -d 1s -t /tmp/trace.txt -T 1s -S record
says /tmp/result.err 'no record: '

# alone NAME CPU OPTION...: of two at once; each has all periods of its CPU, and both its histograms
alone()
{
	name=$1 cpu=$2
	shift 2
	rtlat hist -q -c "$cpu" -o csv:/tmp/$name.csv "$@" >/tmp/$name.txt 2>/tmp/$name.err
	echo $? >/tmp/$name.status
}
alone one 0 -d 4s -S record -p 2000 &
one=$!
until grep -q measuring /tmp/one.err 2>/dev/null; do
	sleep 0.1
done
alone two 1 -d 2s -S kernel-histogram -p 1000 &
two=$!
sleep 1
for source in record kernel-histogram; do
	measure 1 -c 0 -d 1s -S $source
	says /tmp/result.err 'another process measures there with the module rtlat'
done
wait $two $one
for name in one two; do
	[ "$(cat /tmp/$name.status)" -eq 0 ] || fail "$name: $(cat /tmp/$name.err)"
	# shellcheck disable=SC2034 # for field
	CSV=/tmp/$name.csv
	! grep INCOMPLETE /tmp/$name.txt || fail "$name is not complete"
	count="$(field all thread count) + $(field all thread missed)"
	holds "$count >= 1990 && $count <= 2010"
done
is_unloaded
[ "$(machine_state)" = "$before" ] || fail 'the machine is not as it was'

# modprobe of busybox may end before the module that another process loads is ready.
mkdir -p /usr/sbin
cat >/usr/sbin/modprobe <<'END'
#!/bin/sh
(sleep 0.5; busybox modprobe rtlat) &
END
chmod +x /usr/sbin/modprobe
measure 0 -d 1s -c 0 -S record
is_unloaded
rm /usr/sbin/modprobe

mount -t securityfs none /sys/kernel/security 2>/dev/null
echo integrity >/sys/kernel/security/lockdown
measure 0 -d 1s -c 0
! grep '# Source: record' /tmp/result.txt || fail 'a module that cannot be loaded is taken'
measure 1 -d 1s -c 0 -S record
says /tmp/result.err 'cannot load the module rtlat: Operation not permitted; the kernel is locked down'
