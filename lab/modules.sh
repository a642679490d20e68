# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Modules for guests that a kernel of the lab does not have by itself, in the same cache:
#	modules-1/KERNEL/	what is there for one has MODULE.ko, and as kernels have it: version
#	modules-trees-1/KERNEL/	where they are built: only what has changed is compiled again
#	headers-1/KEY/		what is in the packages with the headers of a Debian kernel. Kept: the
#				mirror has those of the newest kernels only
# They are all that tests/modules has, the tracer's, the latency tracker's, and
# preemptirq_delay_test from the kernel's source for those that were built without it. How to build
# them is one more function beside FROM_key and FROM_make:
#	FROM_modules NAME KEY DIR TREE	runs make in TREE for the build KEY of the kernel NAME
#
# shellcheck disable=SC2034 # used where this is sourced

readonly MODULE_SOURCES=$CHECKOUT/tests/modules
readonly KERNEL_MODULE=kernel/trace/preemptirq_delay_test.c
readonly OWN_BUILD=$CHECKOUT/kernel-patch/module
readonly OWN_SOURCES=$CHECKOUT/kernel-patch/src

# Those for which `lab build` makes them beforehand; what else asks for one has it made then.
readonly MODULE_KERNELS='debian-6.1-rt debian-6.12-rt debian-6.12 debian-7.3-rt rtlat-6.12-rt rtlat-6.1'

# Where module_file looks too.
TEST_MODULES=()

modules_builds()
{
	printf '%s/modules-1/%s\n' "$(cache_dir)" "$1"
}

# build_modules NAME [keep]: has the cache hold those of the kernel that it holds
build_modules()
{
	build_cached "modules of $1" modules "$1" "$(modules_builds "$1")" version "${2-}"
}

is_test_module()
{
	local file

	[[ ${1//-/_} != latency_tracker* && $1 != rtlat ]] || return 0
	for file in "$MODULE_SOURCES"/*.c "$KERNEL_MODULE"; do
		file=${file##*/}
		[[ ${file%.c} != "${1//-/_}" ]] || return 0
	done
	return 1
}

# modules_for_run NAME MODULE...: sets TEST_MODULES if there is one that KERNEL does not have
modules_for_run()
{
	local name=$1 module
	shift

	for module; do
		if is_test_module "$module" && [[ -z $(module_file "$KERNEL" "$module") ]]; then
			build_modules "$name" keep || exit
			TEST_MODULES=("$(readlink -f "$(modules_builds "$name")/current")")
			return
		fi
	done
}

# --- from the modules' sources: WHAT is the kernel, the key KERNELKEY_HASH ----

# own_files: those of the tracer's and the trackers' modules, each as DIRECTORY FILE
own_files()
{
	{
		find "$OWN_SOURCES" "$OWN_BUILD/rtlat" "$OWN_BUILD/include" -type f ! -path '*/Documentation/*' |
			sed "s,^$OWN_SOURCES/,$OWN_SOURCES ,; s,^$OWN_BUILD/,$OWN_BUILD ,"
		printf '%s Kbuild\n' "$OWN_BUILD"
	} | LC_ALL=C sort
}

modules_hash()
{
	{
		gcc --version | head -n 1
		(cd "$MODULE_SOURCES" && sha256sum -- *) || die "cannot read $MODULE_SOURCES"
		own_files | sed 's, ,/,' | xargs sha256sum | sed "s,  $OWN_SOURCES/,  ,; s,  $OWN_BUILD/,  ,"
		((PIPESTATUS[2] == 0)) || die "cannot read $OWN_SOURCES"
	} | sha256sum | cut -c 1-12
	((PIPESTATUS[0] == 0))
}

modules_key()
{
	local hash

	need gcc
	hash=$(modules_hash) || exit
	printf '%s_%s\n' "$(readlink "$(kernel_builds "$1")/current")" "$hash"
}

# modules_make NAME KEY DIR
modules_make()
{
	local name=$1 key=${2%_*} dir=$3 source=$3/source module tree strip=strip

	! is_arm64 "$name" || strip=$ARM64_TRIPLET-strip
	need make "$strip"
	modules_gather "$name" "$key" "$source"
	tree=$(modules_tree "$name" "$key") || exit
	modules_update "$source" "$tree"
	"$(kernel_field "$name" from)_modules" "$name" "$key" "$dir" "$tree"
	find "$tree" -name '*.ko' >"$dir/files"
	while read -r module; do
		"$strip" --strip-debug -o "$dir/${module##*/}" "$module" || die "cannot write $dir"
	done <"$dir/files"
	rm -rf "$source" "$dir/log" "$dir/files"
	cp "$(kernel_builds "$name")/$key/version" "$dir/version"
	find "${dir%/*}" -mindepth 1 -maxdepth 1 -type d -mtime +7 \
		! -name "$(readlink "${dir%/*}/current")" ! -name 'new.*' -exec rm -rf {} +
}

# modules_gather NAME KEY SOURCE: all that the modules are made of
modules_gather()
{
	local file source=$3

	mkdir "$source"
	cp "$MODULE_SOURCES"/*.[ch] "$source" || die "cannot read $MODULE_SOURCES"
	modules_add_kernels_own "$(kernel_builds "$1")/$2" "$source"
	own_files | while read -r directory file; do
		install -D -m 644 "$directory/$file" "$source/$file" || exit
	done || die "cannot read $OWN_SOURCES"
	(cd "$source" && printf 'obj-m += %s\n' *.c | sed 's/\.c$/.o/' >>Kbuild)
}

# modules_tree NAME KEY: an empty one, unless it is of the same kernel and compiler
modules_tree()
{
	local tree built

	tree=$(cache_dir)/modules-trees-1/$1
	built="$2 $(gcc --version | head -n 1)"
	if [[ $(cat "$tree/built" 2>/dev/null) != "$built" ]]; then
		rm -rf "$tree"
		mkdir -p "$tree" && printf '%s\n' "$built" >"$tree/built" ||
			die "cannot write the cache $tree"
	fi
	printf '%s\n' "$tree"
}

# modules_update SOURCE TREE: what make sees as new there has changed
modules_update()
{
	local file

	(cd "$2" && find . -name '*.[ch]' ! -name '*.mod.c' -o -name '*.ko') | while read -r file; do
		[[ $file != *.ko && -e $1/$file ]] || rm -f "$2/$file"
	done
	(cd "$1" && find . -type f) | while read -r file; do
		cmp -s "$1/$file" "$2/$file" && continue
		mkdir -p "$2/${file%/*}" && cp "$1/$file" "$2/$file" || exit
	done || die "cannot write the cache $2"
}

# modules_add_kernels_own KERNEL SOURCE
modules_add_kernels_own()
{
	local version package

	[[ -z $(module_file "$1" "$(basename "$KERNEL_MODULE" .c)") ]] || return 0
	version=$(cut -d . -f 1,2 "$1/release")
	package=$(source_package "$version" keep) || exit
	source_fetch "$package"
	cp "$(cache_dir)/sources-1/$package/$KERNEL_MODULE" "$2" || die "$package: has no $KERNEL_MODULE"
}

# --- for a kernel that was built here: in its tree ----------------------------

source_modules()
{
	local name=$1 key=$2 dir=$3 modules=$4 what tree

	what=$(kernel_field "$name" what)
	tree=$(cache_dir)/trees-1/${what// /-}
	source_lock "$tree"
	# Another checkout may have built another kernel in it since.
	if [[ $(cat "$tree/built" 2>/dev/null) != "$key" ]]; then
		mkdir "$dir/kernel"
		source_compile "$what" "$key" "$tree" "$dir/kernel"
		rm -rf "$dir/kernel"
	fi
	source_kmake "$tree/source" M="$modules" modules >"$dir/log" 2>&1 ||
		source_failed "modules of $name" "$dir/log"
}

# --- for a Debian kernel: with the packages of its headers --------------------

# debian_header_packages RELEASE VERSION: the keys of the one that is asked for, and of those that it
# needs: where any newer version will do, the mirror may not have this one
debian_header_packages()
{
	local name version

	printf 'linux-headers-%s_%s\n' "$1" "$2"
	debian_apt "$(debian_suite "$1_$2")" apt-cache show "linux-headers-$1=$2" 2>/dev/null |
		sed -n 's/^Depends: //p' | tr , '\n' |
		sed -n 's/^ *\(linux-\(headers\|kbuild\)-[^ ]*\)\( (= \([^)]*\))\)\?.*/\1 \4/p' |
		while read -r name version; do
			printf '%s_%s\n' "$name" "${version:-$(source_resolve "$name")}"
		done
}

# debian_headers KEY RELEASE: has the cache hold them
debian_headers()
(
	key=$1
	release=$2
	headers=$(cache_dir)/headers-1

	mkdir -p "$headers" || die "cannot write the cache $headers"
	exec 8>"$headers/lock"
	flock 8
	[[ ! -d $headers/$key ]] || exit 0
	note "fetching the headers of $release"
	rm -rf "$headers"/new.*
	new=$(mktemp -d "$headers/new.XXXXXX") || exit
	trap 'rm -rf "$new"' EXIT
	mkdir "$new/deb" "$new/tree"
	for package in $(debian_header_packages "$release" "${key##*_}"); do
		debian_fetch "$package" "$new/deb"
		dpkg-deb -x "$new/deb/"*.deb "$new/tree" || die "cannot unpack $package"
		rm "$new/deb/"*.deb
	done
	debian_relocate "$new/tree"
	sed -i 's,^include /usr/src/,include ../,' "$new"/tree/usr/src/*/Makefile
	chmod 755 "$new/tree"
	mv -T "$new/tree" "$headers/$key"
)

# --- for a kernel of another Debian than this machine's: with that one's tools, too ---

# What make wants beside the compiler, which the headers ask for.
readonly ROOT_PACKAGES='gcc make bash coreutils dash diffutils findutils grep libelf1t64 mawk sed'

# debian_root KEY RELEASE: has the cache hold a Debian that has the headers and what builds modules
debian_root()
(
	key=$1
	package=linux-headers-$2=${1##*_}
	root=$(cache_dir)/headers-1/$key
	suites="trixie $(debian_suite "$key")"

	mkdir -p "${root%/*}" || die "cannot write the cache ${root%/*}"
	exec 8>"${root%/*}/lock"
	flock 8
	[[ ! -d $root ]] || exit 0
	note "fetching what builds modules for $2"
	rm -rf "${root%/*}"/new.*
	new=$(mktemp -d "${root%/*}/new.XXXXXX") || exit
	trap 'rm -rf "$new"' EXIT
	# shellcheck disable=SC2086 # one for each word
	debian_bootstrap "$new" "$suites" "$(dpkg --print-architecture)" "$package" $ROOT_PACKAGES
	ln -sf mawk "$new/tree/usr/bin/awk"
	mkdir -p "$new/tree/modules"
	chmod 755 "$new/tree"
	mv -T "$new/tree" "$root"
)

# debian_root_make KEY TREE ARGUMENT...: make in that Debian, which sees TREE as /modules
debian_root_make()
{
	local root tree=$2

	root=$(cache_dir)/headers-1/$1
	shift 2
	# shellcheck disable=SC2016 # the shell there expands it
	env -i PATH="$PATH" HOME=/ LC_ALL=C nice -n 19 unshare --mount --map-root-user sh -c '
		mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" &&
			mount --bind "$1" "$0/modules" && shift && exec chroot "$0" make "$@"' "$root" "$tree" "$@"
}

debian_modules()
{
	local name=$1 key=$2 dir=$3 tree=$4 release headers
	# Without BTF, for which one more program would be needed.
	local options=(-s CONFIG_DEBUG_INFO_BTF_MODULES=)

	! is_arm64 "$name" || options+=(ARCH=arm64 "CROSS_COMPILE=$ARM64_TRIPLET-")

	release=$(<"$(kernel_builds "$name")/$key/release")
	headers=/usr/src/linux-headers-$release
	if [[ $key == *~bpo13+* ]]; then
		debian_root "$key" "$release" || exit
		debian_root_make "$key" "$tree" -C "$headers" "${options[@]}" M=/modules modules
	else
		debian_headers "$key" "$release" || exit
		headers=$(cache_dir)/headers-1/$key$headers
		env -i PATH="$PATH" HOME="$HOME" LC_ALL=C ${TMPDIR+"TMPDIR=$TMPDIR"} \
			nice -n 19 make -C "$headers" "${options[@]}" M="$tree" modules
	fi >"$dir/log" 2>&1 8>&- 9>&- || source_failed "modules of $name" "$dir/log"
}
