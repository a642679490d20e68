// SPDX-License-Identifier: GPL-2.0-only
/* The stacks of delays that were read from files, each once and numbered from 1. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/result/stacks.h"

/* The array grows in steps of this many. */
#define STEP 16

static bool is_same(const struct rtlat_stack *a, const struct rtlat_stack *b)
{
	return a->nr == b->nr && !memcmp(a->frame, b->frame, a->nr * sizeof(a->frame[0]));
}

int stacks_add(struct stacks *stacks, const struct rtlat_stack *stack, uint16_t *number)
{
	struct rtlat_stack *more;
	unsigned int i;

	for (i = 0; i < stacks->nr; i++) {
		if (is_same(&stacks->stack[i], stack)) {
			*number = i + 1;
			return 0;
		}
	}
	if (stacks->nr == STACKS_MAX)
		return -ENOSPC;
	if (stacks->nr % STEP == 0) {
		more = realloc(stacks->stack, (stacks->nr + STEP) * sizeof(*more));
		if (!more)
			return -ENOMEM;
		stacks->stack = more;
	}
	stacks->stack[stacks->nr++] = *stack;
	*number = stacks->nr;
	return 0;
}
