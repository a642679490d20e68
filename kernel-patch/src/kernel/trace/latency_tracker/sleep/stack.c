// SPDX-License-Identifier: GPL-2.0-only
/* The stacks of a task that is about to leave its CPU: addresses, for whom reads them to name. */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#ifdef CONFIG_ARM64
#include <asm/pointer_auth.h>
#endif

#include "sleep.h"

/* Names of the values of the bits LATENCY_SLEEP_STACK_ */
static const char *const names[] = { "none", "kernel", "user", "both" };

const char *sleep_stacks_name(unsigned int stacks)
{
	return names[stacks & 3];
}

int sleep_stacks_parse(const char *name)
{
	return sysfs_match_string(names, name);
}

/* Saves the kernel's stack: frames before that of the probe's caller are the probe's own. */
static void save_kernel(struct sleep_stack *stack, unsigned long caller)
{
	unsigned int i, nr;

	nr = stack_trace_save(stack->kernel, ARRAY_SIZE(stack->kernel), 0);
	stack->first_kernel = 0;
	for (i = 0; i < min(nr, SLEEP_OWN_FRAMES); i++) {
		if (stack->kernel[i] == caller)
			stack->first_kernel = i;
	}
	stack->nr_kernel = min(nr - stack->first_kernel, LATENCY_SLEEP_FRAMES);
}

/* Returns the size of an address in a user's frame; 0: how frames look is not known. */
static size_t address_size(const struct pt_regs *regs)
{
#if defined(CONFIG_X86_64)
	return user_64bit_mode((struct pt_regs *)regs) ? sizeof(u64) : sizeof(u32);
#elif defined(CONFIG_ARM64)
	return compat_user_mode(regs) ? 0 : sizeof(u64);
#else
	return sizeof(long);
#endif
}

/* Returns a return address without the signature that arm64's pointer authentication adds. */
static unsigned long without_signature(unsigned long address)
{
#if defined(CONFIG_ARM64) && defined(ptrauth_strip_user_insn_pac)
	return ptrauth_strip_user_insn_pac(address);
#elif defined(CONFIG_ARM64)
	return ptrauth_strip_insn_pac(address);
#else
	return address;
#endif
}

/* Reads the frame at `pointer`: that of its caller, and the return address. False: none. */
static bool read_frame(unsigned long pointer, size_t size, unsigned long *frame)
{
	u32 short_frame[2];

	if (!pointer || !IS_ALIGNED(pointer, size))
		return false;
	if (size == sizeof(short_frame[0])) {
		if (copy_from_user_nofault(short_frame, (void __user *)pointer,
					   sizeof(short_frame)))
			return false;
		frame[0] = short_frame[0];
		frame[1] = short_frame[1];
	} else if (copy_from_user_nofault(frame, (void __user *)pointer, 2 * size)) {
		return false;
	}
	frame[1] = without_signature(frame[1]);
	return frame[1] && frame[1] < TASK_SIZE;
}

/*
 * Saves the user's stack by frame pointers. Pages that are not in memory are not fetched, which
 * would be a fault. A program without frame pointers has its innermost address, and whatever its
 * register happens to point to.
 */
static void save_user(struct sleep_stack *stack)
{
	struct pt_regs *regs = task_pt_regs(current);
	unsigned long pointer, frame[2];
	size_t size;

	if (!current->mm || !user_mode(regs))
		return;
	stack->user[0] = instruction_pointer(regs);
	stack->nr_user = 1;
	pointer = frame_pointer(regs);
	size = address_size(regs);
	while (size && stack->nr_user < LATENCY_SLEEP_FRAMES &&
	       read_frame(pointer, size, frame)) {
		stack->user[stack->nr_user++] = frame[1];
		/* Frame pointers lead outwards only. */
		if (frame[0] <= pointer)
			break;
		pointer = frame[0];
	}
}

void sleep_stack_save(struct sleep_stack *stack, unsigned int stacks, bool kthread,
		      unsigned long caller)
{
	stack->nr_kernel = 0;
	stack->nr_user = 0;
	if (kthread ? stacks : stacks & LATENCY_SLEEP_STACK_KERNEL)
		save_kernel(stack, caller);
	if (!kthread && (stacks & LATENCY_SLEEP_STACK_USER))
		save_user(stack);
}
