# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# shellcheck disable=SC2034 # used where this is sourced
#
# What every bash script of this tree shares. Source it after setting
# PROGNAME, the name that starts each message.

# The exit status of a wrong command line, and of a failure that is ours and
# not the one of the command that we were asked to run.
readonly EX_USAGE=129
readonly EX_FAILED=125

CHECKOUT=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
readonly CHECKOUT

note()
{
	printf '%s: %s\n' "$PROGNAME" "$*" >&2
}

die()
{
	note "$@"
	exit "$EX_FAILED"
}

usage_error()
{
	note "$@"
	exit "$EX_USAGE"
}

# check_number OPTION VALUE MIN MAX
check_number()
{
	if [[ ! $2 =~ ^[0-9]{1,9}$ ]] || ((10#$2 < $3 || 10#$2 > $4)); then
		usage_error "$1 '$2': want a number from $3 to $4"
	fi
}

# check_choice WHAT VALUE CHOICE...
check_choice()
{
	local what=$1 value=$2 choice
	shift 2

	for choice; do
		[[ $choice != "$value" ]] || return 0
	done
	usage_error "$what '$value': want one of $*"
}

# need PROGRAM...: install-deps has the packages.
need()
{
	local program

	for program; do
		command -v "$program" >/dev/null ||
			die "$program is not installed: run scripts/install-deps test"
	done
}

# shell_quote ARG...: the arguments as a POSIX shell reads them, boundaries and
# every byte kept. Not printf %q, which writes what only bash understands.
shell_quote()
{
	local arg

	for arg; do
		printf "'%s' " "${arg//\'/\'\\\'\'}"
	done
}

# The temporary directory of this run; removed on any exit.
make_tmpdir()
{
	TMP=$(mktemp -d "${TMPDIR:-/tmp}/rtlat-XXXXXXXX") ||
		die "no temporary directory in ${TMPDIR:-/tmp}"
}
