# SPDX-License-Identifier: GPL-2.0-only
#
# awk -f floors.awk scripts/floors INCLUDES SYMBOLS: what reaches up, a line each; exit status 1 if there is
# any. INCLUDES has lines 'FILE:LINE:#include "PATH"', SYMBOLS those of 'nm -A' of objects whose path is
# FILE's.

function folder(path)
{
	sub(/\/[^\/]*$/, "", path)
	return path
}

# Does a file of folder `from` reach up to one of folder `to`?
function is_up(from, to)
{
	return from != to && floor[to] >= floor[from]
}

function complain(text)
{
	print text
	failed = 1
}

FILENAME == ARGV[1] {
	if ($0 !~ /^#/)
		for (i = 1; i <= NF; i++)
			floor[$i] = FNR
	next
}

FILENAME == ARGV[2] {
	split($0, part, ":")
	split($0, quoted, "\"")
	from = folder(part[1])
	if (!(from in floor))
		complain(part[1] ": " from "/ is on no floor of scripts/floors")
	else if (!(folder(quoted[2]) in floor))
		complain(part[1] ":" part[2] ": '" quoted[2] "' is not written from the root")
	else if (is_up(from, folder(quoted[2])))
		complain(part[1] ":" part[2] ": " from "/ includes " quoted[2] ", which is not below it")
	next
}

{
	path = $1
	sub(/\.o:.*/, "", path)
	if ($(NF - 1) == "U")
		uses[path, $NF] = 1
	else if ($(NF - 1) ~ /^[A-TV-Z]$/)
		defined[$NF] = path
}

END {
	for (use in uses) {
		split(use, part, SUBSEP)
		path = defined[part[2]]
		if (path != "" && is_up(folder(part[1]), folder(path)))
			complain(part[1] ".c: uses " part[2] "() of " path ".c, which is not below it")
	}
	exit failed
}
