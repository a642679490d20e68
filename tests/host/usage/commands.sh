#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Wrong usage of rtlat itself, and of the commands that do not measure.
# shellcheck source=tests/host/lib/usage.sh
. "${SRC:?the source directory}/tests/host/lib/usage.sh"

bad_commands()
{
	bad "" "no command given"
	bad "" "nosuch: unknown command" nosuch
	bad "" "hsit: unknown command; did you mean hist?" hsit
	bad "" "osnoize: unknown command; did you mean osnoise?" osnoize
	bad "" "nosuch: unknown command" help nosuch
	bad "" "-d: unknown command" -d 1
	bad "" "timerlat nosuch: expected top or hist" timerlat nosuch
	bad top "-p 0: " timerlat -p 0
	bad top "-p 0: " timerlat top -p 0
	bad hist "-p 0: " timerlat hist -p 0
	bad "" "osnoise nosuch: expected top or hist" osnoise nosuch
	bad "osnoise top" "-p 0: " osnoise -p 0
	bad hwnoise "top: unexpected argument" hwnoise top
	bad restore "-o: unknown option" restore -o word
	bad restore "--nosuch: unknown option" restore --nosuch
	bad check "word: unexpected argument" check word
}

# The commands that read results.
bad_readers()
{
	local tolerance="expected a change from 0% to 1000%"

	bad compare "expected 2 or more of RUN.json, there are 0" compare
	bad compare "expected 2 or more of RUN.json, there are 1" compare a.json
	for value in '' 10x -1% 1001 1001% 1e1% ' 1%' '1% ' % x% 1..5% 0x1% nan% inf%; do
		bad compare "--tolerance ${value:-''}: $tolerance" compare --tolerance "$value" a b
	done
	bad compare "--tolerance: missing PERCENT" compare --tolerance
	bad compare "-o csv: expected text or json" compare -o csv a b
	bad compare "-o: missing FORMAT" compare a b -o
	bad compare "--force=1: expected no value" compare --force=1 a b
	bad compare "-q: unknown option" compare -q a b
	bad compare "--nosuch: unknown option" compare --nosuch a b
	bad report "expected 1 or more of RUN.json, there are 0" report
	bad report "-o '': expected the name of a file" report -o '' a
	bad report "-o: missing FILE" report -o
	bad report "-x: unknown option" report -x a
	bad merge "expected 1 or more of RUN.json, there are 0" merge
	bad merge "-o nosuch: expected FORMAT or FORMAT:FILE" merge -o nosuch a
	bad merge "--gate x: expected a metric at x: irq, thread or return" merge --gate x a
	bad merge "--percentiles 0: expected up to 16 numbers" merge --percentiles 0 a
	bad merge "-d: unknown option" merge -d 1 a
	bad merge "-o: two outputs to standard output" merge a -o json -o csv
}

bad_commands
bad_readers
((failures == 0))
