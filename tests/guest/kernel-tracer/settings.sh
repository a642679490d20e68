#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1 rtlat-6.12-rt-debug
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# append: kmemleak=on
# add: build/tests/tools:/usr/local/bin
# timeout: 600
#
# CPUs, periods and options are changed while the tracer runs, in several instances, which come
# and go, and while the histograms are read and cleared: each setting is taken, and each instance
# gets its samples.

. /tests/lib/common.sh
. /tests/lib/stress.sh

rounds=$(scaled 30 10)

# Clears it and reads it: never more than what came since.
clear_hist()
{
	for cpu in 0 1; do
		echo 0 >"$OSNOISE/per_cpu/cpu$cpu/timerlat_hist"
		cat "$OSNOISE/per_cpu/cpu$cpu/timerlat_hist"
	done
}

come_and_go()
{
	mkdir "$TRACING/instances/passing"
	echo timerlat >"$TRACING/instances/passing/current_tracer"
	usleep 30000
	cat "$TRACING/instances/passing/trace"
	rmdir "$TRACING/instances/passing"
}

# samples_in INSTANCE: come in, while its tracing is on
samples_in()
{
	echo >"$1/trace"
	sleep 1
	grep -q 'context.*irq' "$1/trace" || fail "no samples in $1"
}

# set_cpus LIST THREADS: what runs then, each CPU with a space after
set_cpus()
{
	put "$1" $OSNOISE/cpus
	same_as "$1" $OSNOISE/cpus
	found=
	for cpu in 0 1; do
		! runs timerlat/$cpu >/dev/null || found="$found$cpu "
	done
	[ "$found" = "$2" ] || fail "with '$1' in cpus there are threads on '$found'"
}

change_settings()
{
	set_cpus 0 '0 '
	set_cpus 1 '1 '
	set_cpus '' ''
	set_cpus 0-1 '0 1 '
	for period in 5000 50000 1000000 "$(scaled 10000 500)"; do
		put $period $OSNOISE/timerlat_period_us
		same_as $period $OSNOISE/timerlat_period_us
	done
	put 100 $OSNOISE/print_stack
	for option in TIMERLAT_ALIGN OSNOISE_PREEMPT_DISABLE OSNOISE_IRQ_DISABLE \
		NO_OSNOISE_WORKLOAD NO_TIMERLAT_ALIGN OSNOISE_WORKLOAD DEFAULTS; do
		put $option $OSNOISE/options
	done
	put 0 $OSNOISE/print_stack
}

stress_start
put timerlat "$TRACING/current_tracer"
for instance in a b; do
	mkdir "$TRACING/instances/$instance"
	put timerlat "$TRACING/instances/$instance/current_tracer"
done
start_reader 1 2
in_background clear_hist
in_background come_and_go

for i in $(seq "$rounds"); do
	change_settings
	put $((i % 2)) "$TRACING/instances/a/tracing_on"
	put nop "$TRACING/instances/b/current_tracer"
	put timerlat "$TRACING/instances/b/current_tracer"
done
rm -f $GO_ON
end_reader 1
wait
put 1 "$TRACING/instances/a/tracing_on"
goes_on 0
goes_on 1
for instance in "$TRACING" "$TRACING/instances/a" "$TRACING/instances/b"; do
	samples_in "$instance"
done
put nop "$TRACING/current_tracer"
for instance in a b; do
	rmdir "$TRACING/instances/$instance" || fail "instance $instance does not go"
done
stress_end
