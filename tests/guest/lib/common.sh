# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the guest tests share. Sourced by each; runs in busybox's shell.

CSV=/tmp/result.csv
MEASURED=/tmp/measured.json
TRACING=/sys/kernel/tracing
# The kernel that is built to find mistakes has it, where debugfs is.
KMEMLEAK=/sys/kernel/debug/kmemleak

fail()
{
	echo "$*" >&2
	exit 1
}

skip()
{
	echo "$*"
	exit 77
}

# scaled WHOLE SMALL: how often, or for how long. The whole of it is for the kernel that is built to
# find mistakes, and for who asks for it; see boot.
scaled()
{
	grep -q debugfs /proc/mounts || mount -t debugfs none /sys/kernel/debug 2>/dev/null
	if [ "${RTLAT_WHOLE-}" ] || [ -e $KMEMLEAK ]; then
		echo "$1"
	else
		echo "$2"
	fi
}

# What the functions below measure, a context that it has, and for how many ms of a run it may be that
# nothing is known, as long as its threads take to begin.
COMMAND=hist
CONTEXT=thread
# shellcheck disable=SC2034 # for tests
SLACK=20

# now_measure COMMAND CONTEXT: from here on
now_measure()
{
	COMMAND=$1
	CONTEXT=$2
}

# of_noise FUNCTION ARGUMENT...: the same with noise. The loop of the kernel's thread takes more than
# the usual 1 us in an emulated machine.
of_noise()
{
	# shellcheck disable=SC2034 # for tests
	SLACK=200
	COMMAND='osnoise hist -T 50'
	CONTEXT=noise
	"$@"
	COMMAND=hist
	CONTEXT=thread
	# shellcheck disable=SC2034
	SLACK=20
}

# measure STATUS OPTION...: one run of $COMMAND into $CSV and $MEASURED, which must end with STATUS
measure()
{
	expected=$1
	shift
	status=0
	# shellcheck disable=SC2086 # words of their own
	rtlat $COMMAND -q -o csv:$CSV -o json:$MEASURED -o text "$@" >/tmp/result.txt \
		2>/tmp/result.err || status=$?
	[ "$status" -eq "$expected" ] && return
	cat /tmp/result.txt /tmp/result.err
	fail "rtlat $COMMAND $* ended with $status, not $expected"
}

# noise_of CPU MEMBER: of the last result in JSON
noise_of()
{
	jsonget $MEASURED "cpus[cpu=$1].osnoise.$2"
}

# source_time CPU KIND NAME: net, of all of that name, ns; and the same of how often
source_time()
{
	sources "$@" | sed -n 's/.*"time_ns":\([0-9]*\).*/\1/p' | awk '{ sum += $1 } END { print sum + 0 }'
}

source_count()
{
	sources "$@" | sed -n 's/.*"count":\([0-9]*\).*/\1/p' | awk '{ sum += $1 } END { print sum + 0 }'
}

sources()
{
	jsonget $MEASURED "cpus[cpu=$1].osnoise.sources[]" |
		grep "\"kind\":\"$2\".*\"name\":\"$3\""
}

# accounted CPU: for how many ms of the last run it is known what happened there; of latencies with a
# period of 1 ms
accounted()
{
	if [ $CONTEXT = noise ]; then
		echo "$(($(noise_of "$1" runtime_ns) / 1000000))"
	else
		echo "$(($(field "$1" thread count) + $(field "$1" thread missed)))"
	fi
}

# field CPU CONTEXT NAME: of the last result
field()
{
	awk -F, -v cpu="$1" -v context="$2" -v name="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["cpu"] == cpu && $column["context"] == context {
			print $column[name]; found = 1
		}
		END { exit !found }' $CSV || fail "no $3 of CPU $1, $2 in the result"
}

# holds EXPRESSION: an arithmetic comparison, with fractions
holds()
{
	awk "BEGIN { exit !($*) }" || fail "does not hold: $*"
}

# near A B TOLERANCE
near()
{
	holds "($1) - ($2) <= $3 && ($2) - ($1) <= $3"
}

# all_periods CPU: of the last result, with /tmp/result.json, of a period of 1 ms: all but a few are
# samples or missed; sets count and missed
all_periods()
{
	count=$(field "$1" thread count)
	missed=$(field "$1" thread missed)
	duration=$(jsonget /tmp/result.json duration_ns)
	echo "count $count missed $missed of $((duration / 1000000)) periods"
	near "$count + $missed" "$duration / 1000000" 5
}

# await_priority PID PRIORITY: until it has that real-time priority
await_priority()
{
	until [ "$(cut -d ' ' -f 40 "/proc/$1/stat")" -eq "$2" ]; do
		sleep 0.01
	done
}

# says FILE PATTERN
says()
{
	grep -q "$2" "$1" && return
	cat "$1"
	fail "'$2' is not in $1"
}

# All that rtlat may change, as text.
machine_state()
{
	# Not one process for each.
	grep -s '' "$TRACING"/osnoise/* "$TRACING"/tracing_thresh
	ls "$TRACING/instances"
	cat "$TRACING/current_tracer" "$TRACING/tracing_on"
	ls /run/rtlat 2>/dev/null
	return 0
}

# Does the kernel have timerlat, and its file for user threads?
has_timerlat()
{
	grep -qw timerlat "$TRACING/available_tracers"
}

has_osnoise()
{
	grep -qw osnoise "$TRACING/available_tracers"
}

# Is the kernel's tracer ours?
has_records()
{
	[ -e "$TRACING/osnoise/per_cpu/cpu0/timerlat_hist" ]
}

# Is our tracer there, in the kernel or as a module?
has_our_tracer()
{
	has_records || grep -qs '^\(.*/\)\?rtlat\.ko' "/lib/modules/$(uname -r)/modules.dep"
}

has_bpf()
{
	[ -e /sys/kernel/btf/vmlinux ]
}

# has_source SOURCE: of latencies, that tells who interferes
has_source()
{
	case $1 in
	record) has_records ;;
	bpf) has_bpf ;;
	timerlat-user) has_timerlat_fd ;;
	*) has_timerlat ;;
	esac
}

has_timerlat_fd()
{
	[ -e "$TRACING/osnoise/per_cpu/cpu0/timerlat_fd" ]
}

# For about a second after its start a guest's kernel is not sure of its clock, and till then has
# timers expire at ticks only.
await_clock()
{
	clock=/sys/devices/system/clocksource/clocksource0/current_clocksource
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 1
		case $(cat $clock) in tsc | arch_sys_counter) return ;; esac
	done
	fail "the clock is still $(cat $clock)"
}
