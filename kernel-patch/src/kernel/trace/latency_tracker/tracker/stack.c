// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks as addresses: who reads an alert makes them names.
 */
#include <linux/sched/task_stack.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "tracker.h"
#include "compat.h"

/* The most frames of the tracker's functions and the core's above those of interest. */
#define OURS_MAX 12

static_assert(sizeof(unsigned long) == sizeof(u64), "stacks are taken where they are to be");

static bool is_ours(const struct tracker *tracker, unsigned long address)
{
#ifdef MODULE
	return within_module_core(address, THIS_MODULE) ||
	       within_module_core(address, tracker->module);
#else
	return false;
#endif
}

/**
 * tracker_stack_here - take the stack of the caller, without the tracker's part of it
 * @tracker: the tracker
 * @stack: where to put LATENCY_ALERT_STACK addresses at most
 *
 * In an interrupt the stack of what it interrupted is below.
 *
 * Return: how many there are.
 */
unsigned int tracker_stack_here(const struct tracker *tracker, u64 *stack)
{
	unsigned long address[LATENCY_ALERT_STACK + OURS_MAX];
	unsigned int size, skip = 0;

	size = stack_trace_save(address, ARRAY_SIZE(address), 0);
	while (skip < size && is_ours(tracker, address[skip]))
		skip++;
	size = min_t(unsigned int, size - skip, LATENCY_ALERT_STACK);
	memcpy(stack, &address[skip], size * sizeof(*stack));
	return size;
}
EXPORT_SYMBOL_GPL(tracker_stack_here);

#ifdef HAVE_STACK_TRACE_SAVE_TSK

static unsigned int stack_of(struct task_struct *task, u64 *stack)
{
	return stack_trace_save_tsk(task, (unsigned long *)stack, LATENCY_ALERT_STACK, 0);
}

#elif defined(CONFIG_X86)

#include <asm/unwind.h>

/*
 * Saves the stack of another task as stack_trace_save_tsk() does, which modules do not have. The
 * task may go away meanwhile, but the memory of its stack is there for as long as a reader of RCU
 * may look, as which we count.
 */
static unsigned int stack_of(struct task_struct *task, u64 *stack)
{
	struct unwind_state state;
	unsigned long address;
	unsigned int size = 0;

	if (!IS_ENABLED(CONFIG_VMAP_STACK) || !READ_ONCE(task->stack))
		return 0;
	unwind_start(&state, task, NULL, NULL);
	while (!unwind_done(&state) && size < LATENCY_ALERT_STACK) {
		address = unwind_get_return_address(&state);
		if (!address)
			break;
		stack[size++] = address;
		unwind_next_frame(&state);
	}
	return size;
}

#else

static unsigned int stack_of(struct task_struct *task, u64 *stack)
{
	return 0;
}

#endif

/**
 * tracker_stack_of - take the stack of a task
 * @tracker: the tracker
 * @task: a task that waits, or is the caller
 * @stack: where to put LATENCY_ALERT_STACK addresses at most
 *
 * Return: how many there are; 0 if the task runs on another CPU.
 */
unsigned int tracker_stack_of(const struct tracker *tracker, struct task_struct *task, u64 *stack)
{
	if (task == current)
		return tracker_stack_here(tracker, stack);
	if (tracker_task_runs(task))
		return 0;
	return stack_of(task, stack);
}
EXPORT_SYMBOL_GPL(tracker_stack_of);
