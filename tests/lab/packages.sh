#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# timeout: 1800
#
# All packages have the program's version. With tests/run's --all, 'make deb' builds those of Debian:
# lintian finds no error and no warning, they install in a fresh Debian 12, rtlat measures there, and
# their purge leaves nothing behind.

set -u

: "${SRC:?the source directory}"
PROGNAME='packages'
# shellcheck source=scripts/lib/common.sh
. "$SRC/scripts/lib/common.sh"

root=
make_tmpdir
trap 'leave' EXIT
trap 'exit 1' HUP INT TERM

leave()
{
	# rtlat has mounted tracefs there.
	[[ ! $root ]] || umount -q -R "$root/proc" "$root/sys"
	rm -rf --one-file-system "$TMP"
}

version=$(sed -n 's/^#define RTLAT_VERSION "\(.*\)"/\1/p' "$SRC/include/rtlat.h")
[[ $version ]] || die 'rtlat.h has no version'
debian=$(sed -n '1s/^rtlat (\([^)-]*\).*/\1/p' "$SRC/debian/changelog")
[[ $debian == "$version" ]] || die "debian/changelog has version '$debian', rtlat.h $version"
spec=$(sed -n 's/^Version: *//p' "$SRC/packaging/rpm/rtlat.spec")
[[ $spec == "$version" ]] || die "rtlat.spec has version '$spec', rtlat.h $version"
grep -q "^## $version\$" "$SRC/CHANGELOG.md" || die "CHANGELOG.md has nothing of $version"
[[ ${RTLAT_ALL-} ]] || exit 0

"$SRC/scripts/install-deps" packages >/dev/null || die 'packages to build packages are missing'
((EUID == 0)) || { echo 'a fresh Debian takes root'; exit 77; }
mkdir "$TMP/source" || die 'no directory'
git -C "$SRC" ls-files -z | (cd "$SRC" && xargs -0 tar c) | tar x -C "$TMP/source"
make -s -C "$TMP/source" deb >"$TMP/build" 2>&1 || { tail -n 30 "$TMP/build"; die 'make deb fails'; }
debs=("$TMP"/source/build/deb/*.deb)
printf 'built: %s\n' "${debs[@]##*/}"
lintian --fail-on error,warning --allow-root "$TMP"/source/build/deb/*.changes >"$TMP/lintian" 2>&1 ||
	{ head -n 30 "$TMP/lintian"; die 'lintian complains'; }

mmdebstrap -q --variant=minbase --skip=cleanup/apt bookworm "$TMP/root" || die 'no fresh Debian'
root=$TMP/root
mount -t proc proc "$root/proc" || die 'no /proc'
mount -t sysfs sysfs "$root/sys" || die 'no /sys'
cp "${debs[@]}" "$root/tmp"

# inside COMMAND...: in the fresh Debian
inside()
{
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
		"$@" >"$TMP/said" 2>&1 && return
	tail -n 20 "$TMP/said"
	die "in a fresh Debian: '$*' fails"
}

# What is there with the project's name, but for the packages themselves.
ours()
{
	find "$root" -xdev -iname '*rtlat*' -not -path "$root/tmp/*" -not -path "$root/proc/*"
}

inside sh -c 'apt-get -qq -y --no-install-recommends install /tmp/*.deb'
inside rtlat hist -d 2 -q
grep -q '^ALL ' "$TMP/said" || { cat "$TMP/said"; die 'nothing was measured'; }
inside sh -c 'apt-get -qq -y purge rtlat librtlat0 librtlat-dev rtlat-dkms'
ours >"$TMP/left"
[[ ! -s $TMP/left ]] || { cat "$TMP/left"; die 'the purge leaves these'; }
