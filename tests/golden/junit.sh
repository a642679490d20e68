#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# JUnit XML that follows a schema, and whose numbers of failures are true.
# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"
needs xmllint

value()
{
	xmllint --xpath "string($1)" "$work/result.xml"
}

# junit FAILURES ERRORS RECORDING [OPTION...]
junit()
{
	expected="$1 $2"
	recording=$3
	shift 3
	replay "$recording" hist "$@" -o junit >"$work/result.xml" || fail "$recording"
	xmllint --noout --schema "$here/junit.xsd" "$work/result.xml" >"$work/said" 2>&1 || {
		fail "$recording $*: does not follow the schema"
		cat "$work/said"
	}
	found="$(value '//testsuite/@failures') $(value '//testsuite/@errors')"
	elements="$(value 'count(//failure)') $(value 'count(//error)')"
	[ "$found" = "$expected" ] && [ "$elements" = "$expected" ] &&
		[ "$(value '//testsuite/@tests')" = "$(value 'count(//testcase)')" ] && return
	fail "$recording $*: '$found' and '$elements', expected '$expected'"
}

for recording in $recordings; do
	[ "$recording" = empty ] || junit 0 0 "$recording"
	[ "$recording" = empty ] || junit 1 0 "$recording" --gate 'thread.max<1ns' --gate 'count>=0'
done
for recording in $noise_recordings; do
	junit 0 0 "$recording"
	junit 1 0 "$recording" --gate 'cpu0.noise.avg<1ns' --gate 'count>=0'
done
junit 0 1 empty
junit 1 1 empty --gate 'thread.max<1s'
junit 1 0 two-cpus -T 5
name=$(printf 'a "quoted" <&> \\ name')
junit 0 0 two-cpus -C="$name"
case $(value '//property[@name="command"]/@value') in
*"$name"*) ;;
*) fail "the command is $(value '//property[@name="command"]/@value')" ;;
esac
junit 0 0 two-cpus -C="$(printf 'no UTF-8: \377\303 controls: \001\033 not in XML: \357\277\277')"
[ "$failures" -eq 0 ]
