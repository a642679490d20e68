# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the tests share that plant a latency and look at how it is explained. Sourced, with `delay`.
# shellcheck disable=SC2034 # for those that do

JSON=/tmp/result.json
TEXT=/tmp/top.txt
# When each began and ended that was planted, CLOCK_MONOTONIC, ns.
PLANTED=/tmp/planted
CAUSES='hog irq preempt storm softirq hrtimer'

# expected CAUSE: of its explanation the largest part, the name, both in the text and, where that says
# more, the function on the stack.
expected()
{
	text=
	case $1 in
	hog) part=thread name=hog function='\(asm_sysvec_apic_timer_interrupt\|el\(0t\|1h\)_64_irq\)' ;;
	irq) part=late name=irq_test function=preemptirq text='late, interrupts off in irq_test:' ;;
	preempt) part=thread name=preempt_test function=preemptirq ;;
	storm)
		part=irq name=irq_work function=storm_store
		[ "$(uname -m)" = x86_64 ] || name=IPI
		;;
	softirq)
		part=thread name=ksoftirqd/0 function=long_softirq
		grep -q PREEMPT_RT /proc/version || part=softirq name=TASKLET
		;;
	hrtimer)
		function=hrtimer_interrupt
		part=hrtimer name='long_timer [plant]' text='hrtimer long_timer \[plant\]'
		;;
	esac
	text=${text:-$part $name:}
}

# plant CAUSE TIMES: so often, with something between 50 and 100 ms between two
plant()
{
	case $1 in
	hog) hog 0 97 3 50 $(($2 / 20)) $PLANTED ;;
	irq | preempt) plant_delay "$1" "$2" ;;
	storm | softirq | hrtimer) plant_module "$1" "$2" ;;
	esac
}

# repeat TIMES TEXT FILE: each tenth of a millisecond of a timer's period gets its share, where the time
# is the guest's own and would be the same in each round
repeat()
{
	i=0
	while [ $i -lt "$1" ]; do
		sleep "0.05$(printf %02d $((i * 37 % 100)))"
		echo "$2" >"$3"
		i=$((i + 1))
	done
}

# Interrupts or preemption are off for 1 ms, in any phase of the timer's period. When that begins is
# known by a probe; at its end we may be the first to run.
plant_delay()
{
	echo >"$PROBES/trace"
	modprobe $MODULE test_mode="$1" delay=1000 cpu_affinity=0
	repeat "$2" 1 $TRIGGER
	delays | awk '{ printf "%.0f %.0f\n", $1 * 1000, $1 * 1000 + 1000000 }' >$PLANTED
}

# softirq_priority chrt's OPTION and its PRIORITY
softirq_priority()
{
	chrt "$1" -p "$2" "$(ps | awk '$NF == "[ksoftirqd/0]" { print $1 }')"
}

# For 3 ms there are only interrupts; or a timer's function; or a softirq, which on PREEMPT_RT is a
# thread's, and in the way if that has a priority above ours.
plant_module()
{
	modprobe plant
	softirq_priority -f 97
	repeat "$2" 3000 "/sys/kernel/plant/$1"
	cat /sys/kernel/plant/planted >$PLANTED
}

# What was planted, and is not needed any more.
clear_away()
{
	! grep -q '^plant ' /proc/modules || softirq_priority -o 0
	for module in $MODULE plant; do
		! grep -q "^$module " /proc/modules || rmmod $module
	done
}

# truth EXPIRY LATENCY: how much of that latency was planted
truth()
{
	awk -v from="$1" -v latency="$2" '
		{
			begin = $1 > from ? $1 : from
			end = $2 < from + latency ? $2 : from + latency
			if (end > begin)
				sum += end - begin
		}
		END { printf "%.0f\n", sum }' $PLANTED
}

# stop_at_cause COMMAND OPTION...: a run that stops at what the command does, which begins 2 s later,
# with its results in JSON and TEXT. Again if only the way back made the latency reach the limit: then there is no stack.
stop_at_cause()
{
	command=$1
	shift
	for _ in 1 2 3; do
		rm -f $JSON
		(sleep 2; eval "$command" >/dev/null 2>&1) &
		status=0
		timeout 60 rtlat top -q -T 500 -s 500 -o text -o json:$JSON "$@" >$TEXT 2>&1 || status=$?
		wait
		clear_away
		[ $status -eq 2 ] || fail "$command $*: status $status: $(cat $TEXT)"
		grep -q '^"exceeded":{"context":"return"' $JSON || return 0
	done
}

# The explanation's shares, a line each: part, time, name of the longest.
shares()
{
	sed -n 's/^"exceeded":.*"explanation":\[\(.*\)\],"stack":.*/\1/p' $JSON | sed 's/},{"part/}\n{"part/g' |
		sed 's/{"part":"\([a-z]*\)","time_ns":\([0-9]*\),"count":[0-9]*,"longest":/\1 \2 /
			s/{"name":"\([^"]*\)".*/\1/; s/null}$/-/'
}
