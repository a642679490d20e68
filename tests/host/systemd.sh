#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# examples/systemd: systemd takes the units as they are, they are sandboxed, and what they must not be
# kept from they are not.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs systemd-analyze

# The program is where it was built.
for unit in service timer; do
	sed "s|/usr/bin/rtlat|$RTLAT|" "$SRC/examples/systemd/rtlat.$unit" >"$work/rtlat.$unit"
done
export SYSTEMD_UNIT_PATH=$work:
systemd-analyze verify --man=no "$work/rtlat.timer" "$work/rtlat.service" >"$work/out" 2>&1 ||
	fail "systemd-analyze verify: $(<"$work/out")"
# Of other units it may say anything.
grep -F "$work/rtlat" "$work/out" && fail 'a line in a unit is not known'

# From 0, safe, to 100; without a sandbox it is 96.
if systemd-analyze security --offline=yes --threshold=25 "$work/rtlat.service" >"$work/out" 2>&1; then
	for setting in CapabilityBoundingSet NoNewPrivileges SystemCallFilter RestrictAddressFamilies \
		RestrictNamespaces MemoryDenyWriteExecute LockPersonality PrivateTmp ProtectHome \
		ProtectSystem; do
		grep -q "$setting=" "$work/rtlat.service" || fail "no $setting="
	done
else
	fail "systemd-analyze security: $(tail -n 1 "$work/out")"
fi
# With these nothing can be measured, or only with the source clock.
for setting in RestrictRealtime ProtectKernelTunables PrivateUsers PrivateDevices; do
	grep -q "^$setting=" "$work/rtlat.service" && fail "$setting= is set"
done

((failures == 0)) || { echo "systemd: $failures failures"; exit 1; }
echo "systemd: ok"
