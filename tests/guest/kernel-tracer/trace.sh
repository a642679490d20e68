#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/timerlat_loop:/usr/bin/timerlat_loop
# timeout: 90
#
# The trace of timerlat: its header, and per activation one line of the interrupt, one of the
# thread, and with user threads one of the return.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

TASK='^ *[^ ].*-[0-9]+ +\[[0-9]{3}\]'
LINE="$TASK [^ ]+ +[0-9]+\.[0-9]{6}: #[0-9]+ +context +[a-z-]+ timer_latency +[0-9]+ ns\$"

# The header says what the columns are.
check_header()
{
	[ "$(head -n 1 "$1")" = '# tracer: timerlat' ] || fail "header: $(head -n 1 "$1")"
	for text in '=> irqs-off$' '=> need-resched$' '=> hardirq/softirq$' '=> preempt-depth$' \
		'ACTIVATION$' 'TASK-PID  *CPU# .*TIMESTAMP  *ID  *CONTEXT  *LATENCY$'; do
		once "$1" "^#.*$text"
	done
}

# check_lines FILE CONTEXT...: for each CPU, activations from 1 on, and of each these contexts
# in this order with latencies that do not fall; the last may be cut short
check_lines()
{
	file=$1
	shift
	grep -v '^#' "$file" >/tmp/lines
	grep -Ev "$LINE" /tmp/lines && fail 'this is not a line of timerlat'
	samples "$file" | awk -v contexts="$*" '
		BEGIN { n = split(contexts, want) }
		{
			at = step[$1]++
			seq = int(at / n) + 1
			context = want[at % n + 1]
			if ($2 != seq || $3 != context) {
				print "CPU " $1 ": #" $2 " " $3 " instead of #" seq " " context
				exit bad = 1
			}
			if (at % n && $4 < last[$1]) {
				print "CPU " $1 ": #" $2 " " $3 " " $4 " after " last[$1]
				exit bad = 1
			}
			last[$1] = $4
		}
		END { exit bad || !NR }' || fail 'the lines are not as they should be'
}

# writers_of CONTEXT: who wrote its lines, and on which CPU. The tracer knows no names of its own.
writers_of()
{
	sed -n "s/^.*-\([0-9]*\) *\[00\([0-9]\)\].*context *$1 timer.*/\1 \2/p" /tmp/lines |
		sort -u | while read -r pid cpu; do
		echo "$(cat "/proc/$pid/comm") $cpu"
	done
}

check_kernel_threads()
{
	fresh
	tracer timerlat
	traced 0 600
	traced 1 600
	echo 0 >"$TRACING/tracing_on"
	cat "$TRACING/trace" >/tmp/trace
	check_header /tmp/trace
	check_lines /tmp/trace irq thread
	[ "$(writers_of thread)" = "timerlat/0 0
timerlat/1 1" ] || fail "written by $(writers_of thread)"
	running timerlat/0 && running timerlat/1 || fail 'no kernel threads'
	setting cpus 1
	running timerlat/0 && fail 'a thread on a CPU that is not in cpus'
	tracer nop
	running 'timerlat/.*' && fail 'kernel threads outlive the tracer'
	return 0
}

# A reader that knows nothing of records, and lives until the tracer is switched off.
check_user_thread()
{
	fresh
	timerlat_loop 1 >/tmp/loop.txt && fail 'a reader without the tracer'
	says /tmp/loop.txt 'cpu1/timerlat_fd: Invalid argument'
	user_timerlat
	timerlat_loop 1 &
	loop=$!
	traced 1 900
	echo 0 >"$TRACING/tracing_on"
	cat "$TRACING/trace" >/tmp/trace
	check_header /tmp/trace
	check_lines /tmp/trace irq thread user-ret
	for context in thread user-ret; do
		[ "$(writers_of $context)" = 'timerlat_loop 1' ] ||
			fail "$context: written by $(writers_of $context)"
	done
	kill -0 $loop || fail 'the reader did not live on'
	tracer nop
	killed $loop 'the tracer is off'
}

check_kernel_threads
check_user_thread
fresh
