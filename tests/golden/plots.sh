#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# gnuplot draws every result, without a word, and what it draws is SVG, or PNG.
# timeout: 300
# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"
needs gnuplot xmllint

# plot FORMAT RECORDING [OPTION...]
plot()
{
	format=$1
	shift
	replay "$@" -o "$format" >"$work/picture" 2>"$work/said" && [ ! -s "$work/said" ] && return
	fail "$format $*"
	cat "$work/said"
}

for recording in $recordings; do
	plot svg "$recording" hist --gate 'thread.max<1us' --gate 'worst.irq.p50<=1s'
	xmllint --noout "$work/picture" || fail "$recording: not XML"
	grep -q 'verdict: ' "$work/picture" || fail "$recording: no verdict"
	grep -q 'gate thread.max&lt;1us: ' "$work/picture" || fail "$recording: no gate"
	curves=$(grep -c '>CPU [0-9]*</text>\|<title>\$cpu\|>CPU [0-9]*<' "$work/picture")
	case $recording in
	two-cpus) [ "$curves" -ge 2 ] || fail "$recording: $curves curves" ;;
	empty) grep -q 'no samples' "$work/picture" || fail 'empty: it does not say so' ;;
	esac
	plot png "$recording" top
	[ "$(head -c 8 "$work/picture" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] &&
		[ "$(tail -c 8 "$work/picture" | head -c 4)" = IEND ] || fail "$recording: not PNG"
done
for recording in $noise_recordings; do
	plot svg "$recording" hist --gate 'noise.max<1us'
	xmllint --noout "$work/picture" || fail "$recording: not XML"
	grep -q 'gate noise.max&lt;1us: ' "$work/picture" || fail "$recording: no gate"
	grep -q 'Noise of each CPU' "$work/picture" || fail "$recording: no title"
	plot png "$recording" top
done
# A gnuplot that fails leaves no picture.
mkdir "$work/bin"
printf '#!/bin/sh\necho broken\nexit 1\n' >"$work/bin/gnuplot"
chmod +x "$work/bin/gnuplot"
echo old >"$work/old.svg"
PATH=$work/bin:$PATH replay two-cpus hist -o "svg:$work/old.svg" >/dev/null 2>&1 &&
	fail 'a gnuplot that fails'
[ "$(cat "$work/old.svg")" = old ] || fail 'the old picture is gone'
[ "$failures" -eq 0 ]
