#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Whatever is printed on a terminal fits it: results of few and many CPUs, and what other commands say.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"

needs python3
export LC_ALL=C.UTF-8 TERM=xterm
recordings=$SRC/tests/golden/recordings
replay=$BUILD/tests/tools/replay

# fits COMMAND...: on each of the terminals
fits()
{
	local size

	for size in 80x24 100x30 200x50; do
		"$SRC/tests/tools/columns.py" "$size" "$@" >"$work/out" 2>"$work/wide" ||
			fail "$size: $*: $(head -n 3 "$work/wide")"
	done
}

for recording in two-cpus many-cpus kernel-threads clock interference incomplete empty; do
	fits "$replay" "$recordings/$recording.samples" hist
	fits "$replay" "$recordings/$recording.samples" hist --gate 'thread.max<1us'
	fits "$replay" "$recordings/$recording.samples" top -n
done
for recording in noise noise-counts noise-spin noise-sources noise-empty; do
	fits "$replay" "$recordings/$recording.samples" osnoise hist
	fits "$replay" "$recordings/$recording.samples" osnoise top
done
fits "$replay" "$recordings/track.samples" track wakeup
fits "$RTLAT" hist -S clock -c 0 -d 1
fits "$RTLAT" top -q -S clock -c 0 -d 1
fits "$RTLAT" check
"$replay" "$recordings/two-cpus.samples" hist -o json:"$work/a.json"
fits "$RTLAT" compare --all "$work/a.json" "$work/a.json"
((failures == 0))
