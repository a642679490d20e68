/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of tasks that do not run, each in a cell where its task's address says: it takes neither a
 * lock nor a search to put an event of a task there and to find it again. An event is in the core's
 * table instead if it has a timeout, or if there is no cell for it.
 *
 * Who begins an event takes a cell that is nobody's, fills it, and then says whose it is. Only
 * where that task is switched to, or from, is it given back: never on two CPUs at once.
 */
#ifndef _LATENCY_TRACKER_CELLS_H
#define _LATENCY_TRACKER_CELLS_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/hash.h>
#include <linux/sched.h>

#define TRACKER_CELL_BITS 12

/* Two CPUs with different tasks shall not meet in a cache line. */
struct tracker_cell {
	const struct task_struct *task;
	u64 start;
	u64 extra;
} ____cacheline_aligned_in_smp;

struct tracker_cells {
	struct tracker_cell cell[1 << TRACKER_CELL_BITS];
	unsigned long had_timeouts; /* so that the table has had events with them */
	atomic_t overflowed; /* to the table, and not over yet */
};

/* The task of a cell that is being filled. */
#define TRACKER_CELL_TAKEN ((const struct task_struct *)1L)

static __always_inline struct tracker_cell *tracker_cell_at(struct tracker_cells *cells,
							    const struct task_struct *task,
							    unsigned int i)
{
	return &cells->cell[hash_ptr(task, TRACKER_CELL_BITS) ^ i];
}

/* Returns the cell of the task among those that it may have, or NULL. */
static __always_inline struct tracker_cell *tracker_cell_find(struct tracker_cells *cells,
							      const struct task_struct *task,
							      unsigned int ways)
{
	struct tracker_cell *cell;
	unsigned int i;

	for (i = 0; i < ways; i++) {
		cell = tracker_cell_at(cells, task, i);
		/* Pairs with that of tracker_cell_fill(). */
		if (smp_load_acquire(&cell->task) == task)
			return cell;
	}
	return NULL;
}

/* Gives the task a cell. False: all cells that it may have are taken. */
static __always_inline bool tracker_cell_fill(struct tracker_cells *cells,
					      const struct task_struct *task, unsigned int ways,
					      u64 start, u64 extra)
{
	struct tracker_cell *cell;
	unsigned int i;

	for (i = 0; i < ways; i++) {
		cell = tracker_cell_at(cells, task, i);
		if (READ_ONCE(cell->task) || cmpxchg(&cell->task, NULL, TRACKER_CELL_TAKEN))
			continue;
		cell->start = start;
		cell->extra = extra;
		/* Pairs with that of tracker_cell_find(). */
		smp_store_release(&cell->task, task);
		return true;
	}
	return false;
}

static __always_inline void tracker_cell_empty(struct tracker_cell *cell)
{
	/* Reads of the cell come before it is given back. */
	smp_store_release(&cell->task, NULL);
}

/* --- what is in the table instead ---------------------------------------------- */

static __always_inline bool tracker_cells_have_table(const struct tracker_cells *cells)
{
	return unlikely(READ_ONCE(cells->had_timeouts) || atomic_read(&cells->overflowed));
}

static inline void tracker_cells_timeout(struct tracker_cells *cells)
{
	if (!READ_ONCE(cells->had_timeouts))
		WRITE_ONCE(cells->had_timeouts, 1);
}

/* Notes the end of an event in the table. With timeouts the table is always searched. */
static inline void tracker_cells_over(struct tracker_cells *cells)
{
	if (!READ_ONCE(cells->had_timeouts))
		atomic_dec(&cells->overflowed);
}

#endif /* _LATENCY_TRACKER_CELLS_H */
