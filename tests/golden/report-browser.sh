#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# The page in a browser: light, dark and narrow it is drawn without a word on the console, and its
# text is there.

# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"
needs gnuplot chromium

rtlat=$BUILD/rtlat/rtlat
cd "$work" || exit 1
for recording in two-cpus interference; do
	replay "$recording" hist -q -o json >"$recording.json"
done
"$rtlat" report two-cpus.json interference.json -o page.html || fail "report: status $?"

# browse OPTION...: of the page, what is on the console goes to `console`
browse()
{
	timeout 60 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
		--user-data-dir="$work/profile" --enable-logging=stderr --v=0 "$@" \
		"file://$work/page.html" >out 2>err </dev/null
	status=$?
	grep 'CONSOLE' err >console
	((status == 0)) || fail "$*: status $status: $(tail -n 3 err)"
	[[ ! -s console ]] || fail "$*: $(<console)"
}

# Pictures of both colours, which are not the same.
browse --window-size=1200,900 --blink-settings=preferredColorScheme=1 --screenshot=light.png
browse --window-size=1200,900 --blink-settings=preferredColorScheme=0 --screenshot=dark.png
browse --window-size=390,900 --screenshot=phone.png
for picture in light dark phone; do
	[[ $(head -c 4 $picture.png) == $'\x89PNG' ]] || fail "no picture: $picture"
done
cmp -s light.png dark.png && fail "dark is light"
# What it has on the console would be seen.
cp page.html whole.html
sed -i 's|</main>|<img src="http://127.0.0.1:9/none.png" alt=""></main>|' page.html
browse_wrong=$failures
browse --dump-dom >/dev/null
((failures > browse_wrong)) && failures=$browse_wrong || fail "a request is not seen"
mv whole.html page.html
browse --dump-dom
grep -q 'Worst samples' out || fail "no text"
browse --print-to-pdf=page.pdf
[[ $(head -c 4 page.pdf) == %PDF ]] || fail "it does not print"

[[ $failures -eq 0 ]] || exit 1
