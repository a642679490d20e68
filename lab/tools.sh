# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Programs for guests that Debian has no package of, in the same cache as the kernels. What is
# there for one is a directory with the program itself and
#	version		one line, what it was made from, for people

# One line for each: its name, the functions FROM_key and FROM_make that make the program FROM as
# kernels are made, and what to make it of.
readonly TOOL_TABLE='
rtla	rtla	6.12
rtla-7.3	rtla	7.3
'

tool_names()
{
	local name _

	while read -r name _; do
		[[ -z $name ]] || printf '%s\n' "$name"
	done <<<"$TOOL_TABLE"
}

# tool_field NAME from|what: nothing if there is no such tool
tool_field()
{
	local name from what

	# shellcheck disable=SC2034 # one of them is asked for by name
	while read -r name from what; do
		if [[ $name == "$1" ]]; then
			printf '%s\n' "${!2}"
			return
		fi
	done <<<"$TOOL_TABLE"
}

tool_builds()
{
	printf '%s/tools-1/%s\n' "$(cache_dir)" "$1"
}

# build_tool NAME [keep]: as build_kernel
build_tool()
{
	build_cached "$1" "$(tool_field "$1" from)" "$(tool_field "$1" what)" \
		"$(tool_builds "$1")" "$(tool_field "$1" from)" "${2-}"
}

# --- rtla, from the kernel's own tree: WHAT is the kernel's version -----------

rtla_hash()
{
	{
		gcc --version | head -n 1
		pkg-config --modversion libtracefs libtraceevent libbpf
	} | sha256sum | cut -c 1-12
}

rtla_key()
{
	local package

	need gcc pkg-config
	package=$(source_package "$1" "$2") || exit
	printf '%s_%s\n' "$package" "$(rtla_hash)"
}

# rtla_make WHAT KEY DIR. What make makes goes to DIR/o: the sources in the cache are never changed.
# 7.3's collects in BPF if it can be built so. It does not say where its headers are when that
# directory is not its own, nor where those of the machine are; and it asks bpftool for a word that
# Debian's does not print.
rtla_make()
{
	local package=${2%_*} dir=$3 source

	need apt-get bpftool clang dpkg-deb gcc make nice pkg-config strip xz
	source_fetch "$package"
	source=$(cache_dir)/sources-1/$package
	mkdir "$dir/o"
	env -i PATH="$PATH" HOME="$HOME" LC_ALL=C ${TMPDIR+"TMPDIR=$TMPDIR"} \
		C_INCLUDE_PATH="/usr/include/$(gcc -print-multiarch):$dir/o/src" \
		nice -n 19 make -C "$source/tools/tracing/rtla" O="$dir/o" \
		feature-bpftool-skeletons=1 \
		>"$dir/log" 2>&1 8>&- 9>&- || source_failed rtla "$dir/log"
	strip -o "$dir/rtla" "$dir/o/rtla" || die "cannot write $dir/rtla"
	rm -rf "$dir/o" "$dir/log"
	printf '%s %s\n' "${package%_*}" "${package##*_}" >"$dir/version"
}
