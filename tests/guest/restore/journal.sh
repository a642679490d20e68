#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt
# cpus: 1
# mode: virtual
# timeout: 120
#
# Where /run is everybody's, what an unprivileged user has put there as a journal has root change
# nothing and wait for nothing; each command says what is wrong. What somebody else has set since
# rtlat did is left.

. /tests/lib/common.sh

PERIOD=$TRACING/osnoise/timerlat_period_us
VICTIM=/tmp/victim

clean_up()
{
	umount /run
	sed -i /nobody/d /etc/passwd
}

# as_nobody COMMAND
as_nobody()
{
	su nobody -c "$1" || fail "nobody may not: $1"
}

# within STATUS COMMAND...: one that waits for ever has its signals blocked
within()
{
	expected=$1
	shift
	status=0
	timeout -s KILL 30 "$@" >/tmp/out 2>/tmp/err || status=$?
	[ "$status" -eq "$expected" ] || fail "$*: status $status, not $expected: $(cat /tmp/err)"
}

# said_once LEVEL: of the last command
said_once()
{
	[ "$(grep -c 'not trusted' /tmp/err)" -eq 1 ] || fail "not said once: $(cat /tmp/err)"
	says /tmp/err "$1/run/rtlat is not trusted, $why: nothing of it is undone, remove it\$"
}

same_as_before()
{
	[ "$(machine_state)" = "$before" ] || fail "$1: changed: $(machine_state)"
	[ "$(cat $VICTIM)" = 'of root' ] || fail "$1: $VICTIM is '$(cat $VICTIM)'"
}

# refused WHAT WHY
refused()
{
	echo "$1"
	why=$2
	before=$(machine_state)
	within 1 rtlat restore
	said_once 'rtlat restore: '
	within 0 rtlat check
	said_once 'rtlat check: '
	within 1 rtlat hist -q -d 1s -k
	said_once 'rtlat: error: '
	within 0 rtlat hist -q -d 1s -S clock
	said_once 'rtlat: warning: '
	same_as_before "$1"
}

# start: a run of a period of its own
start()
{
	before=$(machine_state)
	rtlat hist -q -k -d 5s -p 2000 >/tmp/out 2>/tmp/err &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ "$(cat "$PERIOD")" = 2000 ] && [ "$(ls "$TRACING/instances")" ] && break
		sleep 0.1
	done
	sleep 0.5
}

# left WHAT FILE: of a period that somebody else has set; says so, and all else is as before
left()
{
	says "$2" "$PERIOD is left at '3000', which somebody else has set since: before rtlat it was '1000'"
	[ "$(cat "$PERIOD")" = 3000 ] || fail "$1: the period is $(cat "$PERIOD")"
	echo 1000 >"$PERIOD"
	same_as_before "$1"
}

echo 'nobody:x:65534:65534::/:/bin/sh' >>/etc/passwd
mount -t tmpfs -o mode=1777 tmpfs /run || fail 'cannot mount /run'
trap clean_up EXIT
echo 'of root' >$VICTIM

cat >/tmp/planted <<EOT
{"pid": 1}
{"path": "$VICTIM", "old": "of nobody"}
{"path": "$PERIOD", "old": "7777"}
EOT
as_nobody 'mkdir /run/rtlat && cp /tmp/planted /run/rtlat/journal'
refused "nobody's journal" 'it belongs to user 65534 and not to 0'
as_nobody 'rm /run/rtlat/journal && mkfifo /run/rtlat/journal'
refused "nobody's FIFO" 'it belongs to user 65534 and not to 0'
as_nobody 'ln -sf /dev/full /run/rtlat/journal'
refused "nobody's link to a device" 'it belongs to user 65534 and not to 0'
as_nobody 'rm -r /run/rtlat && mkdir /run/own && cp /tmp/planted /run/own/journal && ln -s own /run/rtlat'
refused "nobody's link to a directory" 'it is not a directory'
rm /run/rtlat
as_nobody 'mkdir /run/systemd && mkfifo /run/systemd/container'
within 0 rtlat check

# A journal of root's own is as good there as anywhere.
start
[ "$(cat "$PERIOD")" = 2000 ] || fail "the run has not begun: $(cat /tmp/err)"
su nobody -c 'echo x >>/run/rtlat/journal' 2>/dev/null && fail 'nobody may write the journal'
echo 3000 >"$PERIOD"
kill -INT $pid
wait $pid || fail "the run ended with $?"
left 'the end of a run' /tmp/err
start
kill -9 $pid
wait $pid
echo 3000 >"$PERIOD"
within 0 rtlat restore
left 'restore' /tmp/err
