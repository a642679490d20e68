#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A priority or a CPU that the kernel refuses has a cause, which the errno does not name: rtlat does.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
[ "$(id -u)" = 0 ] || { echo "only root can be refused all of this"; exit 77; }
readonly RUN=("$RTLAT" hist -S clock -c 0 -d 1 -q)

# refused STATUS REGEX COMMAND...
refused()
{
	local expected=$1 regex=$2 status

	shift 2
	"$@" >"$work/out" 2>"$work/err"
	status=$?
	[ "$status" -eq "$expected" ] && grep -qE "$regex" "$work/err" && return
	echo "FAIL status $status, expected $expected and '$regex': $*"
	sed 's/^/    /' "$work/err"
	failures=$((failures + 1))
}

if [ "$(</proc/sys/kernel/sched_rt_runtime_us)" -gt 0 ]; then
	refused 1 'cannot set the priority asked for: .*; a thread that is bound .*sched_rt_runtime_us=-1' \
		"${RUN[@]}" -P d:100us:1ms
	# A thread of SCHED_DEADLINE starts no other, which looking for leaks does.
	refused 1 'cannot move to the housekeeping CPUs: .*; rtlat was started with SCHED_DEADLINE' \
		env ASAN_OPTIONS=detect_leaks=0 chrt -d --sched-runtime 500000 --sched-deadline 1000000 --sched-period 1000000 0 \
		"${RUN[@]}"
fi
refused 0 'measuring at normal priority: SCHED_FIFO: .*; needs root, CAP_SYS_NICE or an rtprio limit' \
	setpriv --bounding-set=-sys_nice "${RUN[@]}"
refused 1 'cannot set the priority asked for: .*; needs root or CAP_SYS_NICE' \
	setpriv --bounding-set=-sys_nice "${RUN[@]}" -P d:100us:1ms
if unshare -r true 2>/dev/null; then
	refused 0 'normal priority: SCHED_FIFO: .*; rtlat is root in a user namespace only' \
		unshare -r "${RUN[@]}"
fi
((failures == 0))
