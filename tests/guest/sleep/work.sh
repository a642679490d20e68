#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt debian-7.3
# check: debian-6.12-rt
# mode: deterministic
# modules: latency_tracker_sleep
# add: build/tests/tools/sleeper:/usr/bin/sleeper tests/tools:/source
# add: /usr/bin/git /usr/bin/make /usr/bin/gcc /usr/bin/as /usr/bin/nice
# add: /usr/lib/gcc/x86_64-linux-gnu/12/cc1
# add: /usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h
# add: /usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h
# add: /usr/include/alloca.h /usr/include/endian.h /usr/include/errno.h /usr/include/fcntl.h
# add: /usr/include/features-time64.h /usr/include/features.h /usr/include/sched.h
# add: /usr/include/stdc-predef.h /usr/include/stdio.h /usr/include/stdlib.h /usr/include/string.h
# add: /usr/include/strings.h /usr/include/time.h /usr/include/unistd.h
# add: /usr/include/asm-generic/errno-base.h /usr/include/asm-generic/errno.h
# add: /usr/include/linux/errno.h /usr/include/linux/falloc.h
# add: /usr/include/x86_64-linux-gnu/asm/errno.h /usr/include/x86_64-linux-gnu/asm/unistd.h
# add: /usr/include/x86_64-linux-gnu/asm/unistd_64.h
# add: /usr/include/x86_64-linux-gnu/bits /usr/include/x86_64-linux-gnu/gnu
# add: /usr/include/x86_64-linux-gnu/sys/cdefs.h /usr/include/x86_64-linux-gnu/sys/select.h
# add: /usr/include/x86_64-linux-gnu/sys/syscall.h /usr/include/x86_64-linux-gnu/sys/types.h
# timeout: 300
#
# git clones a local repository, and make and gcc compile files of it, while rtlat sleep counts: who
# waits for a child or for what it writes is said to do so, nobody was off a CPU for longer than he
# lived, and a sleeper beside has the sleeps that it was told to have.

. /tests/lib/common.sh
. /tests/lib/sleeping.sh

CLONE=/tmp/clone

export GIT_EXEC_PATH=/usr/bin GIT_CONFIG_NOSYSTEM=1 GIT_TEMPLATE_DIR=

now_ms()
{
	awk '{ print int($1 * 1000) }' /proc/uptime
}

make_repository()
{
	ln -s git /usr/bin/git-upload-pack 2>/dev/null
	cp -r /source /tmp/source
	cd /tmp/source || exit
	git init -q -b main .
	git add .
	git -c user.name=test -c user.email=test@localhost commit -q -m all || fail 'git commit'
	cd /tmp || exit
}

# In a shell that waits for each of its two children.
work()
{
	git clone -q --no-local /tmp/source $CLONE || exit
	make -s -C $CLONE -j2 CC=gcc CFLAGS='-O2 -D_GNU_SOURCE' \
		sleeper.o writeonce.o timerlat_loop.o
	echo $? >/tmp/status
}

# The sleeper can be named as long as it lives, and then takes what nobody else wants: to get none of that
# for 200 ms and more is not unheard of, so that each of its sleeps is far longer.
run_work()
{
	rtlat sleep --stacks both -o json:$RESULT &
	run=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 0.5
		[ -e /proc/lattop ] && break
	done
	nice -n 19 sleeper 5 1000 stay &
	sleeper=$!
	begin=$(now_ms)
	work &
	worker=$!
	wait $worker
	elapsed=$(($(now_ms) - begin))
	sleep 5
	kill -TERM $run
	wait $run || fail "rtlat sleep: status $?"
	kill $sleeper
	loaded && fail 'the module is still loaded'
	[ "$(cat /tmp/status)" = 0 ] || fail 'the work failed'
}

# tasks_named NAME [FUNCTION]: how many of them there are, with this function in the stack
tasks_named()
{
	tasks | grep "\"name\":\"$1\",\"kernel_thread\":false" | grep -c "\"symbol\":\"${2-}"
}

# PID SLEEP BLOCKED WAITING PREEMPTED START, in ns: a line for each task
sums()
{
	tasks | tr '{},' '\n' | awk -F: '
		$1 == "\"pid\"" { pid = $2 }
		$1 == "\"start_ns\"" { start = $2 }
		$2 == "" { part = $1 }
		$1 == "\"total_ns\"" { total[part] = $2 }
		part == "\"worst\"" && pid {
			print pid, total["\"sleep\""], total["\"blocked\""], total["\"waiting\""],
				total["\"preempted\""], start
			pid = 0
		}'
}

sums_agree()
{
	end=$(jsonget $RESULT time_ns)
	[ "$(sums | wc -l)" = "$(tasks | wc -l)" ] ||
		fail "$(sums | wc -l) of $(tasks | wc -l) sums"
	sums | awk -v end="$end" '
		$2 != $3 + $4 + $5 { print "pid", $1, "slept", $2, "of", $3, $4, $5; bad = 1 }
		$2 > end - $6 { print "pid", $1, "slept", $2, "and lived", end - $6; bad = 1 }
		NR > 1 && $2 > last { print "pid", $1, "is after one with less"; bad = 1 }
		{ last = $2 }
		END { exit bad || NR < 10 }' || fail 'the sums'
}

sleeper_as_planted()
{
	count=$(of $sleeper blocked.count)
	total=$(of $sleeper blocked.total_ns)
	max=$(of $sleeper blocked.max_ns)
	echo "sleeper: blocked $count times, $total ns, at most $max ns"
	# On PREEMPT_RT a lock that somebody else has is waited for, too, but not for long:
	# seen were 2.6 ms beyond the five planted sleeps of 1 s.
	[ "$count" = 5 ] || holds "$count > 5 && $count <= 8 && $total <= 5005000000"
	near "$total" 5000000000 100000000
	near "$max" 1000000000 20000000
	case $(task $sleeper) in
	*nanosleep*planted_sleep+0x*) ;;
	*) fail "neither nanosleep nor planted_sleep in $(task $sleeper)" ;;
	esac
}

# The shell was off its CPU for as long as its children took. The uptime has steps of 10 ms.
worker_waited()
{
	slept=$(sums | sed -n "s/^$worker \([0-9]*\) .*/\1/p")
	echo "worker: off its CPU for $slept ns of $elapsed ms"
	holds "$slept >= $elapsed * 900000"
	holds "$slept <= ($elapsed + 10) * 1000000"
	case $(task $worker) in
	*do_wait+0x*) ;;
	*) fail "no do_wait in $(task $worker)" ;;
	esac
}

# How many tasks of a name must have what in the stack: a driver waits for its compiler, and git for
# what another one writes.
stacks_as_known()
{
	tasks | grep -oE '"name":"(git|git-upload-pack|make|gcc|cc1|as)","kernel_thread":false' |
		sort | uniq -c
	[ "$(tasks_named gcc)" = 3 ] && [ "$(tasks_named cc1)" = 3 ] || fail 'not three gcc and cc1'
	[ "$(tasks_named gcc do_wait+0x)" = 3 ] || fail 'a gcc that does not wait for its child'
	[ "$(tasks_named make 'do_\(select\|wait\)+0x')" = 1 ] || fail 'make does not wait'
	[ "$(tasks_named git-upload-pack 'do_\(sys_\)*poll')" = 1 ] ||
		fail 'git-upload-pack does not poll'
	[ "$(tasks_named git '\(anon_\)*pipe_read+0x')" -ge 2 ] || fail 'no git reads from a pipe'
	# All of a compiler's files are in memory.
	[ "$(tasks_named cc1 'do_wait\|pipe_read')" = 0 ] || fail 'cc1 waits for another'
}

make_repository
run_work
sleeper_as_planted
worker_waited
sums_agree
stacks_as_known
