#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# add: build/tests/tools/hog:/usr/bin/hog /usr/bin/trace-cmd
# timeout: 300
#
# A trace.dat is what the text would have been, for trace-cmd: the same records on each CPU, with
# the sample that reached the limit, who made it late, the event asked for, and functions by name.

. /tests/lib/common.sh

JSON=/tmp/result.json
DAT=/tmp/trace.dat
TEXT=/tmp/trace.txt
REPORT=/tmp/report.txt

# records FILE: of the kernel's text or of trace-cmd's, how many there are by CPU and name. Stacks
# are not of one line, and not of one name.
records()
{
	awk 'match($0, /\[[0-9]+\]/) {
			cpu = substr($0, RSTART + 1, RLENGTH - 2)
			rest = substr($0, index($0, ": ") + 2)
			if (rest ~ /^ *#[0-9]/)
				count[cpu " timerlat"]++
			# Of a function that some kernels name.
			else if (rest ~ /stop tracing hit/)
				count[cpu " print"]++
			else if (match(rest, /^ *[a-z_]+: /) && rest !~ /^ *kernel_stack/)
				count[cpu " " substr(rest, 1, RLENGTH - 2)]++
		}
		END { for (i in count) print count[i], i }' "$1" | sort
}

# reports OPTION...: what a hog made late, in both formats
reports()
{
	rm -f $DAT $TEXT
	(sleep 2; exec hog 0 99 5 45 10) &
	measure 2 -c 0 -d 60s -T 2000 -s 2000 -o json:$JSON -e sched:sched_switch \
		--on-threshold trace,file=$TEXT --on-threshold trace,file=$DAT "$@"
	kill $!
	wait
	trace-cmd report -i $DAT >$REPORT 2>/tmp/report.err || fail "trace-cmd: $(cat /tmp/report.err)"
	[ ! -s /tmp/report.err ] || fail "trace-cmd: $(cat /tmp/report.err)"
	says $REPORT '^cpus=1$'
	seq=$(jsonget $JSON exceeded.sample.seq)
	latency=$(jsonget $JSON exceeded.sample.thread_ns)
	says $REPORT "timerlat: *seq:$seq.context:1.timer_latency:$latency$"
	says $REPORT 'thread_noise: *hog:[0-9]* '
	says $REPORT 'sched_switch: .*next_comm=hog '
	says $REPORT 'asm_sysvec_apic_timer_interrupt'
	head -n 3 $REPORT
	records $TEXT >/tmp/expected
	records $REPORT >/tmp/found
	says /tmp/found ' timerlat$'
	cat /tmp/found
	cmp /tmp/expected /tmp/found || fail "$*: the text has $(cat /tmp/expected)"
}

for source in record timerlat-user timerlat-kernel; do
	[ $source != record ] || has_records || continue
	[ $source != timerlat-user ] || has_timerlat_fd || continue
	reports -S $source
done

# What cannot be written is no file, and the run fails.
mkdir /tmp/small
mount -t tmpfs -o size=64k tmpfs /tmp/small
(sleep 2; exec hog 0 99 5 45 10) &
measure 1 -c 0 -d 60s -k -T 2000 -t=/tmp/small/trace.dat
kill $!
wait
says /tmp/result.err 'trace: /tmp/small/trace.dat: No space left on device'
[ -z "$(ls /tmp/small)" ] || fail "left: $(ls /tmp/small)"
umount /tmp/small
