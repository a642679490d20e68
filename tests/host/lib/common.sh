# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # for tests
#
# What the host tests share: a directory of their own, and how they fail. A test ends with
# ((failures == 0)).
set -u

: "${RTLAT:?the program}" "${BUILD:?the build directory}" "${SRC:?the source directory}"
test=$(basename "$0" .sh)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
# Files that explain a failure.
explaining=()

# fail TEXT...: says so, and goes on
fail()
{
	local file

	echo "$test: $*"
	for file in ${explaining[@]+"${explaining[@]}"}; do
		[[ ! -s $file ]] || head -n 20 "$file" | cut -c 1-200 | sed 's/^/    /'
	done
	failures=$((failures + 1))
}

# needs PROGRAM...: skips the test where one is not installed
needs()
{
	local program

	for program; do
		command -v "$program" >/dev/null && continue
		echo "$program is not installed"
		exit 77
	done
}
