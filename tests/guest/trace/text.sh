#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.1-rt rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog
# timeout: 300
#
# The trace that is kept ends with the sample that reached the limit, has who made it late, and the
# events asked for as they were asked for. What the kernel refuses is said in its own words, and
# nothing of it stays behind.

. /tests/lib/common.sh

JSON=/tmp/result.json
TRACE=/tmp/trace.txt

# traced OPTION...: a run with a hog that stops, and its trace
traced()
{
	rm -f $TRACE
	machine_state >/tmp/before
	(sleep 2; exec hog 0 99 5 45 10) &
	measure 2 -c 0 -d 60s -T 2000 -o json:$JSON "$@"
	kill $!
	wait
	machine_state >/tmp/after
	cmp /tmp/before /tmp/after || fail "$*: the machine is not as before"
	[ -s $TRACE ] || fail "$*: no trace"
}

# The last sample in the trace is the one of the result.
ends_with_it()
{
	seq=$(jsonget $JSON exceeded.sample.seq)
	latency=$(jsonget $JSON exceeded.sample.thread_ns)
	last=$(grep 'context thread' $TRACE | tail -n 1 |
		sed 's/.*#\([0-9]*\) *context thread timer_latency *\([0-9]*\) ns/\1 \2/')
	echo "$*: activation $seq, $latency ns; the last in the trace: $last"
	[ "$last" = "$seq $latency" ] || fail "$*: it is another"
	says $TRACE 'thread_noise: *hog:[0-9]* '
}

refused()
{
	pattern=$1
	shift
	rm -f $TRACE
	machine_state >/tmp/before
	measure 1 -c 0 -d 10s -T 2000 -t=$TRACE "$@"
	machine_state >/tmp/after
	cmp /tmp/before /tmp/after || fail "$*: the machine is not as before"
	says /tmp/result.err "$pattern"
	[ ! -e $TRACE ] || fail "$*: a trace of nothing"
}

for source in record timerlat-user timerlat-kernel; do
	[ $source != record ] || has_records || continue
	[ $source != timerlat-user ] || has_timerlat_fd || continue
	traced -S $source -t=$TRACE
	ends_with_it $source
	if grep -q sched_switch $TRACE; then
		fail 'an event that was not asked for'
	fi
	traced -S $source --trace=$TRACE -e sched:sched_switch --filter 'next_comm == "hog"' \
		-e irq --no-aa --trace-buffer-size 700
	ends_with_it $source
	says $TRACE 'sched_switch: .*next_comm=hog'
	if grep sched_switch: $TRACE | grep -qv 'next_comm=hog'; then
		fail 'an event that the filter was to keep out'
	fi
done
traced -k -T 1000 --on-threshold "trace,file=$TRACE" -e sched:sched_waking \
	--trigger 'stacktrace:1000' --on-threshold "shell,command=cp $TRACE /tmp/copy"
cmp $TRACE /tmp/copy || fail 'the trace was not there for the next action'
says $TRACE '^ => try_to_wake_up'
refused 'error: Field not found' -k -e sched:sched_switch --filter 'nosuch == 1'
refused 'cannot set the trigger of sched:sched_switch' -k -e sched:sched_switch --trigger nosuch
refused 'cannot trace nosuch:event' -k -e nosuch:event

# The end of a run without a limit, too, has a trace: up to its last sample, and saved in its turn.
for source in record timerlat-user timerlat-kernel; do
	[ $source != record ] || has_records || continue
	[ $source != timerlat-user ] || has_timerlat_fd || continue
	rm -f $TRACE
	machine_state >/tmp/before
	measure 0 -c 0 -d 2s -S $source -e sched:sched_switch -o json:$JSON \
		--on-end "shell,command=test -s $JSON && test ! -e $TRACE" \
		--on-end "trace,file=$TRACE" --on-end "shell,command=cp $TRACE /tmp/copy"
	machine_state >/tmp/after
	cmp /tmp/before /tmp/after || fail "$source, at the end: the machine is not as before"
	cmp $TRACE /tmp/copy || fail "$source: the trace was not there for the next action"
	says /tmp/result.txt "^  Saving trace to $TRACE\$"
	says $TRACE sched_switch:
	last=$(grep 'context thread' $TRACE | tail -n 1 | sed 's/.*#\([0-9]*\) .*/\1/')
	echo "$source: $(field 0 thread count) samples; the last in the trace: $last"
	# The tracer's own threads are at work for somewhat longer before the run begins.
	holds "$last >= $(field 0 thread count) && $last < $(field 0 thread count) + 100"
done
rm -f $TRACE /tmp/copy
measure 1 -c 0 -d 1s -k --on-end 'shell,command=exit 3' --on-end "trace,file=$TRACE" \
	--on-end 'shell,command=: >/tmp/copy'
[ ! -e $TRACE ] && [ ! -e /tmp/copy ] || fail 'actions after one that failed'
measure 1 -c 0 -d 1s -k --on-end "trace,file=/proc/nosuch" --on-end 'shell,command=: >/tmp/copy'
[ ! -e /tmp/copy ] || fail 'actions after a trace that could not be saved'
(sleep 2; exec hog 0 99 5 45 10) &
rm -f $TRACE
measure 2 -c 0 -d 60s -k -T 2000 -o json:$JSON --on-end "trace,file=$TRACE"
kill $!
wait
ends_with_it 'at the end, with a limit'
[ "$(find /tmp -name 'trace.txt*')" = $TRACE ] || fail "left: $(find /tmp -name 'trace.txt*')"

# What is short for several options: all of them; or nothing but the explanation. Of who has the CPU
# when the tracer begins the kernel does not tell what he takes of it: hence a hog who comes later.
cd /tmp || exit
(sleep 2; exec hog 0 99 5 45 10) &
measure 2 -c 0 -d 60s -k -a 2000
says /tmp/result.txt "^Blocking thread stack trace, at the timer's interrupt:$"
says /tmp/timerlat_trace.txt 'context thread timer_latency'
kill $!
wait
(sleep 2; exec hog 0 99 5 45 10) &
measure 2 -c 0 -d 60s -k --aa-only 2000
says /tmp/result.txt '^threshold: .* of which [0-9]*us thread hog:'
says /tmp/result.txt "^Blocking thread stack trace, at the timer's interrupt:$"
if grep -q '^count:' /tmp/result.txt; then
	fail '--aa-only: more than the explanation'
fi
kill $!
wait
measure 0 -c 0 -d 1s -k --aa-only 2000
says /tmp/result.txt '^no latency has reached the limit; the largest thread latency was [0-9.]*us$'

# The run goes on, and so does the trace.
hog 0 99 5 45 3 &
measure 0 -c 0 -d 4s -k -T 2000 -o json:$JSON -t=$TRACE \
	--on-threshold 'shell,command=grep -c "context thread" '$TRACE --on-threshold continue
wait
all_periods 0
holds "$(grep -c '^[0-9][0-9]*$' /tmp/result.err) > 3"
