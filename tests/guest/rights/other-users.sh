#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-6.1-rt
# check: debian-6.12-rt
# cpus: 2
# mode: single
# add: build/tests/tools/swap:/usr/bin/swap
# timeout: 300
#
# Root writes results to a directory that is open to all, while another user swaps what has the name
# of the result: a file that anybody may run as its owner, a link to a file of root's, and nothing. No write
# goes anywhere else, and no result has permissions that somebody else has chosen.

. /tests/lib/common.sh

OTHER=65534
shared=/tmp/shared
private=/tmp/private
result=$shared/result
victim=$private/victim

echo 1 >/proc/sys/fs/protected_symlinks
mkdir -m 1777 $shared
# The other user can reach it, so that a link to it leads somewhere.
mkdir -m 755 $private
umask 022
echo untouched >$victim
chmod 666 $victim
cp $victim $private/copy
victim_before=$(stat -c '%i %a %u %s %Y' $victim)

rtlat hist -S clock -q -d 1s -o json:$private/source.json >/dev/null 2>&1 ||
	fail 'no result to work with'

# Names that a trace might have meanwhile belong to the other user, and are in nobody's way.
i=$$
while [ $i -lt $(($$ + 2000)) ]; do
	: >$shared/trace.txt.$i
	i=$((i + 1))
done
chown -R $OTHER $shared
status=0
rtlat hist -q -T 1 -c 0 -d 10s -t=$shared/trace.txt >/dev/null 2>/tmp/err || status=$?
[ $status -eq 2 ] && [ -s $shared/trace.txt ] || { cat /tmp/err; fail "no trace: status $status"; }
chown 0 $shared
rm $shared/trace.txt*

refused=0
written=0

# attack COMMAND...: run it, then look at what has come of it
attack()
{
	rm -f $result
	if "$@" >/dev/null 2>/tmp/err; then
		written=$((written + 1))
	else
		refused=$((refused + 1))
	fi
	[ "$(stat -c '%i %a %u %s %Y' $victim)" = "$victim_before" ] ||
		fail "written to or replaced by: $*"
	# The other user's files have all bits, and a result of root's has those of the umask.
	find $shared -type f -user 0 ! -perm 644 >/tmp/wrong
	[ ! -s /tmp/wrong ] || fail "$(ls -l $shared) after: $*"
}

swap $OTHER $result $victim 6777 &
swapper=$!
end=$(($(cut -d. -f1 /proc/uptime) + $(scaled 60 10)))
while [ "$(cut -d. -f1 /proc/uptime)" -lt $end ]; do
	attack rtlat merge $private/source.json -o json:$result
	attack rtlat merge $private/source.json -o openmetrics:$result
	attack rtlat report $private/source.json -o $result
	attack rtlat hist -S clock -q -d 10ms -o csv:$result
	attack rtlat hist -q -i 1 -d 1s -c 0 -t=$result
done
kill -0 $swapper || fail 'nobody swapped anything'
kill $swapper
cmp -s $victim $private/copy || fail 'the victim has changed'
echo "written $written refused $refused"
# Both of it has happened, so that there was something to see.
[ $written -gt 0 ] && [ $refused -gt 0 ] || fail 'the other user was always, or never, in the way'
