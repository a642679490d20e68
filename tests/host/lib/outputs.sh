# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # for, and of, tests
#
# What the tests of outputs share: they run in a directory of their own, and $name, `hist`, `top` and
# `alias` are the commands, `contexts` what those measure.

# shellcheck source=tests/host/lib/common.sh
. "$SRC/tests/host/lib/common.sh"
"$SRC/tests/golden/check_schema.py" || exit 77
trap 'cleanup' EXIT
cd "$work" || exit 1
mounted=
schema=$SRC/Documentation/rtlat-result.schema.json

cleanup()
{
	cd /
	[ -z "$mounted" ] || umount "$work/small"
	rm -rf "$work"
}

expect_status()
{
	[ "$1" -eq "$2" ] || { fail "$3: status $1, expected $2"; sed 's/^/    /' err; }
}

# expect_line FILE PATTERN WHAT: one line of the file, exactly
expect_line()
{
	[ "$(grep -c -- "$2" "$1")" -eq 1 ] ||
		{ fail "$3: no line '$2' in $1"; sed 's/^/    /' "$1"; }
}

# Follows the schema, and its numbers agree.
expect_json()
{
	"$SRC/tests/golden/check_json.py" "$schema" "$1" >faults || fail "$2: $(cat faults)"
}

# A title, the contexts of each CPU and, last, of all; as many fields in every line.
expect_csv()
{
	[ "$(wc -l <"$1")" -gt $((2 * ${#contexts[@]})) ] &&
		[ $(($(wc -l <"$1") % ${#contexts[@]})) -eq $((1 % ${#contexts[@]})) ] ||
		fail "$2: lines of $1"
	[ "$(tail -n 1 "$1" | cut -d, -f1,2)" = "all,${contexts[-1]}" ] || fail "$2: $1 is cut off"
	[ "$(sed 's/[^,]//g' "$1" | sort -u | wc -l)" -eq 1 ] || fail "$2: fields of $1"
}

# Only these files are there, so nothing temporary was left behind.
expect_files()
{
	local found

	rm -f err out faults
	found=$(echo *)
	[ "$found" = "$*" ] || fail "files are '$found', expected '$*'"
	rm -f -- *
}

# Until the run says what it measures with, and a little longer.
wait_for_source()
{
	local i

	for ((i = 0; i < 200; i++)); do
		grep -qs '^rtlat: measuring with' err && break
		sleep 0.1
	done
	sleep 0.5
}
