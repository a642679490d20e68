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
printf '#!/bin/sh\necho broken\nexit 1\n' >"$work/gnuplot"
chmod +x "$work/gnuplot"
if "$here/../with-gnuplot" "$work/gnuplot" true; then
	plotter=$work/gnuplot
	echo old >"$work/old.svg"
	replay two-cpus hist -o "svg:$work/old.svg" >/dev/null 2>&1 && fail 'a gnuplot that fails'
	[ "$(cat "$work/old.svg")" = old ] || fail 'the old picture is gone'
	plotter=
fi
# The settings and the environment of a user are not gnuplot's: root would run what is there.
mkdir "$work/home" "$work/bin"
for file in .gnuplot .gnuplotrc gnuplotrc; do
	echo "system('touch $work/ran')" >"$work/home/$file"
done
printf '#!/bin/sh\ntouch %s/ran\n' "$work" >"$work/bin/gnuplot"
chmod +x "$work/bin/gnuplot"
(
	cd "$work/home" || exit
	export HOME="$work/home" GNUPLOT_LIB="$work/home" GNUTERM=dumb GDFONTPATH="$work/home"
	export XDG_CONFIG_HOME="$work/home" GNUPLOT_SHARE_DIR="$work/home" PATH="$work/bin:$PATH"
	plot svg two-cpus hist
)
xmllint --noout "$work/picture" || fail 'with settings of a user: not XML'
[ ! -e "$work/ran" ] || fail 'what the settings of a user say was run'
# All that it sees of it.
printf '#!/bin/sh\nenv | sort >%s/environment\n' "$work" >"$work/gnuplot"
if "$here/../with-gnuplot" "$work/gnuplot" true 2>/dev/null; then
	plotter=$work/gnuplot
	LD_BIND_NOW=1 GNUPLOT_LIB=/nonexistent replay two-cpus hist -o svg >/dev/null 2>&1
	grep -Ev '^(PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin|HOME=/|LC_ALL=C.UTF-8|PWD=.*|_=.*|SHLVL=.*|OLDPWD)$' \
		"$work/environment" && fail 'it sees more of the environment'
fi
[ "$failures" -eq 0 ]
