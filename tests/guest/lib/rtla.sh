# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests that run rtla share, Debian's own of 6.1 (rtla) and that of the kernel's tree
# (rtla-6.12). Sourced after common.

OUT=/tmp/rtla.txt

# rtla_run PROGRAM ARGUMENT...: it ends by itself, well, and says nothing on standard error
rtla_run()
{
	what="$*"
	status=0
	timeout 60 "$@" >$OUT 2>/tmp/rtla.err || status=$?
	[ "$status" -eq 0 ] || not_so "ended with $status"
	[ ! -s /tmp/rtla.err ] || not_so "said: $(head -n 3 /tmp/rtla.err)"
}

not_so()
{
	cat $OUT /tmp/rtla.err
	fail "$what: $*"
}
