/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The stacks of a run's delays: each different one is kept once, up to a bound. */
#ifndef LIB_SYMBOLS_STACKS_H
#define LIB_SYMBOLS_STACKS_H

#include <stdatomic.h>

#include "rtlat.h"

#define TRACK_STACKS_MAX 512

struct track_stacks {
	struct rtlat_stack *stack;
	atomic_uint nr; /* one thread adds to them, another may look meanwhile */
};

/* Returns the number of the stack, from 1; 0: it is empty, or there is no room for it. */
uint16_t track_stacks_add(struct track_stacks *stacks, const uint64_t *address, unsigned int nr);
/* Give names to the functions of the running kernel. */
void track_stacks_resolve(struct track_stacks *stacks);
void track_stacks_free(struct track_stacks *stacks);

#endif /* LIB_SYMBOLS_STACKS_H */
