# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# What differs for kernels of arm64: how things are compiled, and where the programs and libraries
# of a guest come from. The latter is a Debian for arm64 in the cache, which is never renewed unless
# its list of packages changes.

readonly ARM64_TRIPLET=aarch64-linux-gnu
readonly ARM64_PACKAGES='libc6-dev libtracefs-dev libtraceevent-dev libcpupower-dev libncurses-dev
	libjansson-dev libelf-dev libbpf-dev libcmocka-dev busybox-static util-linux'

# is_arm64 KERNEL: its name, or its package's name and version
is_arm64()
{
	[[ $1 == *-arm64 || $1 == *-arm64_* ]]
}

arm64_builds()
{
	printf '%s/roots-1/arm64\n' "$(cache_dir)"
}

# arm64_root: has the cache hold that Debian, and prints where it is
arm64_root()
{
	local suite

	suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
	build_cached 'a Debian for arm64' arm64 "$suite $ARM64_PACKAGES" "$(arm64_builds)" tree keep || exit
	printf '%s/tree\n' "$(readlink -f "$(arm64_builds)/current")"
}

# arm64_key WHAT
arm64_key()
{
	printf '%s_%s\n' "${1%% *}" "$(sha256sum <<<"$1" | cut -c 1-12)"
}

# arm64_make WHAT KEY DIR
arm64_make()
{
	local packages=${1#* }

	# shellcheck disable=SC2086 # one for each word
	debian_bootstrap "$3" "${1%% *}" arm64 $packages
	debian_relocate "$3/tree"
	rm -rf "$3/deb" "$3/status"
}

# arm64_run ROOT PROGRAM ARGUMENT...: on this machine
arm64_run()
{
	qemu-aarch64 -L "$1" "${@:2}"
}

# arm64_ldd ROOT PROGRAM: what ldd would print if ROOT were all that there is
arm64_ldd()
{
	arm64_run "$1" "$1/lib/ld-linux-aarch64.so.1" --list "$2" | sed "s,$1/,/,g"
}
