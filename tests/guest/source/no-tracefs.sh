#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.12-rt rtlat-6.12-rt
# cpus: 2
# mode: virtual
# timeout: 60
#
# tracefs that is not mounted yet is mounted.

. /tests/lib/common.sh

umount "$TRACING" || fail 'cannot unmount tracefs'
measure 0 -d 1s -S timerlat
says /tmp/result.txt '# Source: timerlat-user'
[ -e "$TRACING/current_tracer" ] || fail 'tracefs is not mounted after the run'
