#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Wrong usage, and values at the ends of their ranges, of what measures latency or noise.
# shellcheck source=tests/host/lib/usage.sh
. "${SRC:?the source directory}/tests/host/lib/usage.sh"

# What differs between what measures latencies and what measures noise: the limits, a source that
# traces nothing, and the ends of ranges.
of_latency()
{
	limit=(-T 5)
	untraced=clock
	least=(-p 20 -A 0)
	most=(-p 1000000 -A 1000000)
}

of_noise()
{
	limit=(-s 5)
	untraced=spin
	least=(-p 100 -r 100 -T 0)
	most=(-p 10000000 -r 10000000 -T 1000000)
}

# Of what has threads that measure, and limits.
bad_thread_values()
{
	local sched="expected o:-20..19, f:1..99"

	wrong "-P x:1: $sched" -P x:1
	wrong "-P f:100: $sched" -P f:100
	wrong "-P f:0: $sched" -P f:0
	wrong "-P f: $sched" -P f
	wrong "-P o:20: $sched" -P o:20
	wrong "-P d:10:5: $sched" -P d:10:5
	wrong "-P d:2ms:1ms: $sched" -P d:2ms:1ms
	wrong "-t =: expected the name of a file" "${limit[@]}" -t=
	wrong "--on-threshold trace,file=: expected up to 16 of trace" "${limit[@]}" \
		--on-threshold trace,file=
	wrong "-e sched:: expected up to 32 of SYSTEM:EVENT" -e sched:
	wrong "-e ../x: expected up to 32 of" -e ../x
	wrong "--filter x == 1: expected an -e before it" --filter 'x == 1'
	wrong "--trigger x: expected an -e SYSTEM:EVENT" -e irq --trigger x
	wrong "--on-threshold shell,command=: expected" --on-threshold shell,command=
	wrong "--on-threshold signal,num=99,pid=1: expected" --on-threshold signal,num=99,pid=1
	wrong "--on-end signal,num=9: expected" --on-end signal,num=9
	wrong "--on-end signal,num=9,pid=0: expected" --on-end signal,num=9,pid=0
	wrong "--cgroup '': expected the name of a cgroup" --cgroup=
	wrong "-C =: expected the name of a cgroup" -C=
	wrong "--dma-latency 10001: expected a latency from 0 to 10000" --dma-latency 10001
	wrong "--deepest-idle-state -2: expected an idle state from -1" --deepest-idle-state -2
}

bad_latency_values()
{
	local period="expected a period from 20 to 1000000"

	wrong "-p 0: $period" -p 0
	wrong "-p 1: $period" -p 1
	wrong "-p 1000001: $period" -p 1000001
	wrong "-p +100: $period" -p +100
	wrong "-p 99999999999999999999: $period" -p 99999999999999999999
	wrong "--period 2s: $period" --period 2s
	wrong "--period 100500ns: $period" --period 100500ns
	wrong "--period 19us: $period" --period 19us
	wrong "--period 1ms1: $period" --period 1ms1
	wrong "-A 1000001: expected an offset from 0 to 1000000" -A 1000001
	wrong "-i -1: expected a latency from 1 to 1000000000 (us), 0 for none" -i -1
	wrong "-T 10u: expected a latency from 1 to" -T 10u
	wrong "-a x: expected a latency from 1" -a x
	wrong "--aa-only 0: expected a latency from 1" --aa-only 0
	wrong "-s 0x: expected a latency from 1" -s 0x
	wrong "--stack-format all: expected truncate, skip or full" --stack-format all
	wrong "--thread 1000000001: expected a latency from 1" --thread 1000000001
	wrong "--gate thread.max<100k: expected a latency such as 50 or 50us at 100k" \
		--gate 'thread.max<100k'
	wrong "--gate thread.max=5: expected <=, <, >=, >, == or != at =5" --gate thread.max=5
	wrong "--gate thread.p99: expected <=, <, >=, >, == or != at the end" --gate thread.p99
	wrong "--gate missed==1us: expected a whole number at 1us" --gate missed==1us
	wrong "--gate duration>x: expected a duration such as 10m at x" --gate 'duration>x'
	wrong "--gate cpu9999.lost==0: expected all., worst. or cpuN., N being 0 to 8191" \
		--gate cpu9999.lost==0
	wrong "--gate thread.p999<1: expected a metric at thread.p999<1: irq, thread or return" \
		--gate 'thread.p999<1'
	wrong "-S nosuch: expected auto, timerlat, " -S nosuch
	wrong "-S spin: expected auto, timerlat, " -S spin
	wrong "-r: cyclictest's -r does not exist here" -r 100
	wrong "--stop-total: unknown option" --stop-total 5
	wrong "--no-sources: unknown option" --no-sources
}

bad_noise_values()
{
	local option period="expected a period from 1 to 10000000"
	local runtime="expected a time from 100 to 10000000" time="expected a time from 1 to 1000000000 (us), 0 for none"
	local threshold="expected a time from 0 to 1000000"

	wrong "-p 0: $period" -p 0
	wrong "-p 10000001: $period" -p 10000001
	wrong "--period 11s: $period" --period 11s
	wrong "-p 99: expected a period with a runtime of 100 (us) or more" -p 99
	wrong "-r 99: $runtime" -r 99
	wrong "--runtime 10000001: $runtime" --runtime 10000001
	wrong "-r 1.5: $runtime" -r 1.5
	wrong "-r 501: expected at most the period, 500 (us)" -r 501 -p 500
	wrong "-r 1000001: expected at most the period, 1000000 (us)" -r 1000001
	wrong "-T -1: $threshold" -T -1
	wrong "-T 10u: $threshold" -T 10u
	wrong "--threshold 1000001: $threshold" --threshold 1000001
	wrong "-s -1: $time" -s -1
	wrong "--stop 1000000001: $time" --stop 1000000001
	wrong "-a x: $time" -a x
	wrong "-a 0x1g: $time" -a 0x1g
	wrong "--stop-total 0x10000000000000000: $time" --stop-total 0x10000000000000000
	wrong "--stop-total auto: $time" --stop-total auto
	# A number is a limit, a name is a source.
	wrong "-S 0x: expected a source, or a time from 1 to 1000000000 (us), 0 for none" -S 0x
	wrong "-S 5u: expected a source, or a time" -S 5u
	wrong "-S '': expected auto, osnoise, bpf, spin" -S ''
	wrong "-S nosuch: expected auto, osnoise, bpf, spin" -S nosuch
	wrong "-S clock: expected auto, osnoise, bpf, spin" -S clock
	wrong "--source timerlat: expected auto, osnoise, bpf, spin" --source timerlat
	wrong "--gate noise.maxi<100: expected <=, <, >=, >, == or != at i<100" --gate 'noise.maxi<100'
	wrong "--gate available>x: expected a percentage such as 99.9% at x" --gate 'available>x'
	for option in cyclictest rt-tests-json hgrm; do
		wrong "-o $option: expected FORMAT or FORMAT:FILE with a format of text, json, csv" \
			-o $option
	done
	for option in -i -u -k -U -A; do
		wrong "$option: unknown option" $option 5
	done
	for option in --thread --stack-format --dump-tasks --aa-only --no-aa --no-irq; do
		wrong "$option: unknown option" $option
	done
}

bad_combinations()
{
	wrong "b.txt: expected before $work/a.dat, which takes the trace" "${limit[@]}" \
		"-t=$work/a.dat" --on-threshold "trace,file=$work/b.txt"
	wrong "--on-end continue: there is nothing" --on-end continue
	wrong "--on-end trace: two of $work/x" --on-end "trace,file=$work/y/../x" \
		--on-end trace --on-end "trace,file=$work/x"
	bad_outputs
}

# With a source that traces nothing.
bad_untraced()
{
	wrong "--trace-buffer-size: not possible with -S $untraced" -S "$untraced" \
		--trace-buffer-size 64
	wrong "-t: not possible with -S $untraced" -t "${limit[@]}" -S "$untraced"
	wrong "-a: not possible with -S $untraced" -a 5 -S "$untraced"
	wrong "--on-end trace: not possible with -S $untraced" --on-end trace -S "$untraced"
	wrong "--on-threshold trace: not possible with -S $untraced" "${limit[@]}" \
		--on-threshold trace --on-end trace -S "$untraced"
}

bad_latency_combinations()
{
	wrong "expected only one of them" -u -k
	wrong "expected only one of them" -U -k
	wrong "-u: not possible with -S clock" -u -S clock
	wrong "-k: not possible with -S clock" -S clock -k
	wrong "-U: not possible with -S clock" -S clock -U
	wrong "-k: not possible with -S timerlat-user" -S timerlat-user -k
	wrong "-u: not possible with -S timerlat-kernel" -S timerlat-kernel -u
	wrong "-U: not possible with -S kernel-histogram" -S kernel-histogram -U
	wrong "-P: not possible with -U" -U -P f:1
	wrong "-C: not possible with -U" -C -U
	wrong "--trace-buffer-size: not possible with -S record" --trace-buffer-size 64 -S record
	wrong "-i: not possible with -S clock" -S clock -i 5
	wrong "-T: not possible with -S kernel-histogram" -T 5 -S kernel-histogram
	wrong "--on-end trace: not possible with -S kernel-histogram" --on-end trace \
		-S kernel-histogram
	wrong "--aa-only and --no-aa: expected only one" --aa-only 5 --no-aa
	wrong "-s: not possible with -S clock" -s 5 -T 5 -S clock
}

good_values()
{
	taken -d 1 "${least[@]}" -c 0 -P f:1 --warm-up 0 -C --dma-latency 0
	taken -d 3650d "${most[@]}" -P o:-20 --warm-up 86400 -C=name
	taken -d 2m -C name -P r:99 --deepest-idle-state -1 --dma-latency 10000
	taken -d 2h -P d:1024ns:1s --cgroup=a/b --deepest-idle-state 9 --worst 0
	taken --dur 1 --house 0 --trace-buffer-size 1048576 --percentiles 100 -nqD
	taken --worst 100 --percentiles 1,2,3,4,5,6,7,8
	taken -a 10 -e irq -e sched:sched_switch --filter 'prev_pid == 1' -t=x
	taken --on-end "trace,file=$work/y/x" --on-end trace -e irq
	taken "${limit[@]}" --on-threshold signal,pid=parent,num=1 --on-threshold continue \
		--on-end shell,command=a,b
	taken --gate worst.missed==0 --gate 'cpu0.lost<1' --gate 'duration>=1h'
	taken --interval 1s -o "openmetrics:$work/x.prom"
}

good_latency_values()
{
	taken -S timerlat -k --worst 100
	taken -S timerlat-user -u --trace-buffer-size 64
	taken -S clock -T 1
	taken -i 1 -T 1000000000 --no-aa
	taken --worst 5 --no-aa
	taken -T 10 -s 5 --stack-format skip
	taken --aa-only 10
	taken -S record -a 10 --trace-buffer-size 64
	taken -S timerlat --trace-buffer-size 64
	taken --gate 'thread.p99.9<=100us' --gate 'all.return.stddev!=5ns'
	accepted timerlat "$command" -U
}

good_noise_values()
{
	taken -s 1 -S 1000000000 -S osnoise --no-sources
	taken --stop 1000000000 --stop-total 1 --source auto
	taken -S auto -p 134 --trace-buffer-size 64
	taken -S osnoise -T 0 -P d:1024ns:1s
	taken --gate 'noise.p99.9<=100us' --gate 'noise.stddev!=5ns' --gate 'worst.available>=99.9%' \
		--gate 'period.max<1ms' --gate hardware==0
}

# Of what each command has alone.
bad_own_values()
{
	bad hist "--no-irq and --no-thread" hist --no-irq --no-thread
	accepted hist --no-irq
	accepted hist -E 9999999 -b 1 --no-thread
	for command in top 'osnoise top' hwnoise; do
		wrong "-b: unknown option" -b 1
		wrong "--with-zeros: unknown option" --with-zeros
	done
	for command in 'osnoise top' 'osnoise hist'; do
		of_noise
		bad_untraced
		wrong "-T 0: not possible with -S spin" -T 0 -S spin
		taken -S spin -s 5 -T 1
	done
	bad hwnoise "-o rtla: expected FORMAT" hwnoise -o rtla
	bad hwnoise "-S spin: cannot turn interrupts off" hwnoise -S spin
	bad hwnoise "-p 133: expected a period with a runtime of 100" hwnoise -p 133
	accepted osnoise -p 100
}

for command in top hist 'osnoise top' 'osnoise hist' hwnoise; do
	measure=noise
	[[ $command == *noise* ]] || measure=latency
	of_$measure
	bad_values
	bad_thread_values
	bad_${measure}_values
	bad_words
	wrong "-p: missing US" -p
	wrong "--per: ambiguous option" --per 100
	bad_combinations
	good_values
	good_${measure}_values
	if [[ $measure == latency ]]; then
		bad_untraced
		bad_latency_combinations
	fi
	[[ $command != *hist ]] || bad_table_values
done
bad_own_values
((failures == 0))
