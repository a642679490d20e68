# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The lab's kernels that are built here, from Debian's linux-source packages.
#
# In the cache:
#	sources-1/PACKAGE_VERSION/	what the package has in it, never changed
#	trees-1/KERNEL/			where a kernel is built:
#		source/			hard links to the above, but for what
#					our patches change
#		source/o/		what make makes
#		package			PACKAGE_VERSION of source/
#		built			the key of the kernel that make made last; none if it did not end
#		overlay			the files that are no such links
# Trees are kept, so that after a change to the patch only that is compiled.

# WHAT is a version and words. What each word brings, from kernel-patch/:
#	rtlat		VERSION/hooks.patch and src/
#	fixed		fixes/VERSION/*.patch
# and each word, the version too, the options in lab/WORD.config, if there is one.

readonly LAB_CONFIGS=$CHECKOUT/lab

# --- from source: the key is PACKAGE_VERSION_HASH ----------------------------

# source_suite KERNELVERSION: as debian_suite
source_suite()
{
	[[ $1 != 7.* ]] || printf 'trixie-backports\n'
}

# source_package KERNELVERSION [keep]
source_package()
{
	local package=linux-source-$1 version current

	current=$(cache_dir)/sources-1/$package
	if [[ ${2-} == keep && -d $current/ ]]; then
		readlink "$current"
		return
	fi
	version=$(source_resolve "$package")
	if [[ -z $version ]]; then
		debian_update "$(source_suite "$1")" "apt knows no package $package"
		version=$(source_resolve "$package")
	fi
	[[ -n $version ]] || die "apt knows no package $package"
	printf '%s_%s\n' "$package" "$version"
}

source_resolve()
{
	debian_apt "$(source_suite "${1##*-}")" apt-cache show --no-all-versions "$1" 2>/dev/null |
		sed -n 's/^Version: //p'
}

# source_fragments WHAT: the files with the options asked for
source_fragments()
{
	local word

	printf '%s\n' "$LAB_CONFIGS/base.config"
	for word in $1; do
		[[ ! -e $LAB_CONFIGS/$word.config ]] || printf '%s\n' "$LAB_CONFIGS/$word.config"
	done
}

# source_patches WHAT: the files that change the source
source_patches()
{
	local version=${1%% *} word

	for word in ${1#* }; do
		case $word in
		rtlat)
			find "$CHECKOUT/kernel-patch/src" -type f ! -path "*/Documentation/*"
			printf '%s\n' "$CHECKOUT/kernel-patch/$version/hooks.patch"
			;;
		fixed)
			printf '%s\n' "$CHECKOUT/kernel-patch/fixes/$version"/*.patch
			;;
		esac
	done
}

# source_hash WHAT: of all that is not in the package
source_hash()
{
	local files

	mapfile -t files < <(source_fragments "$1"; source_patches "$1" | LC_ALL=C sort)
	files=("${files[@]#"$CHECKOUT/"}")
	{
		printf '%s\n' "$1"
		gcc --version | head -n 1
		(cd "$CHECKOUT" && sha256sum "${files[@]}") || die "cannot read the patch"
	} | sha256sum | cut -c 1-12
}

source_key()
{
	local package hash

	package=$(source_package "${1%% *}" "$2") || exit
	hash=$(source_hash "$1") || exit
	printf '%s_%s\n' "$package" "$hash"
}

# source_make WHAT KEY DIR
source_make()
{
	local what=$1 key=$2 dir=$3 package=${2%_*} tree

	tree=$(cache_dir)/trees-1/${what// /-}
	source_lock "$tree"
	source_compile "$what" "$key" "$tree" "$dir"
	source_install "$tree/source" "$dir"
	printf '%s %s, %s, %s\n' "${package%_*}" "${package##*_}" "${what#* }" "${key##*_}" \
		>"$dir/version"
	source_prune "${dir%/*}"
}

# source_lock TREE: until the caller's shell ends
source_lock()
{
	mkdir -p "${1%/*}" || die "cannot write the cache ${1%/*}"
	exec 8>"$1.lock"
	flock 8
}

# source_compile WHAT KEY TREE DIR: has the tree, which is locked, be the kernel KEY with all that
# make makes of it; its modules are in DIR/tree then.
source_compile()
{
	local what=$1 key=$2 tree=$3 dir=$4 package=${2%_*} hash=${2##*_} pristine

	need apt-get bc bison dpkg-deb flex gcc make nice pahole patch strip xz
	pristine=$(cache_dir)/sources-1/$package
	source_fetch "$package"
	source_tree "$tree" "$package"
	rm -f "$tree/built"
	mkdir "$dir/overlay"
	source_overlay "$what" "$pristine" "$dir/overlay"
	# An edit while we read would give a kernel that is not what its key says.
	[[ $(source_hash "$what") == "$hash" ]] || die "$what: the patch changed meanwhile: try again"
	source_lay "$tree" "$pristine" "$dir/overlay"
	rm -r "$dir/overlay"
	source_build "$what" "$hash" "$tree" "$dir/log"
	printf '%s\n' "$key" >"$tree/built"
}

# source_fetch PACKAGE: has the cache hold it; it is the one that 'keep' means.
source_fetch()
(
	package=$1
	sources=$(cache_dir)/sources-1

	mkdir -p "$sources" || die "cannot write the cache $sources"
	exec 8>"$sources/lock"
	flock 8
	if [[ ! -d $sources/$package ]]; then
		note "fetching $package"
		rm -rf "$sources"/new.*
		new=$(mktemp -d "$sources/new.XXXXXX") || exit
		trap 'rm -rf "$new"' EXIT
		mkdir "$new/deb" "$new/tree"
		debian_fetch "$package" "$new/deb"
		dpkg-deb --fsys-tarfile "$new"/deb/*.deb |
			tar -x -O --wildcards './usr/src/*.tar.xz' | xz -dc |
			tar -x -C "$new/tree" --strip-components=1 || die "cannot unpack $package"
		chmod 755 "$new/tree"
		mv -T "$new/tree" "$sources/$package" || exit
	fi
	ln -sfn "$package" "$sources/current.new"
	mv -T "$sources/current.new" "$sources/${package%%_*}"
)

# --- a kernel's tree ---------------------------------------------------------

# source_tree TREE PACKAGE: has TREE be one of that package, in whatever state.
# The trees of other kernels have most of what we would compile: make knows
# what not.
source_tree()
{
	local tree=$1 package=$2 other

	[[ $(cat "$tree/package" 2>/dev/null) != "$package" ]] || return 0
	rm -rf "$tree"
	for other in "${tree%/*}"/*/; do
		other=${other%/}
		[[ $(cat "$other/package" 2>/dev/null) == "$package" ]] || continue
		source_seed "$other" "$tree" && return
		rm -rf "$tree"
	done
	mkdir -p "$tree"
	cp -al "$(cache_dir)/sources-1/$package" "$tree/source" || die "cannot make the tree $tree"
	: >"$tree/overlay"
	printf '%s\n' "$package" >"$tree/package"
}

# source_seed OTHER TREE: fails if OTHER is being built now. What make makes is
# copied: a compiler may write into a file that is there.
source_seed()
(
	exec 7>"$1.lock"
	flock -n 7 || exit
	mkdir "$2" && cp -al "$1/source" "$2/source" && rm -rf "$2/source/o" &&
		cp -a "$1/source/o" "$2/source/o" && cp "$1/overlay" "$2/overlay" &&
		cp "$1/package" "$2/package"
)

# source_overlay WHAT PRISTINE DIR: fills DIR with each file that our patches
# change or add, as it will be in the tree.
source_overlay()
{
	local what=$1 pristine=$2 dir=$3 version=${1%% *} file word patch

	# The patch wants to see that this is a kernel.
	for file in Makefile kernel/trace/trace.c kernel/trace/Kconfig \
		$(source_patches "$what" | grep '\.patch$' | xargs -r sed -n 's,^+++ b/,,p' | sort -u); do
		install -D -m 644 "$pristine/$file" "$dir/$file" || die "$pristine: has no $file"
	done
	for word in ${what#* }; do
		case $word in
		rtlat)
			"$CHECKOUT/scripts/kernel-patch" apply "$dir" ||
				die "cannot apply the patch to $version"
			;;
		fixed)
			for patch in "$CHECKOUT/kernel-patch/fixes/$version"/*.patch; do
				patch -p1 -s -f -F 0 -d "$dir" <"$patch" >&2 ||
					die "cannot apply $patch"
			done
			;;
		esac
	done
}

# source_lay TREE PRISTINE OVERLAY: the tree becomes PRISTINE with OVERLAY over
# it. A file that is right already keeps its time, so that make leaves it alone;
# any other gets a new one, also when it becomes an old one again.
source_lay()
{
	local source=$1/source pristine=$2 overlay=$3 file was now

	now=$(cd "$overlay" && find . -type f -printf '%P\n' | LC_ALL=C sort)
	was=$(<"$1/overlay")
	printf '%s\n' "$was" "$now" | sed '/^$/d' | LC_ALL=C sort -u >"$1/overlay.new"
	mv "$1/overlay.new" "$1/overlay"
	while read -r file; do
		if [[ -e $overlay/$file ]]; then
			source_replace "$overlay/$file" "$source/$file"
		elif [[ -e $pristine/$file ]]; then
			source_replace "$pristine/$file" "$source/$file"
		else
			rm -f "$source/$file"
		fi
	done <"$1/overlay"
	printf '%s\n' "$now" >"$1/overlay"
}

source_replace()
{
	! cmp -s "$1" "$2" || return 0
	mkdir -p "${2%/*}"
	# Not through the hard link.
	rm -f "$2"
	cp --no-preserve=all "$1" "$2" || die "cannot write $2"
}

# --- its build ---------------------------------------------------------------

# source_kmake SOURCE ARGUMENT...: make as it is for the lab, whoever calls; the
# result depends on what is in the key, and on nothing else.
source_kmake()
{
	local source=$1
	shift

	env -i PATH="$PATH" HOME="$HOME" LC_ALL=C ${TMPDIR+"TMPDIR=$TMPDIR"} \
		nice -n 19 make -C "$source" O=o -s -j"$(nproc)" \
		KBUILD_BUILD_USER=rtlat KBUILD_BUILD_VERSION=1 \
		KBUILD_BUILD_TIMESTAMP="$(date -u -r "$source/MAINTAINERS")" "$@" 7>&- 8>&- 9>&-
}

# source_build WHAT HASH TREE LOG
source_build()
{
	local what=$1 hash=$2 source=$3/source log=$4 words=${1#* }
	local name=(LOCALVERSION="-${words// /-}" KBUILD_BUILD_HOST="$2")

	mkdir -p "$source/o"
	source_configure "$what" "$source" >"$log" 2>&1 || source_failed "$what" "$log"
	source_check_config "$what" "$source/o/.config"
	source_kmake "$source" "${name[@]}" "$(source_target "$source")" modules >"$log" 2>&1 ||
		source_failed "$what" "$log"
	source_kmake "$source" "${name[@]}" INSTALL_MOD_PATH="${log%/*}/tree" INSTALL_MOD_STRIP=1 \
		DEPMOD=true modules_install >"$log" 2>&1 || source_failed "$what" "$log"
	rm "$log"
}

# source_target SOURCE: the kernel to boot. An unpacked one starts at once, where
# a compressed one takes seconds; but by its entry (PVH) qemu enters code that
# KASAN has instrumented before there is a KASAN.
source_target()
{
	if grep -q '^CONFIG_KASAN=y' "$1/o/.config"; then
		echo bzImage
	else
		echo vmlinux
	fi
}

source_failed()
{
	tail -n 40 "$2" | sed 's/^/| /' >&2
	die "$1: cannot be built; the output of make ended as above"
}

# source_configure WHAT SOURCE
source_configure()
{
	local fragments

	mapfile -t fragments < <(source_fragments "$1")
	source_kmake "$2" tinyconfig &&
		cat "${fragments[@]}" >>"$2/o/.config" &&
		source_kmake "$2" olddefconfig
}

# source_check_config WHAT CONFIG: a dependency that is not met must not go
# unnoticed. The last of several wishes for an option counts.
source_check_config()
{
	local fragments refused

	mapfile -t fragments < <(source_fragments "$1")
	refused=$(awk -F = '
		!/^CONFIG_/ { next }
		FILENAME == ARGV[ARGC - 1] { got[$1] = $0; next }
		{ want[$1] = $0 }
		END {
			for (option in want)
				if (want[option] != (option in got ? got[option] : option "=n"))
					print want[option]
		}' "${fragments[@]}" "$2" | LC_ALL=C sort)
	[[ -z $refused ]] || die "$1: the kernel's configuration does not take" $refused
}

# source_install SOURCE DIR: what the lab wants, beside the modules in DIR/tree
source_install()
{
	local o=$1/o dir=$2 release

	release=$(<"$o/include/config/kernel.release")
	if [[ $(source_target "$1") == bzImage ]]; then
		cp "$o/arch/x86/boot/bzImage" "$dir/kernel"
	else
		strip -o "$dir/kernel" "$o/vmlinux"
	fi || die "cannot write $dir/kernel"
	cp "$o/.config" "$dir/config"
	mv "$dir/tree/lib/modules/$release" "$dir/modules" || die "no modules for $release"
	rm -rf "$dir/tree" "$dir"/modules/{build,source}
	printf '%s\n' "$release" >"$dir/release"
}

# source_prune BUILDS: each version of a patch that is being written is a build.
source_prune()
{
	find "$1" -mindepth 1 -maxdepth 1 -name 'linux-source-*' -mtime +7 \
		! -name "$(readlink "$1/current")" -exec rm -rf {} +
}
