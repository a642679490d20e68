#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# timeout: 3600
#
# The patch on the kernels' real sources: 'git am' of the file gives what apply gives. With
# tests/run's --all this is tried on 6.1 and 7.3 too, and the kernel with CONFIG_RTLAT_TRACER off is, byte
# for byte, the kernel without the patch. The time is for building the kernels, where the cache lacks
# them, and these two.

set -u

: "${SRC:?the source directory}"
PROGNAME='kernel-patch'
# shellcheck source=scripts/lib/common.sh
. "$SRC/scripts/lib/common.sh"
# shellcheck source=lab/kernels.sh
. "$SRC/lab/kernels.sh"

make_tmpdir
trap 'rm -rf "$TMP"' EXIT
trap 'exit 1' HUP INT TERM

# check_mail VERSION WHAT PRISTINE: the files that the patch wants, as it leaves them, are in $TMP/applied
check_mail()
{
	local version=$1 what=$2 pristine=$3 file

	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost GIT_CONFIG_GLOBAL=/dev/null
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost
	rm -rf "$TMP/applied" "$TMP/mailed"
	mkdir "$TMP/applied" "$TMP/mailed"
	source_overlay "$what" "$pristine" "$TMP/applied"
	(cd "$TMP/applied" && find . -type f) | while read -r file; do
		[[ ! -e $pristine/$file ]] || install -D -m 644 "$pristine/$file" "$TMP/mailed/$file"
	done
	(cd "$TMP/mailed" && git init -q && git add -A && git commit -q -m "Linux $version") ||
		die 'cannot make a repository'
	"$SRC/scripts/kernel-patch" file "$version" "$TMP/patch" || die "$version: no patch file"
	git -C "$TMP/mailed" am -q --whitespace=error "$TMP/patch" || die "$version: git am fails"
	diff -r -x .git "$TMP/applied" "$TMP/mailed" || die "$version: git am gives another tree"
	git -C "$TMP/mailed" log -1 --format="$version: %s" --shortstat
}

# build WHAT TREE: vmlinux with the options of WHAT, whatever patches the tree has
build()
{
	if ! { source_configure "$1" "$2/source" &&
		source_kmake "$2/source" LOCALVERSION= KBUILD_BUILD_HOST=test vmlinux; } \
		>"$TMP/log" 2>&1; then
		tail -n 30 "$TMP/log"
		die "$1: cannot be built"
	fi
}

# check_inert VERSION TREE STOCK PRISTINE: in the tree where the lab builds a kernel, since there
# is little left to compile. The lab's next build finds it in another state, and goes from there.
check_inert()
{
	local version=$1 tree=$2 stock=$3 pristine=$4

	exec 8>"$tree.lock"
	flock 8
	rm -f "$tree/built"
	source_lay "$tree" "$pristine" "$TMP/applied"
	build "$stock" "$tree"
	! grep -q '^CONFIG_RTLAT_TRACER=y' "$tree/source/o/.config" || die 'the tracer is on'
	cp "$tree/source/o/vmlinux" "$TMP/patched"

	mkdir "$TMP/nothing"
	source_lay "$tree" "$pristine" "$TMP/nothing"
	rmdir "$TMP/nothing"
	! grep -q rtlat "$tree/source/kernel/trace/Makefile" || die 'the patch is still there'
	build "$stock" "$tree"
	exec 8>&-
	cmp "$TMP/patched" "$tree/source/o/vmlinux" || die "$version: the patch changes the kernel"
}

while read -r kernel stock; do
	[[ $kernel == rtlat-6.12-rt || ${RTLAT_ALL-} ]] || continue
	"$SRC/scripts/lab" run "$kernel" -- true </dev/null || exit 1
	what=$(kernel_field "$kernel" what)
	version=${what%% *}
	pristine=$(cache_dir)/sources-1/$(source_package "$version" keep) || exit 1
	check_mail "$version" "$what" "$pristine"
	[[ ! ${RTLAT_ALL-} ]] ||
		check_inert "$version" "$(cache_dir)/trees-1/${what// /-}" "$stock" "$pristine"
done <<'END'
rtlat-6.12-rt	6.12 stock rt
rtlat-7.3-rt	7.3 stock rt
rtlat-6.1	6.1 stock preempt
END
