/* SPDX-License-Identifier: GPL-2.0-only */
/* The stacks of delays that were read from files: each different one is kept once. */
#ifndef RTLAT_RESULT_STACKS_H
#define RTLAT_RESULT_STACKS_H

#include "rtlat.h"

/* A run has no more than 512 of them, but there may be several runs. */
#define STACKS_MAX 16384

struct stacks {
	struct rtlat_stack *stack;
	unsigned int nr;
};

/* `number` becomes that of the stack, from 1 on. -ENOSPC: there are too many; or -ENOMEM. */
int stacks_add(struct stacks *stacks, const struct rtlat_stack *stack, uint16_t *number);

#endif /* RTLAT_RESULT_STACKS_H */
