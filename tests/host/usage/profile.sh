#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Options from a file: before those of the command line, and only from a file that can be trusted.
# shellcheck source=tests/host/lib/usage.sh
. "${SRC:?the source directory}/tests/host/lib/usage.sh"

unset XDG_CONFIG_HOME
export HOME=$work
mkdir -p "$work/.config/rtlat"
profile=$work/.config/rtlat/night
cat >"$profile" <<'END'
# every night
source clock
--cpus 0
  period 10000  
duration=1s
gate thread.max<1000s
quiet
END
chmod 644 "$profile"

# refused TEXT OPTION...: with status 129
refused()
{
	local text=$1

	shift
	run hist -q "$@"
	[[ $status -eq 129 && $(<"$work/err") == *"$text"* ]] ||
		fail "status $status: rtlat hist $*: expected '$text'"
}

run hist --profile night --summary
[[ $status -eq 0 ]] || fail "status $status of a profile"
grep -q '^# Period: 10000 us$' "$work/out" && grep -q '^# Source: clock$' "$work/out" &&
	grep -q '^gate thread.max<1000s: held' "$work/out" || fail 'not the options of the profile'
run hist --profile="$profile" -p 20000
grep -q '^# Period: 20000 us$' "$work/out" || fail 'the command line does not count'

refused '--profile none: expected a file, or a name in ~/.config/rtlat or /etc/rtlat' --profile none
refused '--profile: ' --profile
refused "$work/.config/rtlat is not a file" --profile "$work/.config/rtlat"
echo 'no-such-option 5' >"$profile"
refused '--no-such-option: unknown option' --profile night
echo 'profile night' >"$profile"
refused 'a profile cannot have another' --profile night
chmod 666 "$profile"
refused 'can be written by others: chmod go-w' --profile night
chmod 644 "$profile"
if [[ $EUID -eq 0 ]]; then
	chown 65534 "$profile"
	refused "belongs to another user" --profile night
fi
((failures == 0))
