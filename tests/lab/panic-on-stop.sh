#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# timeout: 1800
#
# With PANIC_ON_STOP a threshold that is reached ends the kernel, and it says why; without, it
# goes on. Only who traces stops: an instance whose tracing is off is no reason to panic. With
# tests/run's --all on 6.1 too. The time is for building the kernels, where the cache lacks them.

set -u

: "${SRC:?the source directory}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

fail()
{
	echo "$*"
	tail -n 20 "$work/out" "$work/log"
	failures=$((failures + 1))
}

# The option that the kernel gets is $1, the state of tracing $2.
cat >"$work/sequence" <<'EOS'
cd /sys/kernel/tracing || exit 3
echo "$1" >osnoise/options || exit 3
echo timerlat >current_tracer || exit 3
echo "$2" >tracing_on
sleep 1
echo armed
# It has to get out of the guest.
sleep 1
echo 1 >osnoise/stop_tracing_total_us
sleep 2
echo survived
EOS

# sequence KERNEL OPTION TRACING_ON
sequence()
{
	"$SRC/scripts/lab" run "$1" --virtual --cpus 2 --timeout 300 --append loglevel=5 \
		--log "$work/log" --add "$work/sequence:/root/sequence" \
		-- sh /root/sequence "$2" "$3" >"$work/out" 2>"$work/err"
	status=$?
	grep -qx armed "$work/out" || fail "$1, $2: it did not begin"
}

for kernel in rtlat-6.12-rt ${RTLAT_ALL:+rtlat-6.1}; do
	sequence $kernel PANIC_ON_STOP 1
	if ((status != 125)) || grep -qx survived "$work/out"; then
		fail "$kernel: PANIC_ON_STOP: status $status"
	fi
	grep -aq 'Kernel panic - not syncing: .*stop condition on CPU [01]' "$work/log" ||
		fail "$kernel: the panic does not say why"
	for state in 'NO_PANIC_ON_STOP 1' 'PANIC_ON_STOP 0'; do
		# shellcheck disable=SC2086 # two words
		sequence $kernel $state
		if ((status)) || ! grep -qx survived "$work/out"; then
			fail "$kernel: $state: status $status"
		fi
	done
done
((failures == 0))
