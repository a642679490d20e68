#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 2
# mode: virtual
# add: build/tests/tools/writeonce:/usr/bin/writeonce build/tests/tools/fdcheck:/usr/bin/fdcheck
# timeout: 120
#
# What the files below osnoise/ take, and that they take nothing else: EINVAL, and all stays as
# it was.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

# Of a number in us that becomes ns: 2^64 / 1000
MOST=18446744073709551

# written FILE TEXT [TIMES]: what one write() of it gives
written()
{
	file=$1
	shift
	writeonce "$TRACING/osnoise/$file" "$@" || fail "cannot write $file"
}

# refuses FILE TEXT [TIMES]
refuses()
{
	before=$(cat "$TRACING/osnoise/$1")
	got=$(written "$@")
	[ "$got" = EINVAL ] || fail "$1: '$2' gives $got, not EINVAL"
	after=$(cat "$TRACING/osnoise/$1")
	[ "$after" = "$before" ] || fail "$1: '$2' was refused, but it is '$after', not '$before'"
}

# takes FILE VALUE
takes()
{
	got=$(written "$1" "$2")
	[ "$got" = 0 ] || fail "$1: '$2' gives $got"
	got=$(cat "$TRACING/osnoise/$1")
	[ "$got" = "$2" ] || fail "$1: wrote '$2', reads '$got'"
}

# What is no number for any file.
no_number()
{
	for text in '' '\n' ' ' abc -1 -1000 1.5 1e3 0x3e8 '1000 ' '1000x' '1000 1000' \
		'1000\n1000' '1000\0' '1000\0x' '\01000' 18446744073709551616 \
		340282366920938463463374607431768211456; do
		refuses "$1" "$text"
	done
	refuses "$1" 1 100
	refuses "$1" 9 5000
	# Longer than any number, with the garbage at the end
	refuses "$1" 0000000000000000000000000000000000000000000000000000000000000000001000x
	refuses "$1" 'x' 100000
}

# number FILE MIN MAX
number()
{
	no_number "$1"
	[ "$2" -eq 0 ] || refuses "$1" $(($2 - 1))
	refuses "$1" $(($3 + 1))
	refuses "$1" 18446744073709551615
	takes "$1" "$2"
	takes "$1" "$3"
}

check_numbers()
{
	for file in stop_tracing_us stop_tracing_total_us print_stack; do
		number $file 0 $MOST
		takes $file 0
	done
	number timerlat_align_us 0 1000000
	takes timerlat_align_us 0
	number timerlat_period_us 20 1000000
	takes timerlat_period_us 1000
	# Each bounds the other.
	takes runtime_us 500000
	number period_us 500000 $MOST
	takes period_us 1000000
	number runtime_us 0 1000000
	takes runtime_us 0
	# A period of nothing would leave nothing to the others on the CPU.
	refuses period_us 0
	takes period_us 1
	takes period_us 1000000
	takes runtime_us 1000000
}

check_cpus()
{
	for text in '' abc -1 0- - 1-0 0-2 2 8192 4294967296 99999999999999999999 0x1 '0 x' '0,x' \
		'0;1' '0\0' '0\0x' '\00'; do
		refuses cpus "$text"
	done
	refuses cpus '0,' 100000
	refuses cpus 0 5000
	for text in 0 1 0-1; do
		takes cpus $text
	done
	[ "$(written cpus '0,1\n')" = 0 ] || fail "cpus does not take '0,1'"
	takes cpus 0-1
	[ "$(written cpus '\n')" = 0 ] || fail 'cpus does not take an empty list'
	[ -z "$(cat "$TRACING/osnoise/cpus")" ] || fail 'an empty list left CPUs'
	takes cpus 0-1
}

check_options()
{
	for text in '' '\n' ' ' abc -1 NO_ NO_DEFAULTS NO_NO_PANIC_ON_STOP osnoise_workload \
		'OSNOISE_WORKLOAD x' 'TIMERLAT_ALIGN\0' 'TIMERLAT_ALIGN\0x' TIMERLAT_ALIGNx \
		'NO_TIMERLAT_ALIGN NO_PANIC_ON_STOP' 'TIMERLAT_ALIGN\nPANIC_ON_STOP'; do
		refuses options "$text"
	done
	refuses options A 63
	refuses options A 64
	refuses options TIMERLAT_ALIGN 5000
}

options_are()
{
	[ "$(cat "$TRACING/osnoise/options" | sed 's/ *$//')" = "$1" ] ||
		fail "options: $(cat "$TRACING/osnoise/options"), not $1"
}

# Each alone, on and off.
check_each_option()
{
	all='OSNOISE_WORKLOAD PANIC_ON_STOP OSNOISE_PREEMPT_DISABLE OSNOISE_IRQ_DISABLE'
	all="$all TIMERLAT_ALIGN"
	defaults='DEFAULTS OSNOISE_WORKLOAD NO_PANIC_ON_STOP NO_OSNOISE_PREEMPT_DISABLE'
	defaults="$defaults NO_OSNOISE_IRQ_DISABLE NO_TIMERLAT_ALIGN"
	options_are "$defaults"
	for option in $all; do
		now=NO_$option
		[ $option != OSNOISE_WORKLOAD ] || now=$option
		other=$option
		[ $now = NO_$option ] || other=NO_$option
		[ "$(written options "$other\n")" = 0 ] || fail "options does not take $other"
		options_are "$(echo " $defaults " |
			sed "s/ DEFAULTS/NO_DEFAULTS/; s/ $now / $other /; s/ \$//")"
		[ "$(written options " $now ")" = 0 ] || fail "options does not take $now"
		options_are "$defaults"
	done
	for option in $all; do
		written options "$option" >/dev/null
	done
	options_are "NO_DEFAULTS $all"
	[ "$(written options DEFAULTS)" = 0 ] || fail 'options does not take DEFAULTS'
	options_are "$defaults"
}

# What is refused does not disturb who measures.
check_while_reading()
{
	user_timerlat
	fdcheck hold 0 read >/tmp/hold.txt &
	holder=$!
	sleep 0.5
	no_number timerlat_period_us
	check_options_of_reader
	check_bad_cpus
	sleep 0.2
	kill -0 $holder || fail "the reader is gone: $(cat /tmp/hold.txt)"
	tracer nop
	wait $holder
}

check_options_of_reader()
{
	refuses options abc
	refuses options 'OSNOISE_WORKLOAD x'
}

check_bad_cpus()
{
	refuses cpus abc
	refuses cpus 0-2
}

fresh
check_numbers
check_cpus
check_options
check_each_option
check_while_reading
fresh
