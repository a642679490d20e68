#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The program in librtlat(3) compiles against the library without a warning, and measures.
set -u

: "${BUILD:?the build directory}" "${SRC:?the source directory}"
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

fail() {
	echo "manual-example: $*"
	exit 1
}

# The literal block after ".. code:: c", without its indentation.
awk '/^\.\. code:: c$/ { code = 1; next } code && /^[^ ]/ { exit } code' \
	"$SRC/Documentation/librtlat.3.rst" | sed 's/^    //' >"$directory/example.c"
grep -q 'int main(void)' "$directory/example.c" || fail "no program in librtlat(3)"

# The library where it was built, as if it was installed there.
sed -n 's/^#define RTLAT_VERSION "\(.*\)"/\1/p' "$SRC/include/rtlat.h" >"$directory/version"
packages=$(sed -n 's/^LIB_PACKAGES := \([a-z].*\)/\1/p' "$SRC/Makefile")
sed -e "s|@PREFIX@|$directory|; s|@LIBDIR@|$BUILD|; s|@VERSION@|$(<"$directory/version")|" \
	-e "s|@INCLUDEDIR@|$SRC/include|; s|@PACKAGES@|$packages|" \
	"$SRC/lib/rtlat.pc.in" >"$directory/rtlat.pc"
flags=$(PKG_CONFIG_PATH=$directory pkg-config --cflags --libs --static rtlat) ||
	fail "pkg-config does not know rtlat"

# A library with sanitizers wants a program with them.
if nm -u "$BUILD/librtlat.a" 2>/dev/null | grep -q __asan_; then
	CC=clang
	flags+=' -fsanitize=address,undefined'
fi
# shellcheck disable=SC2086 # a list of words
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -o "$directory/example" "$directory/example.c" $flags ||
	fail "the program does not compile"
"$directory/example" >"$directory/output" || fail "the program failed"
cpus=$(grep -Ec '^CPU [0-9]+: [1-9][0-9]* samples, [0-9]+ missed, worst [1-9][0-9]* ns$' \
	"$directory/output")
((cpus >= 1)) || fail "it printed: $(<"$directory/output")"
grep -Eq '^99 % of all: at most [1-9][0-9]* ns$' "$directory/output" ||
	fail "it printed: $(<"$directory/output")"
cat "$directory/output"
echo "manual-example: ok"
