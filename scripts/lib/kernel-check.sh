# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The kernel's own checks of kernel-patch/, with sources from the lab's cache.

# shellcheck source=scripts/lib/kernels.sh
. "$CHECKOUT/scripts/lib/kernels.sh"

# Of these we know better: a patch for one tree is not split by MAINTAINERS, and
# who signs it off is who applies it.
readonly CHECKPATCH_IGNORE=FILE_PATH_CHANGES,MISSING_SIGN_OFF

# run_checkpatch ARG...: silent if all is well
run_checkpatch()
{
	perl "$SOURCE/scripts/checkpatch.pl" --root="$SOURCE" --no-tree --strict --quiet \
		--terse --show-types --max-line-length=100 --ignore "$CHECKPATCH_IGNORE" "$@"
}

check_files()
{
	local files

	mapfile -t files < <(find "$KERNEL_PATCH/src" -type f ! -name Makefile | LC_ALL=C sort)
	run_checkpatch -f "${files[@]}"
}

check_patches()
{
	local version status=0

	for version in $(known_versions); do
		"$CHECKOUT/scripts/kernel-patch" file "$version" "$TMP/rtlat-$version.patch" ||
			status=1
		run_checkpatch "$TMP/rtlat-$version.patch" || status=1
	done
	for version in "$KERNEL_PATCH"/fixes/*/*.patch; do
		run_checkpatch "$version" || status=1
	done
	return "$status"
}

# On the tree in which the lab built its kernel: the compiler's work is done.
check_sparse()
{
	local tree

	tree=$(cache_dir)/trees-1/6.12-rtlat-rt
	exec 8>"$tree.lock"
	flock 8
	source_kmake "$tree/source" C=2 CHECK='sparse -Wno-sparse-all' kernel/trace/rtlat/
}

# result NAME COMMAND: a check that says anything has failed
result()
{
	local output status

	output=$("$2" 2>&1)
	status=$?
	if [[ $status == 0 && -z $output ]]; then
		printf 'ok %s\n' "$1"
		return
	fi
	printf 'not ok %s\n' "$1"
	[[ -z $output ]] || sed 's/^/  | /' <<<"$output"
	return 1
}

kernel_check()
{
	local failed=0 package

	need perl git patch
	package=$(source_package 6.12 keep) || exit
	source_fetch "$package"
	SOURCE=$(cache_dir)/sources-1/$package
	make_tmpdir
	trap 'rm -rf "$TMP"' EXIT
	result 'checkpatch, files' check_files || failed=1
	result 'checkpatch, patches' check_patches || failed=1
	if ! command -v sparse >/dev/null; then
		echo 'skip sparse: it is not installed'
	else
		build_kernel rtlat-6.12-rt keep || exit 1
		result sparse check_sparse || failed=1
	fi
	exit "$failed"
}
