# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Assembles what a guest boots into, in the directory ROOT. All of it takes so
# little time that a cache would only be one more thing to go stale.

# initramfs_for KERNEL: sets where its programs come from
initramfs_for()
{
	GUEST_ROOT=
	GUEST_TRIPLET=x86_64-linux-gnu
	GUEST_LDD=(ldd)
	if is_arm64 "$1"; then
		GUEST_ROOT=$(arm64_root) || exit
		GUEST_TRIPLET=$ARM64_TRIPLET
		GUEST_LDD=(arm64_ldd "$GUEST_ROOT")
	fi
	GUEST_LIB=/usr/lib/$GUEST_TRIPLET
}

# The terminals that a guest knows, beside the one of the caller.
readonly GUEST_TERMS='linux xterm xterm-256color vt100 screen screen-256color tmux tmux-256color'

# initramfs_base ROOT: the part that is the same for all guests. The guest
# makes the links to busybox's applets itself: that is one process there.
initramfs_base()
{
	local root=$1 dir

	mkdir -p "$root"/{dev,etc,lab,proc,root,run,sys,tmp} \
		"$root"/usr/{bin,sbin,lib/locale,lib64}
	for dir in bin sbin lib lib64; do
		ln -s "usr/$dir" "$root/$dir"
	done
	cp "$GUEST_ROOT/bin/busybox" "$root/usr/bin/busybox" || die "cannot copy busybox"
	cp "$CHECKOUT/lab/guest-init.sh" "$root/init"
	chmod 755 "$root/init"

	printf 'root:x:0:0:root:/root:/bin/sh\n' >"$root/etc/passwd"
	printf 'root:x:0:\n' >"$root/etc/group"
	initramfs_terminfo "$root"
	# tmux and other programs want a UTF-8 locale.
	cp -R /usr/lib/locale/C.utf8 "$root/usr/lib/locale/" 2>/dev/null || true
}

initramfs_terminfo()
{
	local root=$1 term dir

	for term in $GUEST_TERMS "${TERM:-linux}"; do
		for dir in /etc/terminfo /lib/terminfo /usr/share/terminfo; do
			if [[ -e $dir/${term:0:1}/$term ]]; then
				mkdir -p "$root/usr/lib/terminfo/${term:0:1}"
				cp -L "$dir/${term:0:1}/$term" "$root/usr/lib/terminfo/${term:0:1}/"
				break
			fi
		done
	done
}

# initramfs_add ROOT HOSTPATH GUESTPATH: a file, or a directory with all that
# is in it, and the libraries of every program among them.
initramfs_add()
{
	local root=$1 host=$2 guest=$3 file

	mkdir -p "$root$(dirname "$guest")"
	if [[ -d $host ]]; then
		mkdir -p "$root$guest"
		cp -a "$host/." "$root$guest/"
	else
		cp -L --preserve=mode,timestamps "$host" "$root$guest"
	fi || die "cannot copy $host"
	while IFS= read -r -d '' file; do
		is_elf "$file" && initramfs_libraries "$root" "$file"
	done < <(find -L "$host" -type f -print0)
	return 0
}

# is_elf FILE: starts no program, as it looks at every file of every guest
is_elf()
{
	local magic

	IFS= read -r -N 4 magic <"$1" && [[ $magic == $'\177ELF' ]]
}

# initramfs_libraries ROOT PROGRAM: what ldd names. The loader has its fixed
# place; all else goes where the loader looks without being told, wherever it
# came from (a build directory, say).
initramfs_libraries()
{
	local root=$1 program=$2 lib missing

	mkdir -p "$root$GUEST_LIB"
	if missing=$("${GUEST_LDD[@]}" "$program" 2>&1 | grep 'not found\|cannot open'); then
		die "$program:" "$missing"
	fi
	while read -r lib; do
		case $lib in
		*/ld-linux*)
			[[ -e $root$lib ]] || cp -L "$GUEST_ROOT$lib" "$root$lib"
			# pthread_exit and pthread_cancel open this one by name.
			lib=/lib/$GUEST_TRIPLET/libgcc_s.so.1
			;;
		esac
		[[ -e $root$GUEST_LIB/${lib##*/} ]] || cp -L "$GUEST_ROOT$lib" "$root$GUEST_LIB/"
	done < <("${GUEST_LDD[@]}" "$program" 2>/dev/null |
		sed -n 's,^.* => \(/[^ ]*\) (.*,\1,p; s,^[[:space:]]*\(/[^ ]*\) (.*,\1,p')
}

# module_file KERNEL NAME: where a module of that name is; no output if it is
# not a module there, which is so too when it is built into the kernel. Those of
# TEST_MODULES are taken for the kernel's own.
module_file()
{
	local kernel=$1 name=$2

	find "$kernel/modules" "${TEST_MODULES[@]}" -name "${name//[-_]/[-_]}.ko*" 2>/dev/null | head -n 1
}

# module_read FILE: the module, not compressed.
module_read()
{
	case $1 in
	*.xz) xz -dc "$1" ;;
	*.zst) zstd -qdc "$1" ;;
	*.gz) gzip -dc "$1" ;;
	*) cat "$1" ;;
	esac
}

# initramfs_modules ROOT KERNEL MODULE...: each module, and before it those that
# it needs, goes into the guest's module tree; the names are printed in the
# order in which they can be loaded. Written for a tree that depmod has not
# seen, as in a package that was never installed.
initramfs_modules()
{
	local root=$1 kernel=$2 name file dir
	shift 2

	dir=$root/lib/modules/$(<"$kernel/release")
	mkdir -p "$dir"
	for name; do
		[[ ! -e $dir/$name.ko ]] || continue
		file=$(module_file "$kernel" "$name")
		[[ -n $file ]] || continue
		module_read "$file" >"$dir/$name.ko" || die "cannot read $file"
		# shellcheck disable=SC2046 # a list of names
		initramfs_modules "$root" "$kernel" $(module_depends "$dir/$name.ko")
		printf '%s\n' "$name"
	done
}

module_depends()
{
	LC_ALL=C grep -azo '^depends=.*' "$1" | tr '\0,' '\n ' | sed 's/^depends=//'
}

# initramfs_pack ROOT FILE: not compressed, since to unpack costs a slow
# guest more than it costs qemu to load.
initramfs_pack()
{
	(cd "$1" && find . -mindepth 1 -print0 |
		cpio --quiet -0 -o -H newc -R 0:0) >"$2" || die "cannot write $2"
}
