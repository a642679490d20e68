#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the live screen shows of sources with other contexts, of culprits and of noise: simulated numbers.
# shellcheck source=tests/host/lib/screen.sh
. "${SRC:?the source directory}/tests/host/lib/screen.sh"

test_contexts() {
	start 80 24 screen "$demo" -c 2 -x it
	shows '^ CPU     count│    cur    min    avg|^ CPU     count│    min    avg    p99    max│'
	shows 'IRQ latency +│ +Thread latency'
	hides Return
	keys q
	start 80 24 screen "$demo" -c 1 -x tr
	shows '^1 CPU  period'
	hides IRQ
	keys_say h 'thread latency'
	keys_say Right 'return latency'
	keys_say Right 'thread latency'
	keys q
	keys q
	shows '^status 0'
}

# Who made the worst sample late: at the right end, whatever the width and the page; in full below.
test_culprits() {
	start 80 24 screen "$demo" -c 9 -i
	shows '│ Worst sample$'
	shows '│    max│ culprit$'
	shows '^ all .*│ nmi \+1 410.0us 98%$'
	shows '^   0 .*│ late 26.1us 79%$'
	shows '^   1 .*│ irq qxl:21 \+2 38.5us 94%$'
	shows '^   2 .*│ thread kworker/u16:3-e:87882 41.5us 85%$'
	shows '^   4 .*│ dispatch 28.4us 82%$'
	shows '^   5x .*│ handler 35.9us 85%$'
	shows '^   6! .*│ softirq 43.1us 86%$'
	aligned
	keys_say Right '│    cur    min    avg    p99    max│ culprit$'
	shows '^   2 .*│ thread kworker/u1 41.5us 85%$'
	aligned
	keys_say n '│ thread kworker/ 41507ns 85%$'
	keys n
	keys Down Down
	keys_say h '^worst sample: thread latency 40.838 us, CPU 1, activation 77'
	shows '^part +us +% +longest'
	shows '^late +0.250 +0.6$'
	shows '^hrtimer +0.200 +0.5 +tick_nohz_handler$'
	shows '^handler +0.700 +1.7$'
	shows '^irq +38.588 +94.5 +qxl:21 \+2$'
	shows '^softirq +0.000 +0.0$'
	shows '^nmi +0.000 +0.0$'
	shows '^thread +0.000 +0.0$'
	shows '^dispatch +1.100 +2.7$'
	shows '^sum +40.838 +100.0$'
	shows '^ +from us +samples +sum %'
	shows '^ +1 +10 +100 +1000'
	keys_say n '^sum +40838 +100.0$'
	keys_say Down '^thread +41507 +85.1 +kworker/u16:3-e:87882$'
	resize 80 20
	shows '^worst sample: thread kworker/u16:3-e:87882 41507ns 85%$'
	shows '^ +from ns'
	resize 58 20
	keys_say h '^columns 2/4 +│ +IRQ latency$'
	hides culprit
	aligned
	keys_say '?' 'culprit: the largest part'
	keys x
	keys q
	shows '^status 0'
}

test_noise() {
	start 80 24 screen "$demo" -c 40 -x nc -i -l -d 3600
	shows '^rtlat osnoise top  simulated .* elapsed 00:00:[0-9]+  left (00:59:|01:00:00)'
	shows '^40 CPUs  runs 1 s of 1 s  times in us  sorted by CPU  load [0-9]'
	shows '^columns 1/3 +│ +Noise +│ Count│ Largest source$'
	shows '^ CPU  periods   lost│   avail%  noise period    max│    hw│ source$'
	shows '^   3 +[0-9]+      0│ 99.94765 .*│ thread kworke 0.035%$'
	shows '^   4 +[0-9]+      0│ 99.99618 .*│ irq local_ti 0.0019%$'
	shows '^   5x'
	shows 'samples were lost: incomplete +rows 1-16 of 40$'
	aligned
	keys_say Right '^columns 2/3 .*│ +Noise +│ Largest source$'
	shows '│   avail%  noise period    p99    max│ source$'
	aligned
	keys_say Right '^columns 3/3 .*│ +Count +│ Largest source$'
	shows '│    hw   nmi   irq softirq thread│ source$'
	shows '^   3 .* 123[45]k│'
	aligned
	keys_say Right '^columns 1/3'
	# There is no 99th percentile of fewer than 300.
	shows ' elapsed 00:00:0[1-9]'
	sorted_first periods '^ +[0-9]+ '
	sorted_first avail% '^   3 '
	sorted_first noise '^   3 '
	sorted_first period '^   3 '
	sorted_first p99 '^ +39 '
	sorted_first max '^   3 '
	sorted_first hw '^   1 '
	sorted_first nmi '^   2 '
	sorted_first irq '^  39 '
	sorted_first softirq '^   0 '
	sorted_first thread '^   3 '
	sorted_first lost '^   7 '
	sorted_first CPU '^   0 '
	keys Down
	keys_say h '^CPU 0, noise: 20000 samples'
	shows '^worst sample: noise 42.919 us, CPU 0, number 77'
	shows '^hardware +0.000 +0.0$'
	shows '^irq +20.602 +48.0 +local_timer:236 \+2$'
	shows '^thread +21.459 +50.0 +kworker/u16:3-e:87882$'
	shows '^unexplained +0.858 +2.0$'
	shows '^sum +42.919 +100.0$'
	shows '^ +from us +samples +sum %'
	keys_say Right '^CPU 0, noise'
	shows '^h table  up/down CPU '
	keys_say n '^sum +42919 +100.0$'
	keys_say h 'times in ns'
	aligned
	keys_say '?' 'period: the most in one period'
	shows 'a count in k, M, G'
	keys x
	resize 200 50
	shows '│   avail%    noise   period      p99      max│    hw   nmi   irq softirq thread│ source$'
	shows '^   3 .*│ thread kworker/u16:3-e:87882 0.035%$'
	aligned
	resize 20 5
	shows '^ CPU │   avail%$'
	resize 80 24
	shows '^columns 1/3'
	keys q
	shows '^status 0'
	start 80 24 screen "$demo" -c 4 -x n
	shows '^ CPU  periods│   avail%  noise period    p99    max$'
	hides 'columns'
	start 80 24 screen "$demo" -c 4 -x nc -w
	shows '^rtlat hwnoise  simulated'
	shows '^ CPU  periods│   avail%  noise period    p99    max│    hw   nmi$'
}

test_contexts
test_culprits
test_noise
((failures == 0))
