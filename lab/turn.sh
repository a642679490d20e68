# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Guests that run beside each other take turns: each waits until it has the processors that it wants.

# vm_processor INDEX: prints the number of one of those that we may use
vm_processor()
{
	local index=$1 range first last ranges

	read -r _ ranges < <(grep '^Cpus_allowed_list' /proc/self/status)
	for range in ${ranges//,/ }; do
		first=${range%-*} last=${range#*-}
		if ((first + index <= last)); then
			echo $((first + index))
			return
		fi
		index=$((index - (last - first + 1)))
	done
}

# vm_await_turn: with RTLAT_SLOTS, a directory that guests beside share, so that each one whose time
# is the host's has processors for itself; those whose time is their own take what is left, and
# are no more at a time either. What is taken is given back when we end. Sets VM_PROCESSOR for the
# latter: qemu's threads wait for each other all the time, which takes up to a sixth more on two
# processors.
vm_await_turn()
{
	local kind=real wanted=1 taken=0 patience=0 turn slot i processors

	# At a terminal somebody waits for it.
	[[ ${RTLAT_SLOTS-} && ! $VM_TTY ]] || return 0
	processors=$(nproc)
	! vm_has_own_time || kind=own
	[[ $VM_MODE != normal ]] ||
		wanted=$(($(vm_cpus) < processors ? $(vm_cpus) : processors))
	# Who wants several must not be overtaken for ever.
	exec {turn}>"$RTLAT_SLOTS/$kind.turn"
	flock "$turn"
	# After a first look at all it waits at each for a second, since a look is a start of a program.
	while ((taken < wanted)); do
		for ((i = 0; i < processors && taken < wanted; i++)); do
			exec {slot}>"$RTLAT_SLOTS/$kind.$i"
			if flock -w "$patience" "$slot"; then
				taken=$((taken + 1))
				# shellcheck disable=SC2034 # for vm.sh
				[[ $kind != own ]] || VM_PROCESSOR=$(vm_processor "$i")
			else
				exec {slot}>&-
			fi
		done
		patience=1
	done
	exec {turn}>&-
}
