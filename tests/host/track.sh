#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtlat track wakeup --show-commands: the lines are a shell's; and what is said of each way to measure
# that is not to be had. What is refused: usage.sh.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
# libtracefs 1.6 leaks a path each time that it looks for a tracefs whose files it may not open.
echo leak:libtracefs >"$work/suppressions"
export LSAN_OPTIONS=suppressions=$work/suppressions:print_suppressions=0

# What is set up is taken back, in reverse order, and all of it is something that a shell takes.
commands=$("$RTLAT" track wakeup --show-commands --pid 7 -d 3s 2>&1) || fail "no lines: $commands"
bash -n <<<"$commands" || fail 'the lines are none of a shell'
grep -q '^sleep 3$' <<<"$commands" || fail 'they do not wait for as long as -d says'
grep -q "pid==7" <<<"$commands" || fail 'they have no filter'
up=$(grep -c "^echo 'hist:" <<<"$commands")
down=$(grep -c "^echo '!hist:" <<<"$commands")
((up == 5 && down == 5)) || fail "$up triggers are set, $down taken back"

# unavailable STATUS LINE COMMAND...: a run that can't begin says why, in this line alone
unavailable()
{
	local expected=$1 line=$2 status

	shift 2
	timeout 20 "$@" -d 1h -o "json:$work/result" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	((status == expected)) || fail "$*: status $status instead of $expected"
	# shellcheck disable=SC2053 # a pattern
	[[ $(cat "$work/err") == $line && ! -s $work/out ]] || fail "$*: $(cat "$work/out" "$work/err")"
	[[ ! -e $work/result ]] || fail "$*: there is a result"
}

installed=
[[ ! -e /sys/module/latency_tracker_net ]] && ! modinfo latency_tracker_net &>/dev/null || installed=yes
if [[ ! $installed ]] && ((!EUID)); then
	unavailable 77 'rtlat: error: no module: the module latency_tracker_net is neither loaded nor installed' \
		"$RTLAT" track net -S module
fi
unavailable 77 'rtlat: error: no hist: histogram triggers are for wakeups only' "$RTLAT" track block -S hist
unavailable 77 'rtlat: error: no hist: histogram triggers have no timeout' \
	"$RTLAT" track wakeup -S hist --timeout 5
# As somebody who may do nothing, in a directory where that one may write.
if ((!EUID)) && command -v setpriv >/dev/null; then
	cp "$RTLAT" "$work/rtlat" && chmod 755 "$work/rtlat" && chmod 777 "$work"
	# A module that is not there is no matter of rights.
	[[ $installed ]] ||
		unavailable 77 'rtlat: error: no module: the module latency_tracker_net is neither loaded nor installed' \
			setpriv --reuid 65534 --regid 65534 --clear-groups "$work/rtlat" track net -S module
	for source in auto events hist; do
		unavailable 1 'rtlat: error: no *: *; needs root or CAP_*' \
			setpriv --reuid 65534 --regid 65534 --clear-groups "$work/rtlat" track wakeup -S $source
	done
fi

((failures == 0)) || exit 1
echo "track: ok"
