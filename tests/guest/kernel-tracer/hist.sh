#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# cpus: 2
# mode: virtual
# add: build/tests/tools/writeonce:/usr/bin/writeonce
# timeout: 90
#
# timerlat_hist: what the kernel keeps of its threads' activations is whole and adds up, and what
# is written to it does what it should or nothing.

. /tests/lib/common.sh
. /tests/lib/tracer.sh

CPU1=/sys/devices/system/cpu/cpu1/online

hist()
{
	echo "$TRACING/osnoise/per_cpu/cpu$1/timerlat_hist"
}

# keep CPU: what the file says now, in /tmp/hist
keep()
{
	cat "$(hist "$1")" >/tmp/hist || fail "CPU $1: no histogram"
}

# of LINE [WORD]: the number after WORD, or LINE itself, in the line that begins with LINE
of()
{
	awk -v line="$1" -v word="${2:-$1}" '$1 == line {
		for (i = 1; i < NF; i++)
			if ($i == word) {
				print $(i + 1)
				exit
			}
	}' /tmp/hist
}

# written TEXT: what one write() gives
written()
{
	writeonce "$(hist 0)" "$1"
}

# No line but these, in this order: see Documentation/trace/rtlat.rst of the patch.
check_grammar()
{
	awk '
	function numbers(from, to, step,  i) {
		for (i = from; i <= to; i += step)
			if ($i !~ /^[0-9]+$/)
				return 0
		return 1
	}
	function words(text,  n, want, i) {
		n = split(text, want)
		if (NF != 2 * n)
			return 0
		for (i = 1; i <= n; i++)
			if ($(2 * i - 1) != want[i])
				return 0
		return numbers(2, NF, 2)
	}
	function bad(why) { print why ": " $0; wrong = 1; exit 1 }
	$1 == "missed" { if (NR != 1 || !words("missed")) bad("line"); next }
	$1 == "latest" {
		sub(/^latest /, "")
		if (NR != 2 || !words("seq expiry irq thread")) bad("line")
		next
	}
	$1 == "geometry" {
		sub(/^geometry /, "")
		if (!words("linear_ns entries")) bad("line")
		next
	}
	$1 == "irq" || $1 == "thread" {
		at = $1
		seen[at]++
		last["bucket"] = last["linear"] = -1
		sub(/^[a-z]* /, "")
		if (!words("count min max sum square_high square_low over linear_over"))
			bad("line")
		next
	}
	$1 == "bucket" || $1 == "linear" {
		if (!at || seen["worst"] || NF != 3 || !numbers(2, 3, 1)) bad("line")
		if ($2 <= last[$1] || !$3) bad("order")
		last[$1] = $2
		next
	}
	$1 == "worst" {
		if (NF != 31 || !numbers(3, 19, 2) || !numbers(21, 30, 3) || !numbers(22, 31, 3))
			bad("line")
		seen["worst"]++
		next
	}
	$1 == "culprit" {
		if (!seen["worst"] || $2 !~ /^(thread|softirq|irq)$/ || $3 < 1 || NF < 5)
			bad("line")
		next
	}
	$1 == "met" {
		if (!seen["worst"] || ++seen["met"] != seen["worst"] || !numbers(2, 2, 1) || NF < 3)
			bad("line")
		next
	}
	$1 == "timers" {
		if (!seen["met"] || NF != 6 || !numbers(2, 6, 1) || $4 > $2 || $6 > $2)
			bad("line")
		next
	}
	$1 == "sender" {
		if (!seen["met"] || ++seen["sender"] > seen["worst"] || !numbers(2, 3, 1) || NF < 4)
			bad("line")
		next
	}
	{ bad("unknown line") }
	END {
		if (wrong)
			exit 1
		if (seen["irq"] != 1 || seen["thread"] != 1 || seen["worst"] > 16) {
			print "irq " seen["irq"] " thread " seen["thread"] " worst " seen["worst"]
			exit 1
		}
	}' /tmp/hist || fail 'timerlat_hist is not of its form'
}

# The counts of each context add up, its bounds are where they say, and the worst are the worst.
check_sums()
{
	awk '
	function index_of(value,  shift_by, v) {
		if (value < 256)
			return value
		for (v = value; v >= 256; v = int(v / 2))
			shift_by++
		return shift_by * 128 + v
	}
	function check(ok, what) { if (!ok) { print at ": " what; wrong = 1 } }
	function finish() {
		if (!at)
			return
		check(buckets == count, buckets " in buckets, count " count)
		check(!entries || linear + linear_over == count, "linear " linear " of " count)
		check(first == index_of(min) && last == index_of(max), "bounds " min " " max)
		check(sum >= count * min && sum <= count * max, "sum " sum)
		check(squares >= sum * sum / count * 0.999 && squares <= max * sum * 1.001,
			"squares " squares)
	}
	$1 == "geometry" { entries = $5; ns = $3 }
	$1 == "irq" || $1 == "thread" {
		finish()
		at = $1
		count = $3; min = $5; max = $7; sum = $9
		squares = $11 * 18446744073709551616 + $13
		linear_over = $17
		buckets = linear = first = last = 0
	}
	$1 == "bucket" { if (!buckets) first = $2; last = $2; buckets += $3 }
	$1 == "linear" { check($2 < entries, "entry " $2); linear += $3 }
	$1 == "worst" {
		worst = $9 > worst ? $9 : worst
		check($7 <= $9 && $15 <= $7, "worst " $9 ", irq " $7 ", late " $15)
	}
	END { finish(); check(worst == max, "max " max ", worst " worst); exit wrong }
	' /tmp/hist || fail 'timerlat_hist does not add up'
}

check_none()
{
	[ "$(written ' ')" = ENODATA ] || fail "$1: a write gives $(written ' ')"
	cat "$(hist 0)" >/tmp/hist 2>/tmp/error && fail "$1: there is a histogram"
	says /tmp/error 'No data available'
}

check_content()
{
	fresh
	tracer timerlat
	sleep 2
	keep 0
	check_grammar
	check_sums
	holds "$(of thread count) + $(of missed) >= 1900 && $(of thread count) <= 2600"
	holds "$(of irq count) == $(of thread count) && $(of latest seq) == $(of thread count)"
	holds "$(of geometry entries) == 0 && $(of geometry linear_ns) == 0"
}

check_clear()
{
	keep 0
	before=$(of thread count)
	for text in '\0' ' \0' linear 'linear 1000' 'linear 1000 2049' 'linear 1000 -1' \
		'linear 0 10' 'linear 1000 0' 'linear -1 10' 'linear 1000 10 1' 'linear 1000 10x' \
		'linear x 10' 'linear 18446744073709551616 10' 'linear 1000 4294967297' \
		'linear 1000 10\0' 'linear1000 10' 1 abc 'abc 1000 10' 'Linear 1000 10'; do
		[ "$(written "$text")" = EINVAL ] || fail "'$text' is not refused"
	done
	[ "$(writeonce "$(hist 0)" ' ' 100000)" = EINVAL ] || fail 'a long text is not refused'
	keep 0
	holds "$(of thread count) >= $before && $(of geometry entries) == 0"
	for text in ' ' '\n' ' \n '; do
		sleep 0.3
		[ "$(written "$text")" = 0 ] || fail "'$text' does not clear"
		keep 0
		holds "$(of thread count) < 150"
	done
}

check_linear()
{
	[ "$(written 'linear 100000 2048\n')" = 0 ] || fail 'linear is refused'
	sleep 1
	keep 0
	check_grammar
	check_sums
	holds "$(of geometry linear_ns) == 100000 && $(of geometry entries) == 2048"
	grep -q '^linear ' /tmp/hist || fail 'no linear entries'
	[ "$(written ' ')" = 0 ] || fail 'a linear one does not clear'
	[ "$(written 'linear 1 10')" = 0 ] || fail 'linear is refused'
	sleep 0.3
	keep 0
	check_sums
	holds "$(of geometry linear_ns) == 1 && $(of thread linear_over) >= 100"
	[ "$(written ' ')" = 0 ] || fail 'a linear one does not clear'
	keep 0
	holds "$(of geometry linear_ns) == 1 && $(of geometry entries) == 10"
	[ "$(written 'linear 0 0')" = 0 ] || fail 'linear cannot be ended'
	keep 0
	holds "$(of geometry linear_ns) == 0 && $(of geometry entries) == 0"
}

# What a CPU measured before it went offline is there, and it goes on when it is back.
check_offline()
{
	sleep 0.5
	echo 0 >$CPU1
	keep 1
	check_sums
	before=$(of thread count)
	holds "$before > 300"
	sleep 0.5
	keep 1
	holds "$(of thread count) == $before"
	echo 1 >$CPU1
	sleep 0.5
	keep 1
	check_sums
	holds "$(of thread count) > $before + 200"
}

fresh
check_none 'no tracer'
check_content
check_clear
check_linear
check_offline
tracer nop
check_none 'the tracer is off'
user_timerlat
check_none 'user threads'
tracer nop
setting options DEFAULTS
tracer osnoise
check_none osnoise
fresh
