# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# The kernels on which tests run.

# Those of the guest tests, the ones with most to do first.
readonly CHECK_KERNELS=(rtlat-6.12-rt debian-6.12-rt debian-7.3-rt debian-6.1-rt debian-6.12)
# Those whose guest tests only --all, or their name, asks for, and that have each test then.
readonly WHOLE_KERNELS=(rtlat-7.3-rt debian-7.3 rtlat-6.1 stock-6.12-rt)
readonly DEBUG_KERNELS=(rtlat-6.12-rt-debug)
# Those that the lab's own tests boot beside those of CHECK_KERNELS: always, and with --all.
readonly LAB_KERNELS=(stock-6.12-rt)
readonly LAB_WHOLE=(rtlat-6.1 stock-6.12-rt-fixed)
