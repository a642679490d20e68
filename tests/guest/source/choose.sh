#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: debian-6.1-rt debian-6.12-rt debian-7.3-rt debian-6.12 rtlat-6.12-rt rtlat-7.3-rt rtlat-6.1
# check: debian-6.1-rt debian-6.12-rt debian-6.12 rtlat-6.12-rt
# cpus: 2
# mode: virtual
# alone: yes
# timeout: 120
#
# The default takes the best source that the kernel has, and says why; a source that is asked for
# and lacking is a skip, never another one.

. /tests/lib/common.sh

expect_source()
{
	measure 0 -D -d 2s
	says /tmp/result.err "source $1:"
	says /tmp/result.txt "# Source: $1$"
	holds "$(field all thread count) > 1000"
}

# bpf_is_refused: of a kernel that does not describe its structures
bpf_is_refused()
{
	rtlat check >/tmp/check.txt || fail 'rtlat check failed'
	says /tmp/check.txt '^\[no\] *bpf .*does not describe its structures'
	rm -f $CSV
	measure 77 -d 1s -S bpf
	says /tmp/result.err 'CONFIG_DEBUG_INFO_BTF'
}

# without_bpf SOURCE: as if the kernel were such a one, which source is taken
without_bpf()
{
	mount -t tmpfs none /sys/kernel/btf
	trap 'umount /sys/kernel/btf' EXIT
	expect_source "$1"
	bpf_is_refused
	umount /sys/kernel/btf
	trap - EXIT
}

# no_bpf: a kernel that is such a one, and where its tracers are not there either
no_bpf()
{
	bpf_is_refused
	mount -t tmpfs none "$TRACING"
	trap 'umount "$TRACING"' EXIT
	expect_source clock
	umount "$TRACING"
	trap - EXIT
}

expect_lacking()
{
	measure 77 -d 2s "$@"
	says /tmp/result.err 'no timerlat-'
	[ ! -e $CSV ] || fail 'a run that was skipped left a result'
}

if has_records; then
	expect_source record
	measure 0 -d 1s -S timerlat
	says /tmp/result.txt '# Source: timerlat-user'
	measure 0 -d 1s -k
	says /tmp/result.txt '# Source: kernel-histogram'
	measure 0 -d 1s -S timerlat -k
	says /tmp/result.txt '# Source: timerlat-kernel'
	if has_bpf; then
		without_bpf record
	else
		no_bpf
	fi
elif has_timerlat_fd; then
	expect_source bpf
	says /tmp/result.err 'gives no records'
	without_bpf timerlat-user
	measure 0 -d 1s -u
	says /tmp/result.txt '# Source: timerlat-user'
	measure 0 -d 1s -k
	says /tmp/result.txt '# Source: timerlat-kernel'
elif has_timerlat; then
	expect_source bpf
	says /tmp/result.err 'no timerlat_fd'
	without_bpf timerlat-kernel
	rm -f $CSV
	expect_lacking -u
else
	expect_source bpf
	says /tmp/result.err 'built without the timerlat tracer'
	without_bpf clock
	rm -f $CSV
	expect_lacking -u
	expect_lacking -k
	expect_lacking -S timerlat
fi
measure 0 -d 1s -S clock
says /tmp/result.txt '# Source: clock'

# of_osnoise: the same for noise
of_osnoise()
{
	measure 0 -d 2s -S spin
	says /tmp/result.txt '# Source: spin'
	if has_osnoise; then
		measure 0 -d 2s
		says /tmp/result.err 'measuring with osnoise:'
		says /tmp/result.txt '# Source: osnoise'
		return
	fi
	measure 0 -d 2s -D
	says /tmp/result.err 'source bpf: no osnoise: .*without the osnoise tracer'
	says /tmp/result.txt '# Source: bpf'
	rm $CSV
	measure 77 -d 2s -S osnoise
	says /tmp/result.err 'no osnoise: '
	[ ! -e $CSV ] || fail 'a run that was skipped left a result'
}

# of_hwnoise: without the option there is none, by no other source
of_hwnoise()
{
	if has_osnoise; then
		measure 0 -d 2s
		says /tmp/result.err 'measuring with osnoise:'
		sed 's/ NO_OSNOISE_IRQ_DISABLE//' "$TRACING/osnoise/options" >/tmp/options
		mount --bind /tmp/options "$TRACING/osnoise/options"
	fi
	measure 77 -d 1s
	if has_osnoise; then
		umount "$TRACING/osnoise/options"
		says /tmp/result.err 'cannot turn interrupts off'
	fi
}

of_noise of_osnoise
now_measure 'hwnoise -T 50' noise
of_hwnoise
rtlat check >/tmp/check.txt || fail 'rtlat check failed'
says /tmp/check.txt 'used by -S auto'
