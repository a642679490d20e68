#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# timeout: 1800
#
# All that make makes is made for arm64 too, without a warning, and the unit tests pass there, under
# QEMU's emulation of one program. What tracing says there is not measured.

set -u

: "${SRC:?the source directory}"
PROGNAME='arm64'
# shellcheck source=scripts/lib/common.sh
. "$SRC/scripts/lib/common.sh"
# shellcheck source=lab/kernels.sh
. "$SRC/lab/kernels.sh"
# shellcheck source=lab/modules.sh
. "$SRC/lab/modules.sh"

readonly TRIPLET=aarch64-linux-gnu
readonly LIBRARIES='libc6-dev libtracefs-dev libtraceevent-dev libcpupower-dev libncurses-dev
	libjansson-dev libelf-dev libbpf-dev libcmocka-dev'

make_tmpdir
trap 'rm -rf "$TMP"' EXIT
trap 'exit 1' HUP INT TERM

# make_arm64 TARGET...
make_arm64()
{
	# shellcheck disable=SC2031 # PATH is only read
	env -i PATH="$PATH" HOME="$HOME" LC_ALL=C make -C "$SRC" O="$TMP/build" WERROR=1 \
		CC="$TRIPLET-gcc --sysroot=$root" \
		PKG_CONFIG="env PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/$TRIPLET/pkgconfig pkg-config" \
		"$@"
}

# run_unit PROGRAM
run_unit()
{
	qemu-aarch64 -L "$root" "$1" >"$TMP/output" 2>&1 && return
	tail -n 30 "$TMP/output"
	die "${1#"$TMP/build/"} fails"
}

need "$TRIPLET-gcc" qemu-aarch64
suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
mkdir "$TMP/new"
# shellcheck disable=SC2086 # one for each word
debian_bootstrap "$TMP/new" "$suite" arm64 $LIBRARIES
root=$TMP/new/tree
debian_relocate "$root"

make_arm64 all tests >"$TMP/log" 2>&1 || { tail -n 30 "$TMP/log"; die 'cannot be built'; }
architecture=$(LC_ALL=C "$TRIPLET-objdump" -f "$TMP/build/rtlat/rtlat" |
	sed -n 's/^architecture: \([^,]*\).*/\1/p')
[[ $architecture == aarch64 ]] || die "rtlat is for '$architecture'"

count=0
for program in "$TMP"/build/tests/unit/*/test_* "$TMP"/build/tests/unit/*/*/test_*; do
	[[ -x $program && ! -d $program ]] || continue
	run_unit "$program"
	count=$((count + 1))
done
expected=$(cd "$SRC" && find tests/unit -name 'test_*.c' | wc -l)
[[ $count == "$expected" ]] || die "$count unit tests of $expected"
printf '%d programs of unit tests\n' "$count"
