#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# timeout: 5400
#
# All that make makes is made for arm64 too, without a warning, and the unit tests pass there, under
# QEMU's emulation of one program. With --all so do the host tests, and those of tests/guest that are
# for a guest of arm64. ARM64_BUILD=DIR keeps what was made.

set -u

: "${SRC:?the source directory}"
PROGNAME='arm64'
# shellcheck source=scripts/lib/common.sh
. "$SRC/scripts/lib/common.sh"
# shellcheck source=lab/kernels.sh
. "$SRC/lab/kernels.sh"
# shellcheck source=lab/modules.sh
. "$SRC/lab/modules.sh"

# Those that start rtlat. Others preload a library, or want of the kernel what QEMU does not pass on:
# SCHED_DEADLINE, the attributes of statx(), all of a small number of files, and some signals.
readonly HOST_TESTS=(actions check compare completion cyclictest gates greedy hostile malformed
	outputs/formats outputs/interval paused repeat restore screen sleep track usage)

make_tmpdir
# A test starts the program as another user.
chmod 755 "$TMP"
build=${ARM64_BUILD:-$TMP/build}
trap 'rm -rf "$TMP"' EXIT
trap 'exit 1' HUP INT TERM

# make_arm64 TARGET...
make_arm64()
{
	# shellcheck disable=SC2031 # PATH is only read
	env -i PATH="$PATH" HOME="$HOME" LC_ALL=C make -C "$SRC" O="$build" WERROR=1 \
		CC="$ARM64_TRIPLET-gcc --sysroot=$root" \
		PKG_CONFIG="env PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/$ARM64_TRIPLET/pkgconfig pkg-config" \
		"$@"
}

# run_unit PROGRAM
run_unit()
{
	arm64_run "$root" "$1" >"$TMP/output" 2>&1 && return
	tail -n 30 "$TMP/output"
	die "${1#"$build/"} fails"
}

need "$ARM64_TRIPLET-gcc" qemu-aarch64
root=$(arm64_root) || exit

make_arm64 all tests >"$TMP/log" 2>&1 || { tail -n 30 "$TMP/log"; die 'cannot be built'; }
architecture=$(LC_ALL=C "$ARM64_TRIPLET-objdump" -f "$build/rtlat/rtlat" |
	sed -n 's/^architecture: \([^,]*\).*/\1/p')
[[ $architecture == aarch64 ]] || die "rtlat is for '$architecture'"

count=0
for program in "$build"/tests/unit/*/test_* "$build"/tests/unit/*/*/test_*; do
	[[ -x $program && ! -d $program ]] || continue
	run_unit "$program"
	count=$((count + 1))
done
expected=$(cd "$SRC" && find tests/unit -name 'test_*.c' | wc -l)
[[ $count == "$expected" ]] || die "$count unit tests of $expected"
printf '%d programs of unit tests\n' "$count"

[[ ${RTLAT_ALL-} ]] || exit 0
need qemu-system-aarch64
# shellcheck disable=SC2016 # "$0" is of the script that runs this
RTLAT_COMMAND='qemu-aarch64 -0 "$0"'" -L $root $build/rtlat/rtlat" \
	"$SRC/tests/run" host "$BUILD" "${HOST_TESTS[@]}" || die 'host tests fail'
RTLAT_BUILD=$build "$SRC/tests/guest/boot" debian-6.12-rt-arm64 || die 'tests in a guest fail'
