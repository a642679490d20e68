#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What 'make dkms-install' installs, used as DKMS does: its configuration names the modules that its
# make command builds, where it builds them. The kernel is a stand-in that makes a .ko of each module
# which the Kbuild files ask for; the real ones are built with them by the lab.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"

# A kernel's build directory: 'make -C KERNEL M=DIRECTORY modules'
kernel()
{
	mkdir -p "$work/kernel"
	cat >"$work/kernel/Makefile" <<'END'
src := $(M)
include $(M)/Kbuild
directories := $(filter %/,$(obj-m))
obj-m :=
# Set for one of the directories
ifneq ($(DIRECTORY),)
src := $(M)/$(DIRECTORY)
include $(src)Makefile
endif

.PHONY: modules
ifeq ($(DIRECTORY),)
modules: $(M)/include/linux/latency_tracker.h $(M)/include/uapi/linux/rtlat.h
	for directory in $(directories); do $(MAKE) DIRECTORY=$$directory modules || exit; done
else
modules: $(obj-m:%.o=$(src)%.ko)
endif
$(src)%.ko:
	for object in $($*-y:%.o=%.c); do test -e $(src)$$object || exit; done
	touch $@
END
}

# As dkms reads it: a script, in which kernelver is known.
configuration()
{
	(
		# shellcheck disable=SC2034 # for what is sourced
		kernelver=6.12.0-test
		# shellcheck source=/dev/null
		. "$directory/dkms.conf" && eval "$1"
	)
}

version=$(sed -n 's/^#define RTLAT_VERSION "\(.*\)"/\1/p' "$SRC/include/rtlat.h")
make -s -C "$SRC" dkms-install DESTDIR="$work/root" 2>"$work/err" || fail "$(cat "$work/err")"
directory=$work/root/usr/src/rtlat-$version
[[ -e $directory/dkms.conf ]] || { fail "no $directory/dkms.conf"; exit 1; }

# dkms wants the directory to be named for these.
# shellcheck disable=SC2016 # for configuration
[[ $(configuration 'echo "$PACKAGE_NAME-$PACKAGE_VERSION"') == "${directory##*/}" ]] ||
	fail "it is not of ${directory##*/}"
# shellcheck disable=SC2016
[[ $(configuration 'echo "$AUTOINSTALL ${#MAKE[@]} ${MAKE[0]%% *}"') == 'yes 1 make' ]] ||
	fail 'it is not built by one make for each kernel'
# by_itself COMMAND...: whether DKMS would install it, when it is started so
by_itself()
{
	[[ $(bash -c '. "$0"; echo "$AUTOINSTALL"' "$directory/dkms.conf" "$@") == yes ]]
}
for kernel in 6.1.0-1-rt 6.12.117+deb12-rt 7.3.4+deb13; do
	by_itself autoinstall --kernelver "$kernel" || fail "not installed for $kernel"
done
by_itself autoinstall || fail 'not installed for the running kernel'
by_itself build -k 7.4.1 || fail 'a command other than autoinstall changes it'
for kernel in 6.6.0 6.10.1 6.120.0 7.4.1-1 17.3.0; do
	! by_itself autoinstall --kernelver "$kernel" || fail "installed for $kernel"
	! by_itself autoinstall --kernelver="$kernel" --arch x86_64 || fail "installed for $kernel"
done
# shellcheck disable=SC2016
command=$(configuration 'echo "${MAKE[0]}"')
[[ $command == *KERNEL=/lib/modules/6.12.0-test/build ]] || fail "for which kernel? $command"

# dkms builds in a copy, and has make know the kernel's release.
kernel
cp -r "$directory" "$work/copy"
command=${command/\/lib\/modules\/6.12.0-test\/build/$work/kernel}
(cd "$work/copy" && ${command/#make/make -s -j2 KERNELRELEASE=6.12.0-test}) ||
	fail "no modules: $command"
# shellcheck disable=SC2016
configuration 'for i in "${!BUILT_MODULE_NAME[@]}"; do
	echo "${BUILT_MODULE_LOCATION[i]}/${BUILT_MODULE_NAME[i]}.ko ${DEST_MODULE_LOCATION[i]}"
done' >"$work/modules"
while read -r module destination; do
	[[ -e $work/copy/$module ]] || fail "$module is not built"
	[[ $destination == /updates/* ]] || fail "$module goes to $destination"
done <"$work/modules"
built=$(find "$work/copy" -name '*.ko' | wc -l)
((built == $(wc -l <"$work/modules"))) || fail "$built are built, not $(cat "$work/modules")"
((built >= 9)) || fail "$built modules only"

# shellcheck disable=SC2016
(cd "$work/copy" && $(configuration 'echo "$CLEAN"') -s) || fail 'not cleaned'
diff -r "$directory" "$work/copy" || fail 'it is not clean'

# Once more over an old one: what is there no more is gone.
touch "$directory/old"
make -s -C "$SRC" dkms-install DESTDIR="$work/root" 2>"$work/err" || fail "$(cat "$work/err")"
[[ ! -e $directory/old ]] || fail 'an old file is still there'

make -s -C "$SRC" dkms-uninstall DESTDIR="$work/root" 2>"$work/err" || fail "$(cat "$work/err")"
[[ -e ${directory%/*} && ! -e $directory ]] || fail 'the sources are still there, or all of /usr/src is gone'
((failures == 0))
