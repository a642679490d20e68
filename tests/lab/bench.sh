#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 600
#
# What an activation costs with rtlat's own sources is what it was: see Documentation/bench.rst.

exec "$SRC/tests/bench/run" "$BUILD" --check
