#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernels: stock-6.12-rt rtlat-6.12-rt rtlat-6.1
# check: rtlat-6.12-rt
# cpus: 1
# mode: deterministic
# timeout: 300
# alone: yes
# add: /usr/bin/rtla tool/rtla:/usr/bin/rtla-6.12
#
# What people use with the stock tracers works on ours: rtla as Debian has it, from 6.1, and
# rtla of 6.12 with its user threads, print what they print of the stock one. stock-6.12-rt is there
# to tell rtla's own faults from ours.

. /tests/lib/common.sh
. /tests/lib/rtla.sh

SECONDS_RUN=5

# top_is CPUS CONTEXTS [PERIODS]: rows of samples in order, with as many as there were periods
top_is()
{
	awk -v cpus="$1" -v contexts="$2" -v expected="${3:-$((SECONDS_RUN * 1000))}" '
		/^ *[0-9]+ #[0-9]+ / {
			rows++
			count = substr($2, 2) + 0
			if (count < expected * 0.95 || count > expected * 1.05 + 200)
				wrong = wrong " count " count
			if (split($0, group, "|") - 1 != contexts)
				wrong = wrong " contexts"
			for (i = 2; i <= contexts + 1; i++) {
				split(group[i], v, " ")
				if (!(v[2] <= v[3] && v[3] <= v[4] && v[1] <= v[4] && v[4] < 10000))
					wrong = wrong " order"
			}
		}
		END { if (rows != cpus) wrong = wrong " rows " rows; print wrong }' $OUT >/tmp/wrong
	[ "$(cat /tmp/wrong)" = '' ] || not_so "$(cat /tmp/wrong)"
}

# hist_is COLUMNS: each column adds up to its count, which is that of the periods
hist_is()
{
	awk -v columns="$1" -v expected=$((SECONDS_RUN * 1000)) '
		/^ALL:/ { exit }
		$1 ~ /^[0-9]+$/ || $1 == "over:" { for (i = 2; i <= NF; i++) sum[i] += $i }
		$1 == "count:" || $1 == "min:" || $1 == "avg:" || $1 == "max:" {
			for (i = 2; i <= NF; i++) value[$1, i] = $i
			if (NF - 1 != columns) wrong = wrong " columns " NF - 1
		}
		END {
			for (i = 2; i <= columns + 1; i++) {
				count = value["count:", i]
				if (count != sum[i] || count < expected * 0.95 ||
				    count > expected * 1.05 + 200)
					wrong = wrong " count " count " of " sum[i]
				if (!(value["min:", i] <= value["avg:", i] &&
				      value["avg:", i] <= value["max:", i]))
					wrong = wrong " order"
			}
			print wrong
		}' $OUT >/tmp/wrong
	[ "$(cat /tmp/wrong)" = '' ] || not_so "$(cat /tmp/wrong)"
}

# noise_is CPUS: rows of a run with 20 ms in each 100 ms
noise_is()
{
	awk -v cpus="$1" -v seconds=$SECONDS_RUN '
		/^ *[0-9]+ #[0-9]+ / {
			rows++
			periods = substr($2, 2) + 0
			if (periods < seconds * 10 - 3 || periods > seconds * 10 + 15)
				wrong = wrong " periods " periods
			if ($3 < periods * 20000 || $3 > periods * 21000)
				wrong = wrong " runtime " $3
			if ($4 > $3 || $5 > 100 || $6 > $4 || $7 > $6)
				wrong = wrong " noise " $4
		}
		END { if (rows != cpus) wrong = wrong " rows " rows; print wrong }' $OUT >/tmp/wrong
	[ "$(cat /tmp/wrong)" = '' ] || not_so "$(cat /tmp/wrong)"
}

older_rtla()
{
	rtla_run rtla timerlat top -q -d ${SECONDS_RUN}s
	top_is 1 2
	rtla_run rtla timerlat hist -d ${SECONDS_RUN}s
	hist_is 2
	rtla_run rtla osnoise top -q -p 100000 -r 20000 -d ${SECONDS_RUN}s
	noise_is 1
	rtla_run rtla osnoise hist -p 100000 -r 20000 -T 1 -d ${SECONDS_RUN}s
	says $OUT '^# RTLA osnoise histogram'
	rtla_run rtla timerlat top -q -c 0 -p 2000 -d ${SECONDS_RUN}s
	top_is 1 2 $((SECONDS_RUN * 500))
}

newer_rtla()
{
	rtla_run rtla-6.12 timerlat top -q -u -d ${SECONDS_RUN}s
	top_is 1 3
	rtla_run rtla-6.12 timerlat top -q -k -d ${SECONDS_RUN}s
	top_is 1 2
	rtla_run rtla-6.12 timerlat hist -u -d ${SECONDS_RUN}s
	hist_is 3
	rtla_run rtla-6.12 timerlat hist -k -d ${SECONDS_RUN}s
	hist_is 2
	rtla_run rtla-6.12 osnoise top -q -p 100000 -r 20000 -d ${SECONDS_RUN}s
	noise_is 1
	rtla_run rtla-6.12 hwnoise -q -p 100000 -r 20000 -d ${SECONDS_RUN}s
}

before=$(machine_state)
older_rtla
newer_rtla
[ "$(machine_state)" = "$before" ] || fail "rtla left another state: $(machine_state)"
