#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The man pages have the options that --help prints, all of them and no others.
set -u

: "${RTLAT:?the program}" "${SRC:?the source directory}"
failures=0

command -v rst2man >/dev/null || { echo "manual-options: rst2man is not installed"; exit 77; }

# Of a command that may be two words, of which only the first has a page.
page() {
	rst2man --strict "$SRC/Documentation/rtlat-${1% *}.1.rst"
}

help_of() {
	# shellcheck disable=SC2086 # words
	"$RTLAT" $1 --help
}

# The options of a command's help, with what a value is called.
helped() {
	help_of "$1" | sed -nE 's/^ {2,6}((-[A-Za-z], )?--[a-z-]+.*)/\1/; T; s/  .*//; p' |
		grep -Eo -- '(^| )--?[A-Za-z][a-z-]*' | tr -d ' ' | sort -u
}

# The terms of option lists in the page: bold in the man page, at the begin of a line.
documented() {
	page "$1" | sed -n '/^\.SH OPTIONS/,/^\.SH SIGNALS\|^\.SH EXIT/p' |
		sed -n '/^\.TP$/{n;p;}' | sed 's/\\-/-/g; s/\\fP//g; s/\\f[A-Z]//g; s/^\.B //' |
		grep -Eo -- '(^|[ ,])--?[A-Za-z][a-z-]*' | tr -d ' ,' | sort -u
}

for command in top hist 'osnoise hist' hwnoise 'track wakeup' sleep compare report merge check restore; do
	count=$(helped "$command" | wc -l)
	if ((count < 2)); then
		echo "manual-options: $command: no options in the help"
		failures=$((failures + 1))
	fi
	if ! diff <(helped "$command") <(documented "$command"); then
		echo "manual-options: $command: the help (<) and the page (>) differ"
		failures=$((failures + 1))
	fi
done
# Ranges: "20..1000000" in the help is "20 to 1000000" in the page.
for command in top hist 'osnoise hist' hwnoise 'track wakeup' sleep; do
	text=$(page "$command" | tr -s ' \n' ' ')
	while IFS= read -r range; do
		[[ $text =~ (^|[^0-9])"${range/../ to }"([^0-9]|$) ]] && continue
		echo "manual-options: $command: the range $range is not in the page"
		failures=$((failures + 1))
	done < <(help_of "$command" | grep -Eo '[0-9]+\.\.[0-9]+' | sort -u)
done
((failures == 0)) || exit 1
echo "manual-options: ok"
