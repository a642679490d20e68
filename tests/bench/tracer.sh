#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# The timerlat tracer at work, with kernel threads or a bare read() loop, and nobody who reads what
# it traces: the kernel's own part of what a tool takes. In a guest:
#	tracer.sh k|u PERIOD_US SECONDS

OSNOISE=/sys/kernel/tracing/osnoise
INSTANCE=/sys/kernel/tracing/instances/bench

[ -d $OSNOISE ] || exit 77
mkdir $INSTANCE || exit
echo "$2" >$OSNOISE/timerlat_period_us
echo 0 >$OSNOISE/cpus
status=0
if [ "$1" = k ]; then
	echo timerlat >$INSTANCE/current_tracer
	sleep "$3"
else
	echo NO_OSNOISE_WORKLOAD >$OSNOISE/options
	echo timerlat >$INSTANCE/current_tracer
	timeout "$3" chrt -f 95 /bench/timerlat_loop 0 || status=$?
	[ $status -ne 143 ] || status=0
fi
echo nop >$INSTANCE/current_tracer
echo OSNOISE_WORKLOAD >$OSNOISE/options
rmdir $INSTANCE
exit $status
