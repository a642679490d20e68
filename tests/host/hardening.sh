#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The program and the library are hardened as far as the compiler can do it, and who builds may have
# flags of their own for that.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs readelf
program=$BUILD/rtlat/rtlat
library=$(find "$BUILD" -maxdepth 1 -name 'librtlat.so.*' | head -n 1)

# has FILE OPTIONS REGEX WHAT: a line of what readelf prints
has()
{
	# shellcheck disable=SC2086 # several options
	readelf -W $2 "$1" 2>/dev/null | grep -Eq "$3" || fail "${1##*/}: $4"
}

# compiler's own word for what it was told, where it leaves one
producer()
{
	readelf --debug-dump=info --dwarf-depth=1 "$1" 2>/dev/null | grep -m 1 'DW_AT_producer.*GNU C1'
}

check_file()
{
	local told flag

	has "$1" -l 'GNU_RELRO' 'no RELRO segment'
	has "$1" -d '\(FLAGS\).*BIND_NOW' 'not bound at its start (-z now)'
	has "$1" -l 'GNU_STACK.* RW +0x' 'its stack is executable'
	readelf -Wl "$1" | grep -Eq 'LOAD.* RWE ' && fail "${1##*/}: a segment is writable and executable"
	has "$1" --dyn-syms 'UND __stack_chk_fail' 'no stack protector'
	told=$(producer "$1")
	[[ $told ]] || return
	for flag in -fstack-protector-strong -fstack-clash-protection -fcf-protection; do
		[[ $(uname -m) == x86_64 || $flag != -fcf-protection ]] || continue
		[[ $told == *"$flag"* ]] || fail "${1##*/}: built without $flag: ${told#*producer}"
	done
}

# Only level 3, which gcc has from 12 on, knows the size of memory that was allocated.
check_fortified()
{
	has "$1" --dyn-syms 'UND __snprintf_chk' 'functions are not fortified'
	[[ $(producer "$1") =~ GNU\ C[0-9]+\ (1[2-9]|[2-9][0-9])\. ]] || return
	has "$1" --dyn-syms 'UND __(pread|ppoll)_chk' 'functions are fortified, but not as far as they can be'
}

# build WHAT FLAG...: one file, which a warning fails
build()
{
	make -s -C "$SRC" O="$work/o" WERROR=1 "$work/o/lib/util/$1.o" "${@:2}" >"$work/out" 2>&1 ||
		fail "make ${*:2}: $(grep -m 1 -E 'error|warning|\*\*\*' "$work/out")"
	rm -rf "$work/o"
}

[[ $library ]] || { echo "the library is not built: make all"; exit 77; }
check_file "$program"
check_file "$library"
has "$program" -h 'Type: +DYN' 'not position-independent'
has "$program" -d 'FLAGS_1.*PIE' 'not position-independent'
if readelf -Ws "$program" | grep -q ' __asan_init'; then
	echo 'built with sanitizers: functions are not fortified'
else
	check_fortified "$program"
	check_fortified "$library"
fi

# Distributions have flags of their own, and -O0 has no fortified functions.
build text CFLAGS='-O0 -g'
build text CFLAGS='-O2 -g -Wp,-D_FORTIFY_SOURCE=2 -fstack-protector-strong'
build text CPPFLAGS='-D_FORTIFY_SOURCE=2'
build text CFLAGS='-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=1'

((failures == 0)) || { echo "hardening: $failures failures"; exit 1; }
echo "hardening: ok"
