#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Bash completion offers every command and every option of the help, and values that rtlat takes.
set -u

: "${RTLAT:?the program}" "${SRC:?the source directory}"
# shellcheck source=scripts/completion.bash
. "$SRC/scripts/completion.bash"
failures=0

fail() {
	failures=$((failures + 1))
	echo "completion: $*"
}

# complete_line WORD...: what is offered for the last word
complete_line() {
	local previous=

	(($# > 1)) && previous=${*: -2:1}
	COMP_WORDS=(rtlat "$@")
	COMP_CWORD=$#
	_rtlat "$RTLAT" "${*: -1}" "$previous" 2>/dev/null
}

offered() {
	local word

	for word in "${COMPREPLY[@]}"; do
		[[ $word == "$1" ]] && return
	done
	return 1
}

# Every option of the help, found by other means than the completion's own.
options_of() {
	"$RTLAT" "$@" --help | grep -Eo '^ {2,6}(-[A-Za-z], )?--[a-z-]+' | tr -s ' ,' '\n' |
		grep -- -
}

# test_options COMMAND...: as many words as it is
test_options() {
	local option count=0

	complete_line "$@" -
	while read -r option; do
		count=$((count + 1))
		offered "$option" || fail "$*: $option is not offered"
	done < <(options_of "$@")
	((count >= 2)) || fail "$*: no options in the help"
	((count == ${#COMPREPLY[@]})) || fail "$*: ${#COMPREPLY[@]} offered, $count in the help"
}

test_commands() {
	local command count=0

	complete_line ''
	while read -r command _; do
		count=$((count + 1))
		offered "$command" || fail "command $command is not offered"
	done < <("$RTLAT" --help | sed -n '/^Commands:/,/^$/{/^ /p}')
	((count >= 4)) || fail "only $count commands in the help"
	complete_line he
	((${#COMPREPLY[@]} == 0)) || fail "he: ${COMPREPLY[*]}"
	complete_line hi
	[[ ${COMPREPLY[*]} == hist ]] || fail "hi: ${COMPREPLY[*]}"
}

# test_values COMMAND... OPTION COUNT: every value that is offered is one that the program accepts.
test_values() {
	local value count=0 words=("${@:1:$#-1}") least=${*: -1}

	complete_line "${words[@]}" ''
	for value in "${COMPREPLY[@]}"; do
		count=$((count + 1))
		"$RTLAT" "${words[@]}" "$value" --help >/dev/null 2>&1 ||
			fail "${words[*]}: $value is offered and not accepted"
	done
	((count >= least)) || fail "${words[*]}: only $count values"
}

expect() {
	local wanted=$1

	shift
	complete_line "$@"
	[[ ${COMPREPLY[*]} == "$wanted" ]] || fail "$*: '${COMPREPLY[*]}', not '$wanted'"
}

test_commands
test_options top
test_options hist
test_options osnoise
test_options osnoise top
test_options osnoise hist
test_options hwnoise
test_options sleep
test_options track wakeup
test_options track net
test_options compare
test_options report
test_options merge
test_options check
test_options restore
test_values hist -S 5
test_values hist --source 5
test_values top -o 3
test_values osnoise -S 3
test_values osnoise top -o 9
test_values osnoise hist -o 10
test_values hwnoise --source 3
test_values hwnoise -o 9
test_values check -o 2
test_values sleep -o 3
test_values track wakeup -o 10
test_values track irq -S 4
test_values sleep --sort 2
test_values sleep --stacks 4
test_values sleep --interval 3
test_values compare -o 2
test_values compare --tolerance 1
test_values merge -o 12
test_values hist -d 3
test_values hist -c 1
test_values hist --percentiles 1
expect clock hist -S cl
expect clock hist --source = cl
expect json hist -n -o js
expect 'top hist' timerlat ''
expect 'top hist' osnoise ''
expect 'wakeup offcpu block syscall irq net' track ''
expect --timeout track block --timeo
expect 'auto osnoise bpf spin' osnoise hist -S ''
expect 'osnoise' osnoise -S o
expect '' osnoise top -r ''
expect --no-sources hwnoise --no
expect --percentiles timerlat hist --perc
expect --user-threads timerlat --user-t
# A number is wanted: nothing to offer, least of all options.
expect '' hist -p ''
expect '' hist --worst ''
# An optional value, and none: options go on.
complete_line hist -n ''
offered -d || fail "hist -n: no options"
complete_line hist -C ''
offered -d || fail "hist -C: no options"
cd "$SRC" && expect scripts/completion.bash compare scripts/completion.b
cd "$SRC" && expect scripts/completion.bash merge -q scripts/completion.b
cd "$SRC" && expect scripts/completion.bash hist -o json : scripts/completion.b

((failures == 0)) || { echo "completion: $failures failures"; exit 1; }
echo "completion: ok"
