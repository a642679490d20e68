#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.1-rt rtlat-6.12-rt
# cpus: 2
# mode: virtual
# timeout: 60
#
# Another tool's timerlat is left alone: the sources that need it say so, "bpf" measures beside it.

. /tests/lib/common.sh

end_other()
{
	echo nop >"$TRACING/instances/other/current_tracer"
	rmdir "$TRACING/instances/other"
}

mkdir "$TRACING/instances/other"
trap 'end_other 2>/dev/null' EXIT
echo timerlat >"$TRACING/instances/other/current_tracer"
before=$(machine_state)
for source in record timerlat-user timerlat-kernel; do
	has_source $source || continue
	measure 1 -d 1s -S $source
	says /tmp/result.err 'in use by another tool, tracing instance: other'
done
if has_bpf; then
	measure 0 -d 1s -S bpf
fi
of_noise measure 1 -d 1s
says /tmp/result.err 'in use by another tool, tracing instance: other'
[ "$(machine_state)" = "$before" ] || fail 'something was changed'
end_other
measure 0 -d 1s
of_noise measure 0 -d 1s
