#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Help: on standard output, with status 0, and every option in it.
# shellcheck source=tests/host/lib/usage.sh
. "${SRC:?the source directory}/tests/host/lib/usage.sh"

# good STATUS TEXT ARGUMENTS...: all of it on standard output
good()
{
	local expected=$1 text=$2

	shift 2
	run "$@"
	if [ "$status" -ne "$expected" ] || [ -s "$work/err" ] ||
	   [[ $(<"$work/out") != *"$text"* ]]; then
		fail "status $status, expected $expected and '$text': rtlat $*"
	fi
}

help()
{
	local command

	good 0 "Usage: rtlat COMMAND" --help
	good 0 "Usage: rtlat COMMAND" -h
	good 0 "rtlat $(sed -n 's/^#define RTLAT_VERSION "\(.*\)"/\1/p' "$SRC/include/rtlat.h")" \
		--version
	good 0 "rtlat " version
	good 0 "rtlat " -V
	good 0 "Usage: rtlat COMMAND" help
	good 0 "Usage: rtlat osnoise hist" help osnoise hist
	good 0 "Usage: rtlat track" help track
	for command in top hist osnoise hwnoise track sleep compare report merge check restore; do
		good 0 "  $command " --help
		good 0 "Usage: rtlat $command" "$command" --help
		good 0 "Usage: rtlat $command" "$command" -h
		good 0 "Usage: rtlat $command" help "$command"
	done
	good 0 "Usage: rtlat top" timerlat --help
	good 0 "Usage: rtlat hist" timerlat hist --help
	good 0 "Usage: rtlat osnoise top" osnoise --help
	good 0 "Usage: rtlat osnoise top" osnoise top -h
	good 0 "Usage: rtlat osnoise hist" osnoise hist --help
	good 0 "rtlat " top --version
	good 0 "rtlat " hist --version
	good 0 "rtlat " osnoise --version
	good 0 "rtlat " hwnoise --version
	good 0 "rtlat " track net --version
}

# Help that could not be printed is an error.
help_to_full_disk()
{
	"$RTLAT" hist --help >/dev/full 2>"$work/err"
	status=$?
	: >"$work/out"
	[ "$status" -eq 1 ] && grep -q "standard output: No space left" "$work/err" ||
		fail "status $status: help to a full disk"
}

# The help of a command names exactly these options.
options_in_help()
{
	local command=$1

	shift
	# shellcheck disable=SC2086 # words
	run $command --help
	grep -o -- '^  [- ][^ ]* *--[a-z-]*' "$work/out" | sed 's/.*--//' | sort >"$work/found"
	printf '%s\n' "$@" | sort | diff - "$work/found" || fail "options in the help of $command"
}

# Every option of the table is one of these, so that none is forgotten here.
options_in_table()
{
	: >"$work/out"
	: >"$work/err"
	sed -n "s/^\t{ \('.'\|0\), \"\([a-z-]*\)\".*/\2/p
		s/^\tOPTION_COLOR(.*/color/p" "$SRC"/rtlat/option/{table,help}.c |
		sort -u >"$work/found"
	# shellcheck disable=SC2086 # a list
	printf '%s\n' $both $latency $noise $buckets $table $hist $track $merge |
		sort -u | diff - "$work/found" ||
		fail "options of the table"
}

both="cpus house-keeping period duration source warm-up priority cgroup auto on-threshold on-end trace
	event filter trigger trace-buffer-size dma-latency deepest-idle-state nano quiet output
	interval percentiles gate until-gates allow-empty iterations gate-quorum worst profile color debug
	help version"
latency="samples user-threads kernel-threads user-load aligned irq thread stack aa-only stack-format
	dump-tasks no-aa"
noise="runtime threshold stop stop-total no-sources"
buckets="bucket-size entries"
table="summary no-header no-summary no-index with-zeros"
hist="no-irq no-thread"
track="cpus house-keeping duration source warm-up trace-buffer-size nano quiet output interval
	percentiles gate until-gates allow-empty iterations gate-quorum worst profile color debug help
	version
	threshold timeout pid comm prio rt show-commands"
merge="force nano quiet output percentiles gate color help version"

help
help_to_full_disk
# shellcheck disable=SC2086 # lists
{
	options_in_help top $both $latency
	options_in_help hist $both $latency $buckets $table $hist
	options_in_help 'osnoise top' $both $noise
	options_in_help 'osnoise hist' $both $noise $buckets $table
	options_in_help hwnoise $both $noise
	options_in_help 'track wakeup' $track $buckets $table
	options_in_help 'track net' $track $buckets $table
	options_in_help merge $merge $table $hist
}
options_in_table
((failures == 0))
