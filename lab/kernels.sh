# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The lab's kernels and their cache.
#
# A kernel in the cache is a directory with
#	kernel		what boots
#	config		its configuration
#	release		one line, what uname -r says
#	version		one line, what it was made from, for people
#	modules/	the tree that belongs in /lib/modules/RELEASE
# and it is never changed once it is there.

# One line for each kernel: its name, where it comes from, and what to make it
# of. A new kernel is a new line. A new origin FROM is two functions beside:
#	FROM_key WHAT [keep]	prints a file name that stands for everything
#				that goes into the kernel; with 'keep' and a
#				package in the cache, asks for no newer one
#	FROM_make WHAT KEY DIR	fills DIR with the files named above
readonly KERNEL_TABLE='
debian-6.1-rt	debian	linux-image-rt-amd64
debian-6.12-rt	debian	linux-image-6.12-rt-amd64
debian-6.12	debian	linux-image-6.12-amd64
debian-7.3-rt	debian	linux-image-rt-amd64 trixie-backports
debian-7.3	debian	linux-image-amd64 trixie-backports
debian-6.12-rt-arm64	debian	linux-image-6.12-rt-arm64 bookworm-security:arm64
stock-6.12-rt	source	6.12 stock rt
stock-6.12-rt-fixed	source	6.12 stock rt fixed
stock-6.12-rt-lean	source	6.12 stock rt lean
rtlat-6.12-rt	source	6.12 rtlat rt bpf
rtlat-7.3-rt	source	7.3 rtlat rt bpf
rtlat-6.12-rt-debug	source	6.12 rtlat rt debug
rtlat-6.1	source	6.1 rtlat preempt nobtf
'

# shellcheck source=lab/source-kernels.sh
. "${BASH_SOURCE[0]%/*}/source-kernels.sh"
# shellcheck source=lab/arm64.sh
. "${BASH_SOURCE[0]%/*}/arm64.sh"

kernel_names()
{
	local name from what

	while read -r name from what; do
		[[ -z $name ]] || printf '%s\n' "$name"
	done <<<"$KERNEL_TABLE"
}

# kernel_field NAME from|what
kernel_field()
{
	local name from what

	while read -r name from what; do
		if [[ $name == "$1" ]]; then
			printf '%s\n' "${!2}"
			return
		fi
	done <<<"$KERNEL_TABLE"
}

check_kernel()
{
	local names

	mapfile -t names < <(kernel_names)
	check_choice kernel "$1" "${names[@]}"
}

# Outside the checkout, so that it outlives it and that all checkouts share it.
cache_dir()
{
	if [[ -n ${RTLAT_CACHE-} ]]; then
		printf '%s\n' "$RTLAT_CACHE"
	elif mkdir -p /var/cache/rtlat 2>/dev/null && [[ -w /var/cache/rtlat ]]; then
		printf '/var/cache/rtlat\n'
	else
		printf '%s\n' "${XDG_CACHE_HOME:-$HOME/.cache}/rtlat"
	fi
}

# The directory of a kernel's builds; 'current' there points at the one to boot.
# The number changes when the same key would now give other files.
kernel_builds()
{
	printf '%s/kernels-1/%s\n' "$(cache_dir)" "$1"
}

kernel_is_cached()
{
	[[ -e $(kernel_builds "$1")/current/kernel ]]
}

# build_kernel NAME [keep]: has the cache hold NAME as it should be now; 'keep'
# is for FROM_key. Costs a look at the key when it is there already.
build_kernel()
{
	build_cached "$1" "$(kernel_field "$1" from)" "$(kernel_field "$1" what)" \
		"$(kernel_builds "$1")" kernel "${2-}"
}

# build_cached NAME FROM WHAT BUILDS FILE [keep]: what is in the directory BUILDS has FILE in it.
build_cached()
(
	name=$1
	from=$2
	what=$3
	builds=$4
	file=$5
	keep=${6-}

	mkdir -p "$builds" || die "cannot write the cache $builds"
	exec 9>"$builds/lock"
	flock 9
	key=$("${from}_key" "$what" "$keep") || exit "$EX_FAILED"
	if [[ ! -e $builds/$key/$file ]]; then
		note "$name: making $key"
		# Whoever was killed here held the lock that is ours now.
		rm -rf "$builds"/new.*
		dir=$(mktemp -d "$builds/new.XXXXXX") || exit "$EX_FAILED"
		trap 'rm -rf "$dir"' EXIT
		trap 'exit 130' INT
		trap 'exit 143' TERM
		"${from}_make" "$what" "$key" "$dir" || exit "$EX_FAILED"
		chmod 755 "$dir"
		mv -T "$dir" "$builds/$key" || exit "$EX_FAILED"
	fi
	if [[ $(readlink "$builds/current") != "$key" ]]; then
		ln -sfn "$key" "$builds/current.new"
		mv -T "$builds/current.new" "$builds/current"
	fi
)

# kernel_for_run NAME: sets KERNEL to the directory of the kernel to boot.
kernel_for_run()
{
	# A Debian kernel in the cache is good for ever: asking apt for a newer
	# one before each boot would be slow, and a surprise in mid-test. One with
	# a patch of ours must have it as it is now.
	if [[ $(kernel_field "$1" from) != debian ]] || ! kernel_is_cached "$1"; then
		build_kernel "$1" keep || exit
	fi
	# shellcheck disable=SC2034 # for vm.sh
	KERNEL=$(readlink -f "$(kernel_builds "$1")/current")
}

# bootable VMLINUZ CONFIG FILE: an emulated CPU needs three seconds to unpack a
# kernel that was packed with xz, at each boot. Do it here, once, for those
# that also have the entry (PVH) by which qemu starts an unpacked one.
bootable()
{
	local offset

	if grep -q '^CONFIG_KERNEL_XZ=y' "$2" && grep -q '^CONFIG_PVH=y' "$2"; then
		offset=$(LC_ALL=C grep -m 1 -obaP '\xfd7zXZ\x00' "$1" |
			head -n 1 | cut -d : -f 1)
		tail -c "+$((offset + 1))" "$1" |
			xz -dc --single-stream >"$3" && return
	fi
	cp "$1" "$3"
}

# --- from debian: WHAT is a meta package [SUITE[:ARCHITECTURE]], the key PACKAGE_VERSION -----

# debian_suite KEY: the suite that is not this machine's, or nothing
debian_suite()
{
	case $1 in
	*~bpo13+*) printf 'trixie-backports\n' ;;
	*-arm64_*) printf 'bookworm-security:arm64\n' ;;
	esac
}

# debian_source SUITE[:ARCHITECTURE]: the line for apt's list of sources
debian_source()
{
	local suite=${1%:*} archive=debian

	[[ $suite != *-security ]] || archive=debian-security
	printf 'deb http://deb.debian.org/%s %s main\n' "$archive" "$suite"
}

# debian_apt SUITES TOOL ARGUMENT...: with the lab's own package lists if there are SUITES, so that
# those of the machine stay as they are
debian_apt()
{
	local suites=$1 tool=$2 apt suite options=()

	shift 2
	if [[ -z $suites ]]; then
		"$tool" "$@"
		return
	fi
	apt=$(cache_dir)/apt-1/${suites// /+}
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" &&
		for suite in $suites; do debian_source "$suite"; done >"$apt/sources.list" ||
		die "cannot write the cache $apt"
	[[ $suites != *:* ]] || options=(-o "APT::Architecture=${suites#*:}" -o "APT::Architectures=${suites#*:}")
	# apt's own sandbox user could not write there.
	"$tool" -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- \
		-o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" \
		-o APT::Sandbox::User=root -o Acquire::Languages=none "${options[@]}" "$@"
}

# debian_resolve WHAT: the package that the meta package depends on, and its version
debian_resolve()
{
	local package suite

	read -r package suite <<<"$1"
	debian_apt "$suite" apt-cache show --no-all-versions "$package" 2>/dev/null |
		sed -n 's/^Depends: \(.*, \)\?\(linux-image-[^ ]*\) (= \([^)]*\)).*/\2_\3/p'
}

# debian_update SUITES WHY [OPTION...]: package lists may be missing or older than what the mirror has
debian_update()
{
	[[ $1 || $(id -u) == 0 ]] || die "$2: run apt-get update as root first"
	debian_apt "$1" apt-get -qq "${@:3}" update >&2 || die "$2: apt-get update failed"
}

debian_key()
{
	local key package suite

	need apt-cache apt-get dpkg-deb xz
	read -r package suite <<<"$1"
	key=$(debian_resolve "$1")
	if [[ -z $key ]]; then
		debian_update "$suite" "apt knows no package $package"
		key=$(debian_resolve "$1")
	fi
	[[ -n $key ]] || die "apt knows no package $package"
	printf '%s\n' "$key"
}

# debian_download KEY DIR
debian_download()
{
	# apt's own sandbox user could not write to DIR.
	(cd "$2" && debian_apt "$(debian_suite "$1")" apt-get -qq -o APT::Sandbox::User=root \
		download "${1/_/=}") >&2
}

# debian_fetch KEY DIR: the package is then the only one in DIR.
debian_fetch()
{
	debian_download "$1" "$2" && return
	debian_update "$(debian_suite "$1")" "cannot download $1"
	debian_download "$1" "$2" || die "cannot download $1"
}

# debian_packages KEY: those that the kernel's files are in; Debian 13 splits the image
debian_packages()
{
	local version=${1##*_}

	printf '%s\n' "$1"
	debian_apt "$(debian_suite "$1")" apt-cache show "${1/_/=}" 2>/dev/null |
		sed -n 's/^Depends: //p' | tr , '\n' |
		sed -n "s/^ *\(linux-\(base\|binary\|modules\)-[0-9][^ ]*\) .*/\1_$version/p"
}

# debian_unpack KEY DIR
debian_unpack()
{
	local package

	mkdir "$2/deb"
	for package in $(debian_packages "$1"); do
		debian_fetch "$package" "$2/deb"
		dpkg-deb -x "$2/deb/"*.deb "$2/tree" || die "cannot unpack $package"
		rm "$2/deb/"*.deb
	done
	rmdir "$2/deb"
}

# debian_bootstrap NEW SUITES ARCHITECTURE PACKAGE...: NEW/tree is a Debian that has these, as apt would
# install it on an empty disk, but for the packages' scripts
debian_bootstrap()
{
	local new=$1 suites=$2 file
	local options=(-o APT::Architecture="$3" -o APT::Architectures="$3"
		-o Dir::State::status="$1/status" -o Dir::Cache::archives="$1/deb")

	shift 3
	mkdir -p "$new/deb/partial" "$new/tree"
	: >"$new/status"
	debian_update "$suites" "cannot get $1" "${options[@]}"
	debian_apt "$suites" apt-get -qq "${options[@]}" -o Debug::NoLocking=1 \
		--no-install-recommends --download-only --yes install "$@" >&2 ||
		die "cannot download $1"
	# The links for /bin and the like come first.
	for file in "$new"/deb/base-files_*.deb "$new"/deb/*.deb; do
		[[ ! -e $file ]] || dpkg-deb -x "$file" "$new/tree" || die "cannot unpack ${file##*/}"
	done
}

# debian_relocate TREE: what names places below /usr names those below TREE/usr instead,
# seen from where it is, as the whole cache may be moved.
debian_relocate()
{
	local link

	find "$1" -type l -lname '/*' | while read -r link; do
		ln -srfn "$1$(readlink "$link")" "$link"
	done
}

debian_make()
{
	local key=$2 dir=$3 release modules boot suffix

	debian_unpack "$key" "$dir"
	release=${key%_*}
	release=${release#linux-image-}
	for modules in "$dir"/tree/{lib,usr/lib}/modules/"$release"; do
		[[ ! -d $modules ]] || mv "$modules" "$dir/modules"
	done
	# Where boot loaders look for it, or beside its modules.
	boot=$dir/tree/boot suffix=-$release
	[[ -e $boot/vmlinuz$suffix ]] || boot=$dir/modules suffix=
	cp "$boot/config$suffix" "$dir/config" ||
		die "$key has no configuration where one is expected"
	bootable "$boot/vmlinuz$suffix" "$dir/config" "$dir/kernel" ||
		die "$key has no kernel where one is expected"
	rm -rf "$dir/tree"
	printf '%s\n' "$release" >"$dir/release"
	printf '%s\n' "${key//_/ }" >"$dir/version"
}
