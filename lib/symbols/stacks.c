// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The stacks of a run's delays, each kept once and numbered; names are looked up when the run has
 * ended.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/kernel.h"
#include "lib/symbols/stacks.h"

static bool is_same(const struct rtlat_stack *stack, const uint64_t *address, unsigned int nr)
{
	unsigned int i;

	if (stack->nr != nr)
		return false;
	for (i = 0; i < nr; i++) {
		if (stack->frame[i].address != address[i])
			return false;
	}
	return true;
}

/* A result so far may refer to them: they stay where they are. What is not used costs nothing. */
static bool has_room(struct track_stacks *stacks)
{
	if (!stacks->stack)
		stacks->stack = malloc(TRACK_STACKS_MAX * sizeof(*stacks->stack));
	return stacks->stack && stacks->nr < TRACK_STACKS_MAX;
}

uint16_t track_stacks_add(struct track_stacks *stacks, const uint64_t *address, unsigned int nr)
{
	struct rtlat_stack *stack;
	unsigned int i;

	if (nr > RTLAT_STACK_MAX)
		nr = RTLAT_STACK_MAX;
	for (i = 0; i < stacks->nr; i++) {
		if (is_same(&stacks->stack[i], address, nr))
			return i + 1;
	}
	if (!nr || !has_room(stacks))
		return 0;
	stack = &stacks->stack[stacks->nr];
	memset(stack, 0, sizeof(*stack));
	stack->nr = nr;
	for (i = 0; i < nr; i++)
		stack->frame[i].address = address[i];
	return ++stacks->nr;
}

/* Resolves all stacks in one pass: the kernel's list of functions is long. */
void track_stacks_resolve(struct track_stacks *stacks)
{
	struct rtlat_frame *all = calloc(stacks->nr + 1, sizeof(stacks->stack->frame));
	unsigned int i, nr = 0;

	if (!all)
		return;
	for (i = 0; i < stacks->nr; i++) {
		memcpy(all + nr, stacks->stack[i].frame, stacks->stack[i].nr * sizeof(*all));
		nr += stacks->stack[i].nr;
	}
	symbols_resolve(all, nr);
	for (i = 0, nr = 0; i < stacks->nr; i++) {
		memcpy(stacks->stack[i].frame, all + nr, stacks->stack[i].nr * sizeof(*all));
		nr += stacks->stack[i].nr;
	}
	free(all);
}

void track_stacks_free(struct track_stacks *stacks)
{
	free(stacks->stack);
	stacks->stack = NULL;
	stacks->nr = 0;
}
