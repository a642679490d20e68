# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Wrong usage, which each command answers in the same way: a line that says what is wrong, one that says
# where help is, status 129, and nothing on standard output. The test that reads it has $RTLAT, a
# directory $work, and fail().
: "${work:?a directory}"

# At the test's time limit what runs is named, as it may hang: by the arguments of the function that
# has started it.
trap 'fail "at the time limit: rtlat $*"; exit 1' TERM

# answers_wrong NAME ARGUMENTS...: NAME is what the messages call the command ("" for rtlat itself);
# sets `message`, what the first line says.
answers_wrong()
{
	local name=$1 status said

	shift
	# Some hundred times: each program that is started here beside takes as long as what is tested.
	"$RTLAT" "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	mapfile said <"$work/err"
	((${#said[@]})) || said=('')
	message=${said[0]#"rtlat${name:+ $name}: "}
	message=${message%$'\n'}
	((status == 129 && ${#said[@]} == 2)) && [[ ! -s $work/out &&
		${said[0]} == "rtlat${name:+ $name}: "*$'\n' &&
		${said[1]} == "Try 'rtlat${name:+ $name} --help'"$'\n' ]] && return
	fail "status $status: rtlat $*"
	return 1
}

# bad NAME TEXT ARGUMENTS...: the text is in the message
bad()
{
	local name=$1 text=$2 message

	shift 2
	answers_wrong "$name" "$@" || return
	[[ $message == *"$text"* ]] || fail "no '$text': rtlat $*"
}

# wrong TEXT ARGUMENTS...: the same of $command, which may be two words
wrong()
{
	local text=$1

	shift
	# shellcheck disable=SC2086,SC2154 # words, of the test
	bad "$command" "$text" $command "$@"
}

# refused MESSAGE ARGUMENTS...: of $command, and nothing else is said
refused()
{
	local expected=$1 message

	shift
	# shellcheck disable=SC2154 # of the test
	answers_wrong "$command" "$command" "$@" || return
	[[ $message == "$expected" ]] || fail "another message than '$expected': rtlat $command $*"
}
