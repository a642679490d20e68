# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests of the osnoise tracer share, which measures CPU. Sourced after common and tracer.

# Beyond what an emulated CPU is held up by
HOG_MS=40

# begin PERIOD_MS RUNTIME_MS: osnoise on CPU alone
begin()
{
	fresh
	setting runtime_us 0
	setting period_us $(($1 * 1000))
	setting runtime_us $(($2 * 1000))
	setting cpus $CPU
}

# summaries: pid, runtime, noise, percent, longest, hardware, NMI, IRQ, softirq, thread
summaries()
{
	grep -v '^#' "$TRACING/trace" |
		sed -n "s/^ *[^ ].*-\([0-9]*\) *\[00$CPU\] [^ ]* *[0-9.]*: \([0-9].*\)/\1 \2/p"
}

# collect SECONDS: the summaries of a run
collect()
{
	tracer osnoise
	sleep "$1"
	echo 0 >"$TRACING/tracing_on"
	cat "$TRACING/trace" >/tmp/trace
	summaries >/tmp/summaries
}

with_hog()
{
	hog $CPU 60 $HOG_MS $HOG_MS 60 &
	hog=$!
	"$@"
	kill $hog
	wait $hog
}
