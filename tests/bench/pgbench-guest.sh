#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# The part of tests/bench/pgbench that runs in a guest, where sh is busybox's:
#	pgbench-guest.sh UID TRANSACTIONS CLIENTS ROUNDS WARM-UP DISK-NS THRESHOLD-US WAY...
# A way is a list of trackers, by commas; "empty-" before it: empty probes where they have theirs.

SERVER=/usr/lib/postgresql/15/bin
DATA=/data
DEBUG=/sys/kernel/debug
# What comes by the clock and not by a transaction is left out, and what is done for the first
# change of a page only.
SETTINGS="-c listen_addresses= -c unix_socket_directories=/tmp -c jit=off -c autovacuum=off
	-c checkpoint_timeout=1d -c max_wal_size=10GB -c timezone=GMT -c log_timezone=GMT
	-c shared_buffers=64MB -c full_page_writes=off -c bgwriter_delay=10s
	-c wal_writer_delay=10s"

die()
{
	echo "$*"
	cat /tmp/server.log /tmp/pgbench.log 2>/dev/null
	exit 1
}

make_disk()
{
	modprobe crc32c_generic 2>/dev/null
	# Each request takes its time (irqmode=2: by a timer), as it does on a fast disk.
	modprobe null_blk nr_devices=1 gb=1 bs=4096 memory_backed=1 irqmode=2 \
		completion_nsec="$disk_ns" || die 'null_blk'
	modprobe ext4 || die 'ext4'
	dd if=/image of=/dev/nullb0 bs=1M 2>/dev/null || die 'dd'
	rm /image
	mkdir -p $DATA
	mount -t ext4 /dev/nullb0 $DATA || die 'mount'
}

start_server()
{
	echo "postgres:x:$uid:$uid::/tmp:/bin/sh" >>/etc/passwd
	chown "$uid:$uid" $DATA
	chmod 700 $DATA
	# shellcheck disable=SC2086 # words of their own
	/usr/local/bin/setpriv --reuid="$uid" --regid="$uid" --clear-groups \
		$SERVER/postgres -D $DATA $SETTINGS >/tmp/server.log 2>&1 &
	for _ in $(seq 100); do
		grep -q 'ready to accept' /tmp/server.log && return
		sleep 0.1
	done
	die 'the server did not start'
}

# all_transactions TRANSACTIONS: how long they all took, ms, if each had taken as long as half of
# them do in the mean, those in the middle: once in a while one meets what comes by the clock
all_transactions()
{
	rm -f /tmp/log.*
	$SERVER/pgbench -n -h /tmp -U postgres -c "$clients" -t "$1" --random-seed=1 \
		--log --log-prefix=/tmp/log postgres >/tmp/pgbench.log 2>&1 || die 'pgbench'
	cat /tmp/log.* | cut -d ' ' -f 3 | sort -n | awk -v wanted="$((clients * $1))" '
		NR > wanted / 4 && NR <= wanted * 3 / 4 { sum += $1; n++ }
		END {
			if (n)
				printf "%.3f", sum / n * wanted / 1000
			exit NR != wanted
		}' || die 'not all transactions'
}

load()
{
	case $1 in
	none) ;;
	empty-*) modprobe tracker_probes "of=${1#empty-}" || die "$1" ;;
	*)
		for tracker in $(echo "$1" | tr , ' '); do
			modprobe "latency_tracker_$tracker" usec_threshold="$threshold" ||
				die "$tracker"
		done
		;;
	esac
}

unload()
{
	case $1 in
	none) ;;
	empty-*) rmmod tracker_probes || die "$1" ;;
	*)
		for tracker in $(echo "$1" | tr , ' '); do
			rmmod "latency_tracker_$tracker" || die "$tracker"
		done
		;;
	esac
}

# counts: ' TRACKER EVENTS ALERTS' of each tracker that is there
counts()
{
	for file in "$DEBUG"/latency_tracker/*/counts; do
		[ -e "$file" ] || return
		tracker=${file%/counts}
		echo " ${tracker##*/} $(sed -n 's/^events //p' "$file") $(sed -n 's/^alerts //p' "$file")"
	done | tr -d '\n'
}

# run WAY: prints 'WAY MS', and what each tracker had counted before and after
run()
{
	load "$1"
	before=$(counts)
	time=$(all_transactions "$transactions")
	echo "$1 $time$before$(counts)" | tee -a /tmp/times
	unload "$1"
}

# summary: of each way, compared to the runs without that were just before and after it, the middle
# one of all rounds; what its pairs took is only to be told where one tracker has them all
summary()
{
	awk -v transactions="$((clients * transactions))" '
		function middle(text,  value, n, i, j, swap) {
			n = split(text, value, " ")
			for (i = 2; i <= n; i++)
				for (j = i; j > 1 && value[j] + 0 < value[j - 1] + 0; j--) {
					swap = value[j]
					value[j] = value[j - 1]
					value[j - 1] = swap
				}
			return n % 2 ? value[(n + 1) / 2] : (value[n / 2] + value[n / 2 + 1]) / 2
		}
		{
			way[NR] = $1
			time[NR] = $2
			trackers = (NF - 2) / 6
			for (i = 0; i < trackers; i++) {
				after = 3 + 3 * (trackers + i)
				count[NR] += $(after + 1) - $(4 + 3 * i)
				alert[NR] += $(after + 2) - $(5 + 3 * i)
			}
		}
		END {
			for (i = 2; i < NR; i += 2) {
				name = way[i]
				if (!(name in base))
					order[++ways] = name
				without = (time[i - 1] + time[i + 1]) / 2
				base[name] = base[name] " " without
				more[name] = more[name] " " (time[i] - without)
				pairs[name] = pairs[name] " " (count[i] / transactions)
				alerts[name] = alerts[name] " " (alert[i] / transactions)
			}
			print "             ns more for a     which is    pairs of     ns for"
			print "               transaction         of it      events        one     alerts"
			for (i = 1; i <= ways; i++) {
				name = order[i]
				each = middle(more[name]) * 1e6 / transactions
				n = middle(pairs[name])
				part = middle(more[name]) / middle(base[name])
				printf "%s\n%26.0f %10.3f %% %11.2f", name, each, part * 100, n
				if (n > 0)
					printf " %10.0f %10.2f", each / n, middle(alerts[name])
				print ""
			}
		}' /tmp/times
}

uid=$1
transactions=$2
clients=$3
rounds=$4
warm_up=$5
disk_ns=$6
threshold=$7
shift 7
: >/tmp/times
mount -t debugfs none $DEBUG 2>/dev/null
make_disk
start_server
echo "warm-up $(all_transactions "$warm_up")"
while [ "$rounds" -gt 0 ]; do
	for way; do
		run none
		run "$way"
	done
	rounds=$((rounds - 1))
done
run none
summary
