# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The kernel's own checks of kernel-patch/, with sources from the lab's cache.

# shellcheck source=lab/kernels.sh
. "$CHECKOUT/lab/kernels.sh"

# Who signs the patch off is who applies it, and MAINTAINERS is theirs too.
readonly IGNORE_ALWAYS=FILE_PATH_CHANGES,MISSING_SIGN_OFF
# The macros of a TRACE_EVENT have a layout of their own everywhere.
readonly IGNORE_TRACE_EVENTS=OPEN_ENDED_LINE,PARENTHESIS_ALIGNMENT
# The same files are for several kernels, what differs in headers that say so.
readonly IGNORE_COMPAT=LINUX_VERSION_CODE,ALLOC_WITH_SIZEOF

# run_checkpatch IGNORE ARG...: silent if all is well
run_checkpatch()
{
	local ignore=$IGNORE_ALWAYS${1:+,$1}
	shift

	perl "$SOURCE/scripts/checkpatch.pl" --root="$SOURCE" --no-tree --strict --quiet \
		--terse --show-types --no-summary --max-line-length=100 --ignore "$ignore" "$@"
}

check_files()
{
	local file ignore status=0

	while read -r file; do
		ignore=
		[[ $file != include/trace/events/* ]] || ignore=$IGNORE_TRACE_EVENTS
		[[ $file != *compat.h ]] || ignore=$IGNORE_COMPAT
		(cd "$KERNEL_PATCH/src" && run_checkpatch "$ignore" -f "$file") || status=1
	done < <(added_files)
	for file in "$KERNEL_PATCH"/module/rtlat/*.[ch] "$KERNEL_PATCH"/module/include/uapi/linux/*.h; do
		ignore=
		[[ $file != *_events.h ]] || ignore=$IGNORE_TRACE_EVENTS
		run_checkpatch "$ignore" -f "$file" || status=1
	done
	return "$status"
}

# What check_files looks at is here too, so the same must be ignored.
check_patches()
{
	local version patch status=0

	for version in $(known_versions); do
		patch=$TMP/rtlat-$version.patch
		"$CHECKOUT/scripts/kernel-patch" file "$version" "$patch" || status=1
		run_checkpatch "$IGNORE_TRACE_EVENTS,$IGNORE_COMPAT" "$patch" || status=1
	done
	for patch in "$KERNEL_PATCH"/fixes/*/*.patch; do
		run_checkpatch '' "$patch" || status=1
	done
	return "$status"
}

# On the tree in which the lab built its kernel: the compiler's work is done. By another name for the
# kernel, modules that are built in it later would not be this one's.
check_sparse()
{
	local tree

	tree=$(cache_dir)/trees-1/6.12-rtlat-rt-bpf
	exec 8>"$tree.lock"
	flock 8
	source_kmake "$tree/source" LOCALVERSION=-rtlat-rt-bpf C=2 kernel/trace/rtlat/
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

# kernel_check VERSION: by the checkpatch.pl of that kernel
kernel_check()
{
	local failed=0 package

	need perl git patch
	package=$(source_package "$1" keep) || exit
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
