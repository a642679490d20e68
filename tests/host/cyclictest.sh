#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The format cyclictest is line for line what the program prints, whatever the numbers are.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
needs cyclictest
cd "$work" || exit 1
cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
ours=(-S clock -c "$cpu" -d 1 --dma-latency 0 -o cyclictest)
theirs=(-q -D 1 -t 1 -a "$cpu" -p 95 -m -i 1000)

# Numbers that are padded keep their width up to five digits; which cycles were late is their own.
shape()
{
	sed -E '/^# (CPUs|verdict|reason|gate)/d; s/^(# Thread [0-9]+:).*/\1/; s/^T: 0 \( *[0-9]+\)/T: 0 (0)/
		s/[0-9]/0/g; /^# (Min|Avg|Max|Histogram)/s/0{6,}/00000/g; /^T:/s/ *0+/ 0/g'
}

if ! cyclictest "${theirs[@]}" -h 30 >histogram 2>err; then
	echo "cyclictest does not run here: $(tail -n 1 err)"
	exit 77
fi
cyclictest "${theirs[@]}" >threads 2>err || failures=1
"$RTLAT" hist -E 30 "${ours[@]}" >histogram.ours 2>err || failures=1
"$RTLAT" top "${ours[@]}" >threads.ours 2>err || failures=1
for file in histogram threads; do
	shape <$file | grep -v '^$' >$file.shape
	shape <$file.ours >$file.ours.shape
	diff $file.shape $file.ours.shape || failures=1
	(($(wc -l <$file.shape) >= 2)) || { echo "$file: nothing to compare"; failures=1; }
done
# Widths of columns, which some cut at.
[[ $(awk '/^T:/ { print length($0) }' threads) == "$(awk '/^T:/ { print length($0) }' threads.ours)" ]] ||
	{ echo 'another width'; cat threads threads.ours; failures=1; }
((failures == 0)) || cat err
((failures == 0))
