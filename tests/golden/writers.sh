#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Recorded samples, through recorder, result and writers, compared with what is expected. With
# UPDATE=1 in the environment the expected files are written anew instead: read the difference.
set -u

: "${BUILD:?the build directory}"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
jsons=
# In gnuplot's place.
plotter=

# golden NAME RECORDING COMMAND [options]
golden()
{
	name=$1
	recording=$2
	shift 2
	if ! (cd "$here/recordings" &&
	      ${plotter:+"$here/../with-gnuplot"} ${plotter:+"$plotter"} \
		      "$BUILD/tests/tools/replay" "$recording.samples" "$@") >"$work/$name" 2>&1; then
		echo "FAIL $name: replay failed"
		cat "$work/$name"
		failures=$((failures + 1))
		return
	fi
	case $name in
	*.json) jsons="$jsons $work/$name" ;;
	esac
	if [ "${UPDATE:-}" = 1 ]; then
		cp "$work/$name" "$here/expected/$name"
	elif ! diff -u "$here/expected/$name" "$work/$name"; then
		echo "FAIL $name"
		failures=$((failures + 1))
	fi
}

for recording in two-cpus kernel-threads clock empty incomplete huge interference; do
	golden "$recording-hist.txt" "$recording" hist -b 1
	golden "$recording-rows.txt" "$recording" hist
	golden "$recording-top.txt" "$recording" top
	golden "$recording.json" "$recording" hist -E 20 -b 2 -o json
	golden "$recording.csv" "$recording" top -o csv
done
golden many-cpus-hist.txt many-cpus hist -b 2 -E 10 --worst 3
golden many-cpus-top.txt many-cpus top
golden many-cpus.json many-cpus top --worst 1 -o json
golden many-cpus.csv many-cpus hist --percentiles 100 -o csv

for recording in noise noise-counts noise-spin noise-empty noise-sources; do
	golden "$recording.json" "$recording" osnoise hist -E 20 -b 2 -o json
	golden "$recording.csv" "$recording" osnoise top -o csv
done
golden noise-exceeded.json noise osnoise top --worst 2 -s 50 -o json
golden noise-period.json noise osnoise top --worst 0 -S 100 -o json
for format in json csv openmetrics junit tap lava hgrm; do
	golden "track.$format" track track wakeup -E 20 -b 2 -o $format \
		--gate 'delay.p50<100us' --gate 'delay.max<=1ms' --gate lost==0
done
golden track.txt track track wakeup -b 5 -E 30 -T 20
golden track-nano.txt track track wakeup -n --summary
golden track-rows.txt track track wakeup

noise_gates()
{
	golden "$@" --gate 'noise.max<10us' --gate 'worst.available>=99.99%' \
		--gate 'cpu2.period.max<=100us' --gate hardware==0 --gate 'noise.p99.9<1s'
}
noise_gates noise-gates.json noise osnoise top --worst 1 -o json
noise_gates noise-gates.csv noise osnoise hist -o csv
for format in junit tap lava openmetrics; do
	noise_gates "noise.$format" noise osnoise top -s 50 -S 100 -o "$format"
	golden "noise-spin.$format" noise-spin osnoise hist --gate 'available>99' \
		--gate 'hardware==0' -o "$format"
	golden "noise-counts.$format" noise-counts hwnoise -o "$format"
	golden "noise-empty.$format" noise-empty osnoise top --gate 'noise.max<1us' -o "$format"
	golden "noise-sources.$format" noise-sources osnoise hist -q -S 1000 -o "$format"
done
golden hwnoise.json noise-counts hwnoise --worst 1 -o json

golden nano-hist.txt kernel-threads hist -n -b 500 -E 60
golden nano-top.txt clock top -n
golden summary.txt two-cpus hist -b 1 --summary
golden no-header.txt kernel-threads hist --no-header -b 10
golden no-summary.txt incomplete hist --no-summary -b 1
golden no-irq.txt two-cpus hist --no-irq -b 5
golden no-thread.txt kernel-threads hist --no-thread
golden nano-rows.txt kernel-threads hist -n
golden many-cpus-rows.txt many-cpus hist
golden noise-rows.txt noise osnoise hist
golden culprits-nano.txt interference hist -n --summary
golden no-worst.txt interference hist --summary --worst 0
golden exceeded-hist.txt interference hist --summary -T 20
golden exceeded-top.txt interference top -n -i 13
golden exceeded.json interference top -T 1000 -o json
golden exceeded-clock.txt clock hist --summary -T 1
golden exceeded-clock.json clock hist -q -T 1 -o json
golden not-exceeded.txt interference hist --summary -T 1237
golden gates.txt two-cpus hist --summary --gate 'thread.max<1us' --gate 'worst.irq.p50<=1ms' \
	--gate 'cpu0.thread.p99.9999<1s' --gate missed==0 --gate 'duration>=1s'
golden gates.json two-cpus hist -q --gate 'thread.max<1us' --gate 'worst.irq.p50<=1ms' \
	--gate 'cpu0.thread.p99.9999<1s' --gate missed==0 -o json
golden gates.csv two-cpus hist --gate 'thread.max<1us' --gate 'worst.irq.p50<=1ms' \
	--gate 'cpu0.thread.p99.9999<1s' --gate missed==0 -o csv
for recording in noise noise-counts noise-spin noise-sources noise-empty; do
	golden "$recording-hist.txt" "$recording" osnoise hist -b 2 -E 20
	golden "$recording-top.txt" "$recording" osnoise top
done
golden noise-nano-hist.txt noise osnoise hist --summary -n --worst 0
golden noise-nano-top.txt noise osnoise top -n
golden noise-hardware.txt noise-counts hwnoise
golden noise-exceeded.txt noise osnoise top -s 60
golden noise-exceeded-period.txt noise osnoise hist --summary -n -S 100
golden noise-spin-exceeded.txt noise-spin osnoise top -s 15
golden noise.rtla noise osnoise hist -b 5 -o rtla
golden noise-empty.rtla noise-empty osnoise hist -o rtla
golden noise-exceeded.rtla noise osnoise hist -E 20 -n -b 500 -s 60 -o rtla
quoted=$(printf 'a "b" <&> \\ \377')
for format in cyclictest rt-tests-json rtla hgrm junit tap lava openmetrics; do
	golden "two-cpus.$format" two-cpus hist -E 40 --gate 'thread.max<1us' \
		--gate 'worst.irq.p50<=1ms' --gate 'cpu0.thread.p99.9999<1s' --gate missed==0 \
		--gate 'duration>=1s' -o "$format"
	golden "empty.$format" empty hist -E 10 --gate 'thread.max<1s' -o "$format"
	golden "incomplete.$format" incomplete hist -E 10 -C="$quoted" -o "$format"
	golden "huge.$format" huge hist -E 10 -o "$format"
	golden "exceeded.$format" interference hist -E 20 -T 20 -i 1000 -o "$format"
done
for format in cyclictest rt-tests-json rtla hgrm; do
	golden "nano.$format" kernel-threads hist -n -b 500 -E 20 -o "$format"
done
golden top.cyclictest incomplete top -P r:7 -p 250 --dma-latency 3 -o cyclictest
golden top.rt-tests-json clock top -o rt-tests-json
golden bare.rtla kernel-threads hist --no-header --no-index --with-zeros --no-summary -E 10 -o rtla
golden no-thread.rtla clock hist --no-thread -b 50 -o rtla
# What gnuplot is told; what it makes of it depends on its version.
printf '#!/bin/sh\nexec cat\n' >"$work/gnuplot"
chmod +x "$work/gnuplot"
if "$here/../with-gnuplot" "$work/gnuplot" true; then
	plotter=$work/gnuplot
	golden two-cpus.svg two-cpus hist --gate 'thread.max<1us' --gate 'worst.irq.p50<=1ms' -o svg
	golden empty.svg empty hist -o svg
	golden huge.svg huge hist -o svg
	golden noise.svg noise osnoise hist --gate 'noise.max<10us' -o svg
	golden noise-empty.svg noise-empty osnoise top -o svg
	golden noise-spin.png noise-spin osnoise hist -o png
	golden clock.png clock top -o png
	plotter=
fi
golden bare.txt kernel-threads hist --no-header --no-index --with-zeros --no-summary -E 10
golden percentiles.txt two-cpus hist --summary --percentiles 12.5,75,100 --worst 0
golden percentiles.csv two-cpus hist --percentiles 12.5,75,100 -o csv
golden percentiles.json two-cpus hist --percentiles 0.000001,99.999999,33.3,100 --worst 2 -o json
golden scheduling.json empty top -P d:200us:1ms -C=load/rt --dma-latency 0 \
	--deepest-idle-state -1 --trace-buffer-size 64 --warm-up 3 -A 50 -d 1h -u -o json

for recording in two-cpus kernel-threads clock empty incomplete huge many-cpus interference \
	noise noise-counts noise-spin noise-empty noise-sources; do
	"$here/check_numbers.py" "$here/recordings/$recording.samples" \
		"$work/$recording.json" || failures=$((failures + 1))
done
# shellcheck disable=SC2086 # the names have no blanks
"$here/check_json.py" "$here/../../Documentation/rtlat-result.schema.json" $jsons
status=$?
[ "$failures" -eq 0 ] || exit 1
exit "$status"
