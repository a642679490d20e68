# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Runs one guest in qemu. Everything about it is in these variables, which
# vm_defaults sets and the options of 'lab run' change.

vm_defaults()
{
	VM_NAME=		# of the kernel
	VM_MODE=normal		# normal, single, virtual, deterministic
	VM_KVM=			# use KVM if it works
	VM_CPUS=		# default: 2; 1 in deterministic mode
	VM_MEMORY=		# MB; default: enough for what was added
	VM_TIMEOUT=300		# seconds; 0 is for ever
	VM_APPEND=		# more of a kernel command line
	VM_LOG=			# file for the kernel's console; default: none
	VM_ADD=()		# HOSTPATH[:GUESTPATH]
	VM_MODULES=()		# for modprobe in the guest
	VM_ACPI=()		# sources of ACPI tables
	VM_TTY=			# the command gets our terminal
	VM_TRACEFS=1		# mount it
	VM_VERBOSE=		# say which kernel ran
	VM_COMMAND=()
}

# What the lab itself needs of a kernel that has it as modules.
readonly VM_DRIVERS='virtio_pci virtio_console'

# vm_initramfs FILE
vm_initramfs()
{
	local root=$TMP/root added host guest module program

	initramfs_for "$VM_NAME"
	initramfs_base "$root"
	program=${RTLAT_BUILD:-$CHECKOUT/build}/rtlat/rtlat
	if [[ -e $program ]]; then
		initramfs_add "$root" "$program" /usr/bin/rtlat
	fi
	for added in "${VM_ADD[@]}"; do
		host=${added%%:*}
		guest=$host
		[[ $added != *:* ]] || guest=${added#*:}
		initramfs_add "$root" "$host" "$guest"
	done

	# shellcheck disable=SC2086 # a list of names
	initramfs_modules "$root" "$KERNEL" $VM_DRIVERS >"$root/lab/modules"
	for module in "${VM_MODULES[@]}"; do
		vm_check_module "$module"
		initramfs_modules "$root" "$KERNEL" "$module" >/dev/null
	done
	vm_module_index "$root"

	vm_options >"$root/lab/options"
	{
		printf 'exec '
		shell_quote "${VM_COMMAND[@]}"
	} >"$root/lab/command"
	initramfs_pack "$root" "$1"
}

# A module may be built in; that it is nowhere is a mistake.
vm_check_module()
{
	local pattern=${1//[-_]/[-_]}

	[[ -n $(module_file "$KERNEL" "$1") ]] ||
		grep -q "/$pattern\\.ko\$" "$KERNEL/modules/modules.builtin" ||
		usage_error "--module '$1': want a module of $VM_NAME"
}

# What modprobe reads in the guest.
vm_module_index()
{
	if ((${#VM_MODULES[@]})); then
		busybox depmod -b "$1" "$(<"$KERNEL/release")" ||
			die "cannot index the modules"
	fi
}

vm_options()
{
	local rows=24 columns=80

	if [[ $VM_TTY ]]; then
		read -r rows columns < <(stty size)
	fi
	cat <<-END
		NO_TRACEFS=$([[ $VM_TRACEFS ]] || echo 1)
		TTY=$VM_TTY
		TERM=$([[ $VM_TTY ]] && echo "${TERM:-linux}" || echo linux)
		ROWS=$rows
		COLUMNS=$columns
	END
}

# vm_program: the emulator of VM_NAME's machine
vm_program()
{
	is_arm64 "$VM_NAME" && echo qemu-system-aarch64 || echo qemu-system-x86_64
}

# vm_accel: sets ACCEL, the part of qemu's command line that makes the mode.
vm_accel()
{
	if [[ $VM_KVM ]]; then
		ACCEL=(-accel kvm -cpu host)
		return
	fi
	ACCEL=(-cpu max)
	# QEMU has an algorithm of its own for signed pointers, which is the cheaper one to emulate.
	! is_arm64 "$VM_NAME" || ACCEL=(-machine "virt,gic-version=3" -cpu "max,pauth-impdef=on")
	# With page tables of five levels KASAN complains, and says no more, if an interrupt comes while
	# the booting kernel has forgotten for a moment what its CPU can do.
	[[ $VM_NAME != *-debug ]] || ACCEL=(-cpu "max,la57=off")
	case $VM_MODE in
	normal)
		ACCEL+=(-accel "tcg,thread=multi")
		;;
	single)
		ACCEL+=(-accel "tcg,thread=single")
		;;
	virtual) count_instructions 3 ;;
	deterministic) count_instructions 0 ;;
	esac
}

# count_instructions SHIFT: one takes 2^SHIFT ns of the guest's time, and nothing else takes any.
# Beside the counter itself: the CMOS clock follows it too, and the guest's random numbers are the
# same each time.
count_instructions()
{
	ACCEL+=(-accel "tcg,thread=single" -icount "shift=$1,sleep=off"
		-rtc "base=utc,clock=vm" -seed 1)
}

# vm_has_own_time: has the host's speed no part in it?
vm_has_own_time()
{
	[[ $VM_MODE == virtual || $VM_MODE == deterministic ]]
}

vm_kernel_arguments()
{
	is_arm64 "$VM_NAME" && printf 'console=ttyAMA0 ' || printf 'console=ttyS0 no_timer_check '
	printf 'quiet panic=-1 '
	! vm_has_own_time || printf 'nokaslr norandmaps '
	# Those of Linux 7.3 go on for many seconds of an emulated CPU after the boot.
	! grep -q '^CONFIG_CRYPTO_SELFTESTS=y' "$KERNEL/config" || printf 'cryptomgr.notests=1 '
	printf '%s\n' "$VM_APPEND"
}

# vm_memory INITRAMFS: room for the archive, for what is unpacked from it, and
# for the guest to work in.
vm_memory()
{
	printf '%s\n' "${VM_MEMORY:-$((1024 + 2 * $(stat -c %s "$1") / 1048576))}"
}

# vm_port NAME FILE: qemu's arguments for a virtio port that writes to FILE.
vm_port()
{
	PORTS+=(-chardev "file,id=$1,path=$2"
		-device "virtserialport,chardev=$1,name=$1")
}

# vm_cpus: how many the guest has
vm_cpus()
{
	if [[ $VM_CPUS || $VM_MODE != deterministic ]]; then
		echo "${VM_CPUS:-2}"
	else
		echo 1
	fi
}

# vm_acpi: sets TABLES, qemu's arguments for the tables of VM_ACPI.
vm_acpi()
{
	local i

	TABLES=()
	for i in "${!VM_ACPI[@]}"; do
		need iasl
		iasl -p "$TMP/acpi$i" "${VM_ACPI[i]}" >"$TMP/iasl" 2>&1 ||
			die "${VM_ACPI[i]} cannot be compiled:" "$(<"$TMP/iasl")"
		TABLES+=(-acpitable "file=$TMP/acpi$i.aml")
	done
}

# vm_pause SECONDS: starts no program, as one takes 10 ms of a processor where others wait for it.
vm_pause()
{
	read -rt "$1" -u "$VM_NEVER"
}

# vm_poke: sets POKE, qemu's arguments for a monitor that vm_pokes writes to. Between two timers qemu
# 7.2 lets a virtual CPU that never waits run alone, and one that comes online on Linux 6.1 is waited
# for in just that way. A short stop gives the others their turn.
vm_poke()
{
	POKE=()
	[[ $VM_MODE == virtual ]] || return 0
	mkfifo "$TMP/monitor.in"
	ln -s /dev/null "$TMP/monitor.out"
	POKE=(-chardev "pipe,id=monitor,path=$TMP/monitor" -mon chardev=monitor)
}

# vm_pokes PID: in the background, until qemu ends
vm_pokes()
{
	while kill -0 "$1"; do
		printf 'stop\ncont\n'
		vm_pause 0.2
	done 2>/dev/null 1<>"$TMP/monitor.in" &
}

# vm_start: qemu in the background, VM_PID. What the guest writes goes through
# pipes and cat: qemu itself would truncate a file that is our output.
vm_start()
{
	local ACCEL TABLES POKE PORTS=() input=/dev/null nice=()

	# Its time does not pass while it waits.
	! vm_has_own_time || nice=(nice -n 19)
	[[ ! ${VM_PROCESSOR-} ]] || nice+=(taskset -c "$VM_PROCESSOR")
	mkfifo "$TMP/out" "$TMP/err"
	vm_accel
	vm_acpi
	vm_poke
	vm_port out "$TMP/out"
	vm_port err "$TMP/err"
	vm_port control "$TMP/control"
	vm_port dmesg "$TMP/dmesg"
	if [[ $VM_TTY ]]; then
		# shellcheck disable=SC2054 # commas that are qemu's
		PORTS+=(-chardev "stdio,id=tty,mux=on,signal=off" -mon chardev=tty
			-device virtconsole,chardev=tty)
		input=/dev/stdin
		TTY_STATE=$(stty -g)
	fi
	# Without ioeventfd a guest that writes to a port goes on when the host
	# has taken it, not at some later time that depends on the host.
	# Even a killed lab must not leave its qemu behind.
	setpriv --pdeathsig TERM timeout --foreground -k 5 "$VM_TIMEOUT" \
		"${nice[@]}" "$(vm_program)" "${ACCEL[@]}" -smp "$(vm_cpus)" \
		-m "$(vm_memory "$TMP/initramfs")" \
		-nodefaults -no-user-config -display none -no-reboot "${TABLES[@]}" "${POKE[@]}" \
		-kernel "$KERNEL/kernel" -initrd "$TMP/initramfs" \
		-append "$(vm_kernel_arguments)" \
		-chardev "file,id=console,path=$TMP/console" -serial chardev:console \
		-device virtio-serial-pci,ioeventfd=off "${PORTS[@]}" \
		<"$input" 2>"$TMP/qemu" &
	VM_PID=$!
	[[ $VM_MODE != virtual ]] || vm_pokes "$VM_PID"
	cat "$TMP/out" &
	VM_OUT_PID=$!
	cat "$TMP/err" >&2 &
	VM_ERR_PID=$!
}

# On any exit, with the guest running or not. A second Ctrl-C, or the two
# SIGHUPs of a terminal that closes, must not cut it short.
vm_cleanup()
{
	trap '' HUP INT TERM
	vm_stop
	rm -rf "$TMP"
}

vm_stop()
{
	[[ -z ${VM_PID-} ]] || kill "$VM_PID" 2>/dev/null && wait "$VM_PID"
	kill "${VM_OUT_PID-}" "${VM_ERR_PID-}"
	[[ -z ${TTY_STATE-} ]] || stty "$TTY_STATE"
} 2>/dev/null

# vm_wait: when it returns, the guest has ended and all that it wrote has been
# passed on. The status is qemu's (124 after a timeout), or 141 if nobody reads
# our output any more, which ends the guest too.
vm_wait()
{
	local first status

	wait -n -p first "$VM_PID" "$VM_OUT_PID" "$VM_ERR_PID"
	status=$?
	if [[ $first == "$VM_PID" || $status == 0 ]]; then
		wait "$VM_PID"
		status=$?
	else
		kill "$VM_PID"
		wait "$VM_PID"
	fi
	VM_PID=
	# A qemu that did not start has left the readers waiting for a writer.
	: <>"$TMP/out" <>"$TMP/err"
	wait "$VM_OUT_PID" "$VM_ERR_PID"
	return "$status"
}

# vm_said KEY: what the guest reported under that key.
vm_said()
{
	sed -n "s/^$1\\( \\|$\\)//p" "$TMP/control"
}

vm_write_log()
{
	[[ -z $VM_LOG ]] || cat "$TMP/console" "$TMP/dmesg" >"$VM_LOG"
}

# vm_explain QEMU_STATUS: why there is no status of the command.
vm_explain()
{
	local when='while it booted'

	! grep -qx running "$TMP/control" || when='while the command ran'
	if [[ $1 == 124 ]]; then
		note "$VM_NAME: no end after $VM_TIMEOUT seconds, stopped $when"
	elif [[ -s $TMP/qemu ]]; then
		note "$(head -n 1 "$TMP/qemu")"
	else
		note "$VM_NAME: the guest died $when"
	fi
	if [[ -s $TMP/console ]]; then
		note 'its console ended with:'
		tail -n 40 "$TMP/console" | tr -d '\r' | sed 's/^/| /' >&2
	fi
}

# vm_emulation_died: the guest died before the command ran, of what QEMU's threads do to a kernel that
# changes its own code. It is no fault of the kernel, and says nothing about it.
vm_emulation_died()
{
	[[ $VM_MODE == normal ]] && ! grep -qx running "$TMP/control" &&
		grep -q 'Oops: int3' "$TMP/console"
}

# vm_boot: one boot and one run of the command. Returns as vm_wait does.
vm_boot()
{
	rm -f "$TMP"/{out,err,console,control,dmesg,qemu,monitor.*}
	touch "$TMP"/{console,control,dmesg}
	vm_start
	vm_wait
}

# vm_run: boots, runs the command, returns its exit status.
vm_run()
{
	local status try

	make_tmpdir
	trap vm_cleanup EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	# Where nothing is ever to be read.
	mkfifo "$TMP/never"
	exec {VM_NEVER}<>"$TMP/never"
	vm_initramfs "$TMP/initramfs"
	vm_await_turn
	for try in 1 2 3; do
		vm_boot
		status=$?
		vm_emulation_died || break
		note "$VM_NAME: the emulation broke the kernel as it booted, try $try of 3"
	done
	vm_write_log
	[[ ! $VM_VERBOSE ]] || note "$VM_NAME: $(vm_said version)"
	if [[ -n $(vm_said status) ]]; then
		return "$(vm_said status)"
	fi
	[[ $status != 141 ]] || return 141
	vm_explain "$status"
	return "$EX_FAILED"
}

# vm_check_kvm: /dev/kvm may be there and still not run this kernel.
vm_check_kvm()
{
	if ! (VM_TIMEOUT=20 VM_TTY='' VM_LOG='' VM_COMMAND=(true) vm_run) >/dev/null 2>&1; then
		note "KVM does not boot $VM_NAME here: emulating"
		VM_KVM=
	fi
}
