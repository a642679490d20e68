#compdef rtlat
# SPDX-License-Identifier: GPL-2.0-only
# Completion of rtlat for zsh. Commands and options are those of the program's own help.

_rtlat() {
	local -a found command
	local line

	if ((CURRENT == 2)); then
		found=(${(f)"$(rtlat --help 2>/dev/null |
			sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1:\2/p')"})
		_describe command found
		return
	fi
	# The words of the command: "osnoise hist", without options.
	command=(${${words[2,3]}:#-*})
	if [[ $PREFIX == -* ]]; then
		for line in ${(f)"$(rtlat $command --help 2>/dev/null)"}; do
			[[ $line =~ '^ +(-[[:alnum:]], +)?(--[a-z-]+)[^ ]*( [^ ]+)?  +(.*)$' ]] &&
				found+=("$match[2]:$match[4]")
		done
		_describe -o option found
		return
	fi
	_files
}

_rtlat "$@"
