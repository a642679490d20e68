#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Putting our tracer into kernel trees: what comes out, what is refused, and that a tree that is
# refused stays as it was. The trees have just the lines that the hooks want to see;
# tests/lab/kernel-patch.sh takes real ones.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# file_before PATCH FILE: a file to which the patch applies, with as many lines before each hunk
# as it says there are
file_before()
{
	awk -v file="$2" '
		/^--- / { mine = $2 == "a/" file; next }
		/^\+\+\+ / { next }
		/^diff / { mine = 0 }
		mine && /^@@ / {
			split($2, at, ",")
			while (line < -at[1] - 1) {
				line++
				print "# line " line
			}
			next
		}
		mine && /^[ -]/ { line++; print substr($0, 2) }' "$1"
}

# tree DIRECTORY VERSION
tree()
{
	local dir=$work/$1 patch=$SRC/kernel-patch/$2/hooks.patch file

	rm -rf "$dir"
	mkdir -p "$dir/kernel/trace" "$dir/include/uapi/linux" "$dir/include/trace/events" \
		"$dir/Documentation/trace"
	printf '# a comment\nVERSION = %s\nPATCHLEVEL = %s\nSUBLEVEL = 7\n' \
		"${2%.*}" "${2#*.}" >"$dir/Makefile"
	echo 'int trace;' >"$dir/kernel/trace/trace.c"
	for file in $(sed -n 's,^--- a/,,p' "$patch"); do
		mkdir -p "$dir/${file%/*}"
		file_before "$patch" "$file" >"$dir/$file"
	done
}

# refuses TEXT DIRECTORY: in one line with that text, exit status 1, and nothing else happens
refuses()
{
	local text=$1 dir=$2

	rm -rf "$work/before"
	[[ ! -e $dir ]] || cp -a "$dir" "$work/before"
	"$SRC/scripts/kernel-patch" apply "$dir" >"$work/out" 2>&1
	(($? == 1)) || fail "$dir: exit status is not 1"
	[[ $(wc -l <"$work/out") == 1 ]] || fail "$dir: not one line: $(cat "$work/out")"
	grep -qF -- "$text" "$work/out" || fail "$dir: no '$text' in: $(cat "$work/out")"
	[[ ! -e $dir ]] || diff -r "$work/before" "$dir" || fail "$dir: was changed"
}

test_apply()
{
	local version file

	for version in 6.1 6.12; do
		tree good "$version"
		"$SRC/scripts/kernel-patch" apply "$work/good" || fail "$version: not applied"
		(cd "$SRC/kernel-patch/src" && find . -type f) | while read -r file; do
			cmp "$SRC/kernel-patch/src/$file" "$work/good/$file" || echo differs
		done | grep . && fail "$version: a file is missing or not the same"
		grep -qxF 'source "kernel/trace/rtlat/Kconfig"' "$work/good/kernel/trace/Kconfig" ||
			fail "$version: Kconfig has no hook"
		grep -qxF 'source "kernel/trace/latency_tracker/Kconfig"' \
			"$work/good/kernel/trace/Kconfig" || fail "$version: no latency tracker in Kconfig"
		grep -q '+= latency_tracker/$' "$work/good/kernel/trace/Makefile" ||
			fail "$version: no latency tracker in the Makefile"
		grep -q '+= rtlat/$' "$work/good/kernel/trace/Makefile" ||
			fail "$version: Makefile has no hook"
		find "$work/good" -name '*.orig' -o -name '*.rej' | grep . && fail "$version: left files"
		refuses 'has the patch already' "$work/good"
	done
}

test_refusals()
{
	refuses 'no such directory' "$work/nowhere"
	mkdir "$work/empty"
	refuses 'not a kernel source tree' "$work/empty"
	tree other 6.12
	sed -i 's/^PATCHLEVEL.*/PATCHLEVEL = 11/' "$work/other/Makefile"
	refuses 'is Linux 6.11: want one of 6.1 6.12' "$work/other"
	tree taken 6.12
	touch "$work/taken/include/uapi/linux/timerlat.h"
	refuses 'has a file include/uapi/linux/timerlat.h already' "$work/taken"
	tree hook 6.1
	sed -i 's/CONFIG_OSNOISE_TRACER/CONFIG_NOISE_TRACER/' "$work/hook/kernel/trace/Makefile"
	refuses '6.1/hooks.patch does not apply' "$work/hook"
}

# A tree that fails half-way: what was there is there, what was not is gone.
test_undo()
{
	tree half 6.12
	# Where a directory of ours should be.
	mkdir -p "$work/half/include/uapi/linux"
	touch "$work/half/kernel/trace/rtlat"
	refuses 'rtlat' "$work/half"
}

test_usage()
{
	"$SRC/scripts/kernel-patch" apply >/dev/null 2>&1
	(($? == 129)) || fail 'apply without a tree is no usage error'
	"$SRC/scripts/kernel-patch" sing >/dev/null 2>&1
	(($? == 129)) || fail 'an unknown command is no usage error'
	make -s -C "$SRC" kernel-patch KERNEL="$work/nowhere" >/dev/null 2>&1 &&
		fail 'make: no error'
	"$SRC/scripts/kernel-patch" file 5.10 "$work/patch" 2>"$work/err"
	(($? == 1)) || fail 'file 5.10: exit status is not 1'
	grep -q 'want one of 6.1 6.12' "$work/err" || fail "file 5.10: $(cat "$work/err")"
	[[ ! -e $work/patch ]] || fail 'file 5.10: wrote something'
}

# git am of the file gives what apply gives.
test_mail()
{
	local version

	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost GIT_CONFIG_GLOBAL=/dev/null
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost
	for version in 6.1 6.12; do
		tree applied "$version"
		"$SRC/scripts/kernel-patch" apply "$work/applied" || fail "$version: not applied"
		tree mailed "$version"
		(cd "$work/mailed" && git init -q && git add -A && git commit -q -m 'a kernel') ||
			fail 'cannot make a repository'
		make -s -C "$SRC" kernel-patch-file KVER="$version" O="$work/o" ||
			fail "$version: no file"
		git -C "$work/mailed" am -q --whitespace=error "$work/o/rtlat-$version.patch" ||
			fail "$version: git am fails"
		diff -r -x .git "$work/applied" "$work/mailed" || fail "$version: git am differs"
		git -C "$work/mailed" log -1 --format=%s | grep -q '^tracing: ' ||
			fail "$version: no subject"
		(($(git -C "$work/mailed" log -1 --format=%b | wc -l) > 5)) ||
			fail "$version: no description"
	done
}

test_apply
test_refusals
test_undo
test_usage
test_mail
((failures == 0))
