# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the tests of the live screen share. $demo is the screen on simulated numbers. A test is skipped
# without tmux.
set -u

: "${BUILD:?the build directory}" "${RTLAT:?the program}"
demo=$BUILD/tests/tools/screendemo
# shellcheck source=tests/host/lib/terminal.sh
. "$SRC/tests/host/lib/terminal.sh"
trap stop EXIT
[[ -x $demo ]] || { echo "screen: $demo is missing"; exit 1; }

# The lines between the contexts are in the same columns from top to bottom.
aligned() {
	local line cuts first=

	while IFS= read -r line; do
		cuts=${line//┼/│}
		[[ $cuts == *│* ]] || continue
		cuts=${cuts//[^│]/.}
		cuts=${cuts%"${cuts##*│}"}
		first=${first:-$cuts}
		[[ $cuts == "$first" ]] || { fail "not aligned: $line"; return; }
	done < <(capture)
	[[ -n $first ]] || fail "no table"
}

# The number of samples in the total line.
total() {
	capture | sed -n 's/^ all  *\([0-9]*\).*/\1/p'
}

# The first CPU row of the table.
first_row() {
	capture | sed -n '/┼/{n;p;}'
}

sorted_first() {
	keys_say s "sorted by $1"
	[[ $(first_row) =~ $2 ]] || fail "sorted by $1, first row is $(first_row)"
}
