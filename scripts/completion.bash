# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Completion of rtlat for bash. Commands and options are those of the program's own help.

# The commands that `PROGRAM --help` lists.
_rtlat_commands() {
	"$1" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# The help of COMMAND, one or two words, one option per line: "-c --cpus LIST", "--no-irq", ...
_rtlat_options() {
	local words

	read -ra words <<<"$2"
	"$1" "${words[@]}" --help 2>/dev/null |
		sed -n 's/^  *\(-[[:alnum:]]\), \(--.*\)/\1 \2/; s/^ *\(--*[[:alnum:]].*\)/\1/; T
			s/   *.*//; s/\[=[^]]*\]//; p'
}

# Does OPTION of COMMAND want a value?
_rtlat_wants_value() {
	_rtlat_options "$1" "$2" | grep -Eq -- "(^| )$3( --[a-z-]+)? [^-]"
}

# Values of OPTION that can be told, one per line; nothing for numbers and names.
_rtlat_values() {
	case $2 in
	-S | --source)
		if [[ $1 == *noise* ]]; then
			printf '%s\n' auto osnoise bpf spin
			return
		fi
		if [[ $1 == track* ]]; then
			printf '%s\n' auto module events hist
			return
		fi
		printf '%s\n' auto record bpf timerlat timerlat-user kernel-histogram \
			timerlat-kernel clock
		;;
	-o | --output)
		[[ $1 != report ]] || return
		printf '%s\n' text json
		[[ $1 != check && $1 != compare ]] || return
		[[ $1 != sleep ]] || { echo csv; return; }
		printf '%s\n' csv junit tap lava openmetrics svg png html
		[[ $1 == *noise* ]] || echo hgrm
		[[ $1 == *noise* || $1 == track* ]] || printf '%s\n' cyclictest rt-tests-json
		[[ $1 != *hist && $1 != merge ]] || echo rtla
		;;
	-c | --cpus | -H | --house-keeping)
		cat /sys/devices/system/cpu/online 2>/dev/null
		;;
	-d | --duration | --interval)
		printf '%s\n' 10s 1m 1h 1d
		;;
	-P | --priority)
		printf '%s\n' f: r: o: d:
		;;
	--sort)
		printf '%s\n' total max
		;;
	--stacks)
		printf '%s\n' none kernel user both
		;;
	--tolerance)
		echo 10%
		;;
	--percentiles)
		echo 50,90,99,99.9,99.99,99.999
		;;
	esac
}

_rtlat() {
	local program=$1 cur=$2 option=$3 command=${COMP_WORDS[1]} first=2
	local before=${COMP_WORDS[COMP_CWORD > 1 ? COMP_CWORD - 2 : 0]}

	COMPREPLY=()
	if [[ $command == @(timerlat|osnoise) ]]; then
		first=3
		[[ ${COMP_WORDS[2]-} == hist ]] && command+=' hist' || command+=' top'
		command=${command#timerlat }
	fi
	if [[ $command == track ]]; then
		first=3
		command+=" ${COMP_WORDS[2]-}"
	fi
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W "$(_rtlat_commands "$program") timerlat --help
			--version" -- "$cur")
		return
	fi
	if ((COMP_CWORD == first - 1)) && [[ $cur != -* ]]; then
		local family='top hist'
		[[ $command != track* ]] || family='wakeup offcpu block syscall irq net'
		mapfile -t COMPREPLY < <(compgen -W "$family" -- "$cur")
		return
	fi
	# Bash makes words of their own of '=' and ':'.
	if [[ $option == : || $cur == : ]]; then
		[[ $cur == : ]] && cur=
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
	fi
	[[ $option == = ]] && option=$before
	[[ $cur == = ]] && cur=
	if _rtlat_wants_value "$program" "$command" "$option"; then
		[[ $option == -[oP] || $option == --output || $option == --priority ]] &&
			compopt -o nospace 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -W "$(_rtlat_values "$command" "$option")" \
			-- "$cur")
		return
	fi
	if [[ $command == @(compare|report|merge) && $cur != -* ]]; then
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
	fi
	mapfile -t COMPREPLY < <(compgen -W "$(_rtlat_options "$program" "$command" |
		grep -Eo -- '(^| )--?[[:alnum:]][[:alnum:]-]*')" -- "$cur")
}

complete -F _rtlat rtlat
