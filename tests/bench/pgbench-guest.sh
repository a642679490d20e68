#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# The part of tests/bench/pgbench that runs in a guest, where sh is busybox's:
#	pgbench-guest.sh UID TRANSACTIONS CLIENTS MODULE...

SERVER=/usr/lib/postgresql/15/bin
DATA=/data
# What comes by the clock and not by a transaction is left out.
SETTINGS="-c listen_addresses= -c unix_socket_directories=/tmp -c jit=off -c autovacuum=off
	-c checkpoint_timeout=1d -c max_wal_size=10GB -c timezone=GMT -c log_timezone=GMT
	-c shared_buffers=64MB"

die()
{
	echo "$*"
	cat /tmp/server.log /tmp/pgbench.log 2>/dev/null
	exit 1
}

start_server()
{
	modprobe crc32c_generic 2>/dev/null
	modprobe null_blk nr_devices=1 gb=1 bs=4096 memory_backed=1 || die 'null_blk'
	modprobe ext4 || die 'ext4'
	dd if=/image of=/dev/nullb0 bs=1M 2>/dev/null || die 'dd'
	rm /image
	mkdir -p $DATA
	mount -t ext4 /dev/nullb0 $DATA || die 'mount'
	echo "postgres:x:$uid:$uid::/tmp:/bin/sh" >>/etc/passwd
	chown "$uid:$uid" $DATA
	chmod 700 $DATA
	# shellcheck disable=SC2086 # words of their own
	/usr/local/bin/setpriv --reuid="$uid" --regid="$uid" --clear-groups $SERVER/postgres -D $DATA $SETTINGS \
		>/tmp/server.log 2>&1 &
	for _ in $(seq 100); do
		grep -q 'ready to accept' /tmp/server.log && return
		sleep 0.1
	done
	die 'the server did not start'
}

# run NAME: prints the time that all transactions took, ms
run()
{
	$SERVER/pgbench -n -h /tmp -U postgres -c "$clients" -t "$transactions" postgres \
		>/tmp/pgbench.log 2>&1 || die 'pgbench'
	awk -v name="$1" -v wanted="$((clients * transactions))" '
		/^number of transactions actually processed/ { split($NF, part, "/"); done = part[1] }
		/^tps/ { printf "%s %.3f ms\n", name, wanted / $3 * 1000 }
		END { exit done != wanted }' /tmp/pgbench.log || die 'not all transactions'
}

with_trackers()
{
	for module; do
		modprobe "$module" || die "$module"
	done
	run with
	for module; do
		rmmod "$module" || die "$module"
	done
}

summary()
{
	sort -k 1,1 -k 2,2n /tmp/times | awk '
		{ time[$1] = time[$1] " " $2 }
		END {
			split(time["without"], a, " ")
			split(time["with"], b, " ")
			printf "median: without %.3f ms, with %.3f ms: %+.3f %%\n", a[2], b[2],
				(b[2] / a[2] - 1) * 100
		}'
}

uid=$1
transactions=$2
clients=$3
shift 3
start_server
run warm-up
: >/tmp/times
for _ in 1 2 3; do
	run without | tee -a /tmp/times
	with_trackers "$@" | tee -a /tmp/times
done
summary
