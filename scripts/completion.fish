# SPDX-License-Identifier: GPL-2.0-only
# Completion of rtlat for fish. Commands and options are those of the program's own help.

function __rtlat_commands
	rtlat --help 2>/dev/null |
		sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

# The words of the command: "osnoise hist", without options.
function __rtlat_command
	set -l words (commandline -opc)[2..-1]
	string match -v -- '-*' $words[1..2]
end

function __rtlat_options
	set -l command (__rtlat_command)
	rtlat $command --help 2>/dev/null |
		sed -n 's/^  *\(-[[:alnum:]], \)\{0,1\}--\([a-z-]*\)[^ ]*\( [^ ]\{1,\}\)\{0,1\}   *\(.*\)/--\2\t\4/p'
end

complete -c rtlat -f -n '__fish_use_subcommand' -a '(__rtlat_commands)'
complete -c rtlat -n 'not __fish_use_subcommand' -a '(__rtlat_options)'
