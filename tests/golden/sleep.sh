#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Sleep profiles in JSON follow their schema and agree with themselves; broken ones are found.
# shellcheck source=tests/golden/common
. "$(dirname "$0")/common"

schema=$here/../../Documentation/rtlat-sleep.schema.json

check()
{
	python3 "$here/check_sleep.py" "$schema" "$@" >"$work/said"
}

# broken STATEMENT PATTERN: to be said of the profile `p` where that changed it or its second task `t`
broken()
{
	printf '%s\n' "$1" >>"$work/statements"
	printf '%s\n' "$2" >>"$work/patterns"
}

# Each of them, in one process, into a file of its own: broken-NUMBER.json
break_them()
{
	python3 - "$work" <<'END'
import json, sys
work = sys.argv[1]
good = open(f"{work}/all.json").read()
for number, statement in enumerate(open(f"{work}/statements")):
    p = json.loads(good)
    t = p["tasks"][1]
    exec(statement)
    assert p != json.loads(good), statement
    json.dump(p, open(f"{work}/broken-{number}.json", "w"))
END
}

broken_are_found()
{
	break_them || fail 'a statement'
	check "$work"/broken-*.json
	number=0
	while read -r pattern; do
		grep "/broken-$number.json: " "$work/said" | grep -q -- "$pattern" ||
			fail "$(sed -n "$((number + 1))p" "$work/statements"): not '$pattern' but" \
				"$(grep "/broken-$number.json: " "$work/said")"
		number=$((number + 1))
	done <"$work/patterns"
}

"$BUILD/tests/tools/sleepdoc" json >"$work/all.json" || fail 'all: no profile'
"$BUILD/tests/tools/sleepdoc" json empty >"$work/empty.json" || fail 'empty: no profile'
for profile in all empty; do
	check "$work/$profile.json"
	status=$?
	[ $status -ne 77 ] || { cat "$work/said"; exit 77; }
	[ $status -eq 0 ] || fail "$profile: $(cat "$work/said")"
done
[ "$(grep -c '"tgid"' "$work/all.json")" -eq 4 ] || fail 'not four tasks'

# Each member is required and no other is allowed; each kind of value is checked.
for member in schema version time_ns counted_ns dropped capacity min_ns exclude_voluntary stacks \
	sort tasks; do
	broken "del p['$member']" "'$member' is a required property"
done
for member in pid tgid start_ns name kernel_thread exited off_cpu_ns sleep blocked waiting \
	preempted worst; do
	broken "del t['$member']" "'$member' is a required property"
done
for member in end_ns name blocked_ns waiting_ns preempted_ns kernel_stack user_stack; do
	broken "del t['worst']['$member']" "'$member' is a required property"
done
broken "p['more'] = 1" 'Additional properties'
broken "t['more'] = 1" 'Additional properties'
broken "t['worst']['more'] = 1" 'Additional properties'
broken "p['schema'] = 'rtlat-sleep/2'" 'was expected'
broken "p['stacks'] = 'all'" 'is not one of'
broken "t['pid'] = 0" 'less than the minimum'
broken "t['name'] = ''" 'short\|non-empty'
broken "t['sleep']['total_ns'] = -1" 'less than the minimum'
broken "t['sleep']['total_ns'] = 1.5" 'is not of type'
broken "t['off_cpu_ns'] = False" 'is not of type'
broken "t['worst']['user_stack'] = [{'address': '1234', 'symbol': None}]" 'does not match'
broken "t['worst']['user_stack'] = [{'address': '0x1', 'symbol': None}] * 33" 'user_stack: '

# What a schema can not say.
broken "t['blocked']['total_ns'] += 1" 'at most\|sum of its parts'
broken "t['sleep']['max_ns'] += 1" 'at most\|the worst one another'
broken "t['worst']['end_ns'] = p['time_ns'] + 1" 'ended after'
broken "p['tasks'].reverse()" 'not in order'
broken "p['tasks'].append(p['tasks'][-1])" 'appears twice'
broken "p['capacity'] = 3" 'have room'
broken_are_found
head -c 200 "$work/all.json" >"$work/broken.json"
check "$work/broken.json" && fail 'half a profile was not found'
sed 's/"pid"/"pid":1,"pid"/' "$work/all.json" >"$work/broken.json"
check "$work/broken.json" && fail 'a member that appears twice was not found'
[ "$failures" -eq 0 ]
