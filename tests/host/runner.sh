#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# tests/run itself, on a tree of tests that pass, fail, skip, hang, crash and stay behind.
# shellcheck source=tests/host/lib/common.sh
. "${SRC:?the source directory}/tests/host/lib/common.sh"
# Of the runner that runs this.
unset VALGRIND RTLAT_TIMES

# program FILE: a script from standard input
program()
{
	mkdir -p "$(dirname "$1")"
	{ echo '#!/bin/bash'; cat; } >"$1"
	chmod +x "$1"
}

# unit NAME: a program that prints what cmocka would, and its source
unit()
{
	program "$work/build/tests/unit/$1"
	mkdir -p "$work/tests/unit"
	touch "$work/tests/unit/$1.c"
}

# expect STATUS ARGUMENTS...: lines of the output that begin a test's result are in $work/lines, less
# the seconds
expect()
{
	local expected=$1 status

	shift
	rm -f "$work/results"
	"$work/tests/run" "$@" --results "$work/results" >"$work/out" 2>"$work/err"
	status=$?
	grep -E '^(ok|not ok|skip) ' "$work/out" | sed -E 's/ \([0-9]+ s\)//' >"$work/lines"
	((status == expected)) || fail "run $*: status $status instead of $expected"
}

# prints FILE TEXT: is FILE exactly the lines of TEXT?
prints()
{
	[[ $(cat "$work/$1") == "$2" ]] || fail "$1: $(cat "$work/$1")"
}

mkdir -p "$work/tests" "$work/build/rtlat"
cp "$SRC/tests/run" "$SRC/tests/kernels.sh" "$work/tests"

program "$work/tests/host/environment.sh" <<'END'
[[ -e $SRC/tests/run && -d $BUILD && $RTLAT == "$BUILD/rtlat/rtlat" ]]
END
program "$work/tests/host/fails.sh" <<'END'
echo a detail; exit 3
END
program "$work/tests/host/hangs.sh" <<'END'
# timeout: 1
sleep 60
END
program "$work/tests/host/leaves.sh" <<END
setsid sleep 61 & echo \$! >"$work/left"
END
program "$work/tests/host/passes.sh" <<'END'
true
END
program "$work/tests/host/skips.sh" <<'END'
echo something; echo the reason; exit 77
END

expect 1 host "$work/build"
left=$(cat "$work/left")
# A zombie, which its new parent has yet to bury, has no command line any more.
[[ ! $(tr '\0' ' ' <"/proc/$left/cmdline") ]] 2>/dev/null || fail "process $left was left behind"
prints lines "ok environment
not ok fails: exit status 3
not ok hangs: still running after 1 s
not ok leaves: left processes behind: $left (sleep 61 )
ok passes
skip skips: the reason"
prints results "pass environment
fail fails exit status 3
fail hangs still running after 1 s
fail leaves left processes behind: $left (sleep 61 )
pass passes
skip skips the reason"
[[ $(tail -n 1 "$work/out") == '2 passed, 3 failed, 1 skipped' ]] || fail 'wrong count'
grep -qx '  | a detail' "$work/out" || fail 'the output of a failed test is not shown'

expect 0 host "$work/build" passes skips
[[ $(tail -n 1 "$work/out") == '1 passed, 0 failed, 1 skipped' ]] || fail 'wrong count of two'
expect 1 host "$work/build" passes absent
prints lines "ok passes
not ok absent: there is no such host test"

unit test_mixed <<'END'
echo 1..3; echo 'ok 1 - first'; echo 'not ok 2 - second'; echo '# file.c:1: error'
echo '# skip: no such device'; echo 'not ok 3 # SKIP third'; echo '# not ok - mixed'; exit 1
END
unit test_good <<'END'
[[ $CMOCKA_MESSAGE_OUTPUT == TAP ]] || exit 9
echo 1..1; echo 'ok 1 - only'
END
unit test_crash <<'END'
echo 1..2; echo 'ok 1 - first'; kill -SEGV $$
END
unit test_sanitizer <<'END'
echo 1..1; echo 'ok 1 - only'; exit 23
END
unit test_silent <<'END'
true
END
touch "$work/tests/unit/test_unbuilt.c"
expect 1 unit "$work/build"
prints lines "ok test_crash:first
not ok test_crash: exit status 139
ok test_good:only
ok test_mixed:first
not ok test_mixed:second
skip test_mixed:third: no such device
ok test_sanitizer:only
not ok test_sanitizer: exit status 23
not ok test_silent: 0 results of 0 planned
not ok test_unbuilt: it is not built: make tests"
expect 0 unit "$work/build" good
prints lines 'ok test_good:only'

# The guests' results come from boot.
program "$work/scripts/lab" <<'END'
echo 'debian-6.12-rt  some-package 1'; echo 'debian-6.12  some-package 2'
END
program "$work/tests/guest/boot" <<'END'
all=1
[[ $1 != --check ]] || { all=; shift; }
[[ $1 == --results ]] || exit 9
if [[ $all ]]; then
	printf 'pass lab/guest\npass track/other\n' >"$2"
elif [[ $3 == debian-6.12 ]]; then
	printf 'pass lab/guest\nskip track/fd no timerlat_fd\n' >"$2"
	printf 'debian-6.12 boot 4\ndebian-6.12 lab/guest 3\n' >>"$RTLAT_TIMES"
else
	printf 'pass lab/guest\nfail track/fd wrong count\n' >"$2"; exit 1
fi
END
expect 1 guest "$work/build" debian-6.1-rt debian-6.12-rt debian-6.12
prints lines "ok debian-6.12-rt/lab/guest
not ok debian-6.12-rt/track/fd: wrong count
skip debian-6.1-rt: scripts/lab list does not have it
ok debian-6.12/lab/guest
skip debian-6.12/track/fd: no timerlat_fd"
expect 0 guest "$work/build" debian-6.12
grep -qxF 'ok debian-6.12/lab/guest (3 s)' "$work/out" || fail 'no seconds of a guest test'
RTLAT_TIMES=$work/guests expect 0 guest "$work/build" debian-6.12
grep -qxF 'debian-6.12 boot 4' "$work/guests" || fail "times: $(cat "$work/guests")"
expect 0 guest "$work/build" debian-6.12 --all
prints lines 'ok debian-6.12/lab/guest
ok debian-6.12/track/other'

# A test's name: on the kernels that are named, or all.
program "$work/tests/guest/track/other.sh" </dev/null
program "$work/tests/guest/boot" <<'END'
[[ $1 == --check && $2 == --results && $# == 5 && $5 == track/other ]] || exit 9
[[ $4 != debian-6.12 ]] || echo 'pass track/other' >"$3"
END
expect 0 guest "$work/build" debian-6.12 debian-6.12-rt track/other
prints lines 'ok debian-6.12/track/other'
expect 1 guest "$work/build" debian-6.12 track/absent
prints lines 'not ok debian-6.12: exit status 9
not ok track/absent: there is no such guest test'

# What each took.
RTLAT_TIMES=$work/times expect 0 host "$work/build" environment
grep -qx 'host environment [0-9]*' "$work/times" || fail "times: $(cat "$work/times")"
grep -qxE 'ok environment \([0-9]+ s\)' "$work/out" || fail 'no seconds of a host test'
expect 0 unit "$work/build" good
grep -qxE '# test_good: [0-9]+ s' "$work/out" || fail 'no seconds of a unit test'

for arguments in '' 'unit' "nonsense $work/build" "unit $work/build --foo"; do
	# shellcheck disable=SC2086 # words
	"$work/tests/run" $arguments >"$work/out" 2>"$work/err"
	status=$?
	[[ $status == 129 && -s $work/err && ! -s $work/out ]] || fail "'$arguments': $status"
done
((failures == 0))
